package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// peer is another program, in its own process, that answers the same queries over HTTP.
type peer struct {
	process *process
	client  *client
}

// buildPeer builds a program in bench/peers. Those with dependencies of their own are separate modules.
func buildPeer(ctx context.Context, name string) (string, error) {
	program, err := filepath.Abs(filepath.Join("bin", "peer-"+name))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	cmd.Dir = filepath.Join("bench", "peers", name)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build peer %s: %w: %s", name, err, lastLines(string(out)))
	}
	return program, nil
}

// startPeer starts a peer and waits until it has loaded its data.
func (b *bench) startPeer(ctx context.Context, name string, args ...string) (*peer, error) {
	program, err := buildPeer(ctx, name)
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &peer{client: newClient("http://" + address)}
	if p.process, err = startProcess(ctx, program, os.Environ(), append(args, "-address", address)...); err != nil {
		return nil, err
	}
	ready, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.process.ended:
			cancel()
		case <-ready.Done():
		}
	}()
	if err := p.client.awaitOK(ready, "/api/health", 30*time.Minute); err != nil {
		_ = p.stop()
		return nil, fmt.Errorf("%s: %w: %s", name, err, lastLines(p.process.output))
	}
	return p, nil
}

// pause suspends a peer, including its background work, until its next turn.
func (p *peer) pause() error { return p.process.cmd.Process.Signal(syscall.SIGSTOP) }

// turn resumes a paused peer while fn runs.
func (p *peer) turn(fn func() error) error {
	if err := p.process.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		return err
	}
	err := fn()
	return errors.Join(err, p.pause())
}

func (p *peer) stop() error {
	if p == nil {
		return nil
	}
	p.client.close()
	return p.process.end(syscall.SIGKILL)
}
