//go:build !linux

package pgserver

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// leftovers finds a postmaster by its pid file and its command line, so that an unrelated process with the same id is
// left alone. Sessions exit on their own after their postmaster.
func (f folder) leftovers() ([]*os.Process, error) {
	var found []*os.Process
	for _, cluster := range []string{f.cluster(), f.draft()} {
		pid := f.recordedPID(cluster)
		if pid <= 0 {
			continue
		}
		p, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if !runsOn(pid, cluster) {
			_ = p.Release()
			continue
		}
		found = append(found, p)
	}
	return found, nil
}

func runsOn(pid int, cluster string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	line, err := exec.CommandContext(ctx, "ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(line), "postgres") && strings.Contains(string(line), cluster)
}
