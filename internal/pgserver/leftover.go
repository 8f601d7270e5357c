package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	leftoverPoll        = 20 * time.Millisecond
	leftoverImmediately = 15 * time.Second
	leftoverByForce     = 20 * time.Second
	leftoverGiveUp      = 30 * time.Second
)

// endLeftovers stops processes that an earlier run left on this folder and removes their lock files. The caller holds
// the claim, so no server starts meanwhile.
//
// The pid files do not decide: by now they may name an unrelated process, or a zombie (which PostgreSQL mistakes for a
// running server), and sessions can outlive their postmaster.
func (f folder) endLeftovers(ctx context.Context, log *slog.Logger) error {
	escalation := []struct {
		after  time.Duration
		signal syscall.Signal
	}{{0, syscall.SIGINT}, {leftoverImmediately, syscall.SIGQUIT}, {leftoverByForce, syscall.SIGKILL}}

	for begin := time.Now(); ; {
		left, err := f.leftovers()
		if err != nil {
			return advise("look for a PostgreSQL left running", err)
		}
		if len(left) == 0 {
			return f.removeTraces()
		}
		ids, waited := pids(left), time.Since(begin)
		if len(escalation) > 0 && waited >= escalation[0].after {
			log.WarnContext(ctx, "stopping a PostgreSQL left by an earlier run", "pids", ids, "signal", escalation[0].signal.String())
			f.signal(left, escalation[0].signal)
			escalation = escalation[1:]
		}
		release(left)
		if waited > leftoverGiveUp {
			return fmt.Errorf("PostgreSQL processes %v of an earlier run on %s do not end: kill them and start again", ids, f.root)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("interrupted while stopping the PostgreSQL of an earlier run: %w", ctx.Err())
		case <-time.After(leftoverPoll):
		}
	}
}

// signal signals the postmaster, which stops its children in order. Without a postmaster it signals the rest to quit:
// there is nothing to flush, and the next start replays the log.
func (f folder) signal(left []*os.Process, signal syscall.Signal) {
	postmaster := f.recordedPID(f.cluster())
	for _, p := range left {
		if signal == syscall.SIGINT && p.Pid == postmaster {
			_ = p.Signal(signal)
			return
		}
	}
	if signal == syscall.SIGINT {
		signal = syscall.SIGQUIT
	}
	for _, p := range left {
		_ = p.Signal(signal) // fails if it has exited meanwhile
	}
}

// recordedPID returns the postmaster according to its pid file, or 0.
func (f folder) recordedPID(cluster string) int {
	text, _ := os.ReadFile(filepath.Join(cluster, "postmaster.pid"))
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(first))
	return pid
}

// removeTraces deletes the lock files of a server that has exited.
func (f folder) removeTraces() error {
	traces, err := filepath.Glob(filepath.Join(escapeGlob(f.socket()), ".s.PGSQL.*"))
	if err != nil {
		return advise("look for the socket of an earlier run", err)
	}
	for _, path := range append(traces, filepath.Join(f.cluster(), "postmaster.pid")) {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return advise("remove what an earlier run left", err)
		}
	}
	return nil
}

var globEscaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

func escapeGlob(path string) string { return globEscaper.Replace(path) }

func pids(processes []*os.Process) []int {
	var ids []int
	for _, p := range processes {
		ids = append(ids, p.Pid)
	}
	return ids
}

func release(processes []*os.Process) {
	for _, p := range processes {
		_ = p.Release()
	}
}
