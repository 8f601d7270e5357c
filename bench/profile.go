package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"

	"rolecall/internal/slug"
)

// profile keeps a CPU profile of the work under bench/profiles and its heaviest functions beside it as text, and says
// so in the last row.
func (b *bench) profile(name string, work func() error) error {
	file, ok := slug.Make(name)
	if !ok {
		return fmt.Errorf("no file name for %q", name)
	}
	dir := filepath.Join(b.folder, "profiles")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var kept bytes.Buffer
	if err := pprof.StartCPUProfile(&kept); err != nil {
		return err
	}
	err := work()
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, file+".pprof")
	if err := os.WriteFile(path, kept.Bytes(), 0o644); err != nil {
		return err
	}
	// The reader comes with the toolchain; without it the raw profile must do.
	if text, err := exec.Command("go", "tool", "pprof", "-top", "-cum", "-nodecount=40", path).Output(); err == nil {
		if err := os.WriteFile(filepath.Join(dir, file+".txt"), text, 0o644); err != nil {
			return err
		}
	}
	rows := b.current().rows
	if n := len(rows); n > 0 {
		last := &rows[n-1]
		last.note = strings.TrimPrefix(last.note+fmt.Sprintf("; [profile](profiles/%s.txt)", file), "; ")
	}
	return nil
}
