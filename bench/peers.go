package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// peer builds one of the programs under bench/peers, each a module of its own so that nothing of it enters the
// product's. The result stays in bin/ for the next run; the toolchain knows when it is stale.
func (b *bench) peer(ctx context.Context, name string) (string, error) {
	program, err := filepath.Abs(filepath.Join("bin", "peer-"+name))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	cmd.Dir = filepath.Join("bench", "peers", name)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("build the peer %s: %w: %s", name, err, lastLines(complaints.String()))
	}
	return program, nil
}
