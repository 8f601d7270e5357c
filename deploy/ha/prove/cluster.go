package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// cluster runs deploy/ha/cluster, the operator's command.
type cluster struct {
	dir string
	url string // the owner's, through the port that follows the leader
}

const script = "deploy/ha/cluster"

func (c *cluster) command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, script, append([]string{name, c.dir}, args...)...)
	// The command may clean up; Ctrl-C reaches only this process.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", script, name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

func startCluster(ctx context.Context, dir string) (*cluster, error) {
	if _, err := os.Stat(script); err != nil {
		return nil, fmt.Errorf("start this in the root of the repository: %w", err)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir}
	out, err := c.command(ctx, "start")
	if err != nil {
		_ = c.stop(context.WithoutCancel(ctx))
		return nil, err
	}
	c.url = out[strings.LastIndexByte(out, '\n')+1:]
	return c, nil
}

func (c *cluster) stop(ctx context.Context) error {
	_, err := c.command(ctx, "stop")
	return err
}

// lead is a leader and its timeline. Every promotion starts a new timeline, even of the same node.
type lead struct {
	node     string
	timeline int
}

func (c *cluster) lead(ctx context.Context, command string, args ...string) (lead, error) {
	out, err := c.command(ctx, command, args...)
	if err != nil {
		return lead{}, err
	}
	var l lead
	if _, err := fmt.Sscan(out, &l.node, &l.timeline); err != nil {
		return lead{}, fmt.Errorf("%s %s printed %q: %w", script, command, out, err)
	}
	return l, nil
}

// leader returns the current leader, or an error if there is none.
func (c *cluster) leader(ctx context.Context) (lead, error) { return c.lead(ctx, "leader") }

func (c *cluster) killPrimary(ctx context.Context) (killed lead, err error) {
	return c.lead(ctx, "kill-primary")
}

// cutAndKillPrimary cuts the leader off from its standbys for a moment before killing it. Without synchronous commits the
// writes it acknowledges then would be lost.
func (c *cluster) cutAndKillPrimary(ctx context.Context) (killed lead, err error) {
	return c.lead(ctx, "kill-primary", "0.7")
}

// switchover changes the leader and returns the old one.
func (c *cluster) switchover(ctx context.Context) (before lead, err error) {
	return c.lead(ctx, "switchover")
}

// urls returns the nodes' own addresses, not those of the write port.
func (c *cluster) urls(ctx context.Context) ([]string, error) {
	out, err := c.command(ctx, "urls")
	return strings.Fields(out), err
}

// whole waits until every node is back.
func (c *cluster) whole(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	_, err := c.command(ctx, "wait")
	return err
}
