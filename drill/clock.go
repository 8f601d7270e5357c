package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// clockVariable sets by how many seconds the clock of a program made by buildSkewed is wrong.
const clockVariable = "DRILL_CLOCK_ERROR"

// A Go program reads the clock without the C library, so preloading a library cannot change it. Instead the same sources are
// built with a standard library whose time.Now adds the error in the environment. Durations, timers and time-outs use the
// monotonic clock and stay right, as on a machine whose wall clock is wrong.
const clockSource = `package time

import "syscall"

var clockError = readClockError()

func readClockError() (seconds int64) {
	text, _ := syscall.Getenv("` + clockVariable + `")
	for _, c := range text {
		if '0' <= c && c <= '9' {
			seconds = seconds*10 + int64(c-'0')
		}
	}
	if len(text) > 0 && text[0] == '-' {
		return -seconds
	}
	return seconds
}
`

const readsClock = "\tsec, nsec, mono := runtimeNow()\n"

// buildSkewed builds the platform with a clock that can be wrong. Only the first build is slow.
func buildSkewed(ctx context.Context, dir string) (program string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("find the standard library: %w", err)
	}
	std := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	original := filepath.Join(std, "time.go")
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed := bytes.Replace(source, []byte(readsClock), []byte(readsClock+"\tsec += clockError\n"), 1)
	if bytes.Equal(changed, source) {
		return "", fmt.Errorf("time.Now in %s does not look as expected", original)
	}
	// The build cache depends on names and contents, so both stay the same from run to run.
	overlay := filepath.Join(dir, "overlay.json")
	files := map[string]string{original: filepath.Join(dir, "time.go"), filepath.Join(std, "clock_error.go"): filepath.Join(dir,
		"clock_error.go")}
	list, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return "", err
	}
	for path, content := range map[string][]byte{filepath.Join(dir, "time.go"): changed,
		filepath.Join(dir, "clock_error.go"): []byte(clockSource), overlay: list} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "rolecall-skewed")
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", program, "rolecall/cmd/rolecall")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build with a wrong clock: %w\n%s", err, out)
	}
	return program, nil
}
