package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// scanner is the path of govulncheck, built at the version pinned in tools/go.mod.
type scanner string

// buildScanner builds it in our module, where tools/go.mod is; the module to check may be another one.
func buildScanner(ctx context.Context) (scanner, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", said(err, nil)
	}
	cmd := exec.CommandContext(ctx, "go", "tool", "-modfile=tools/go.mod", "-n", "govulncheck") // builds it and prints where it is kept
	cmd.Dir = strings.TrimSpace(string(root))
	path, err := cmd.Output()
	if err != nil {
		return "", said(err, nil)
	}
	return scanner(strings.TrimSpace(string(path))), nil
}

// foundByScanner is govulncheck's exit code when the code can reach a known vulnerability.
const foundByScanner = 3

func (s scanner) look(ctx context.Context, dir, database string) verdict {
	v := verdict{what: "Go modules and standard library"}
	args := []string{"./..."}
	if database != "" {
		args = append([]string{"-db", database}, args...)
	}
	cmd := exec.CommandContext(ctx, string(s), args...)
	cmd.Dir = dir
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.ExitCode() == foundByScanner:
		v.found = strings.TrimSpace(out.String())
	default:
		v.unseen = said(err, complaints.Bytes())
	}
	return v
}

// said wraps an error with the last lines that the program printed.
func said(err error, output []byte) error {
	var exit *exec.ExitError
	if len(output) == 0 && errors.As(err, &exit) {
		output = exit.Stderr
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return fmt.Errorf("%w: %s", err, strings.Join(lines[max(0, len(lines)-3):], "; "))
}
