package main

import (
	"strings"
	"syscall"
	"testing"
)

func TestFailedProcessShowsTheEndOfItsLog(t *testing.T) {
	t.Parallel()
	const script = "i=0; while [ $i -lt 2000 ]; do echo request $i; i=$((i + 1)); done; echo the port is taken >&2; exit 1"
	p, err := startProcess(t.Context(), "sh", nil, "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	<-p.ended
	if err := p.end(syscall.SIGTERM); err == nil || !strings.HasSuffix(err.Error(), "request 1999\nthe port is taken") {
		t.Errorf("got %v", err)
	}
}
