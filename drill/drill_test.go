package main

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A short drill on every change; `make drill` is the long one. Clocks stay right here: a program with a wrong one would
// have to be built from the first file of the standard library on.
func TestAShortDrill(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "drill-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			_ = os.RemoveAll(dir)
		}
	})
	program := filepath.Join(dir, "rolecall")
	if out, err := exec.Command("go", "build", "-o", program, "rolecall/cmd/rolecall").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	got, err := run(t.Context(), options{program: program, out: dir, length: 20 * time.Second, seed: 7, members: 10, guards: 2, skew: "off", patience: 4 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("history and logs in %s\n%s", dir, got)
	if got.failed() {
		t.Errorf("%d violations", got.violations)
	}
}

func TestTheSeedDecidesTheSchedule(t *testing.T) {
	t.Parallel()
	first, again, other := plan(5, 10*time.Minute, true), plan(5, 10*time.Minute, true), plan(6, 10*time.Minute, true)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(first, other) {
		t.Error("another seed makes the same schedule")
	}
	kinds := map[kind]int{}
	for _, f := range first {
		kinds[f.Kind]++
	}
	if len(first) < 600 || len(kinds) != len(mixes) {
		t.Errorf("%d faults of %d kinds in ten minutes, want 600 or more of %d", len(first), len(kinds), len(mixes))
	}
	for _, f := range plan(5, 10*time.Minute, false) {
		switch f.Kind {
		case pgFast, pgImmediate, pgKill, pgBackend:
			t.Fatalf("%s on a PostgreSQL that is not the drill's own", f.Kind)
		}
	}
}

func TestTheLongestTimeWithoutAWrite(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	acks := []ack{{ended: at(1)}, {ended: at(11)}, {ended: at(12)}, {ended: at(19)}, {ended: at(30)}}
	for span, want := range map[[2]int]time.Duration{{10, 20}: 7 * time.Second, {10, 29}: 10 * time.Second, {13, 18}: 5 * time.Second} {
		if got := gapIn(acks, at(span[0]), at(span[1])); got != want {
			t.Errorf("%v: got %s, want %s", span, got, want)
		}
	}
}

// echo answers with what it gets.
func echo(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return ln.Addr().String()
}

func TestALinkCarriesAndBreaks(t *testing.T) {
	t.Parallel()
	// Nobody listens on port 1, and unlike a port that was just freed it is given to nobody.
	l, err := newLink("test", "127.0.0.1:1", echo(t))
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	dial := func() (net.Conn, error) {
		c, err := net.Dial("tcp", l.address())
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = c.Close() })
		return c, c.SetDeadline(time.Now().Add(time.Minute))
	}
	say := func(c net.Conn) error {
		if _, err := c.Write([]byte("hello")); err != nil {
			return err
		}
		_, err := io.ReadFull(c, make([]byte, 5))
		return err
	}
	sayAnew := func() error {
		c, err := dial()
		if err != nil {
			return err // a link that is cut may reset a connection before it is whole
		}
		return say(c)
	}
	open, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	if err := say(open); err != nil {
		t.Fatalf("a whole link: %v", err)
	}
	cut, mend := context.WithCancel(t.Context())
	mended := make(chan struct{})
	go func() { l.cut(cut, time.Hour); close(mended) }()
	if _, err := open.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a cut link keeps an old connection: %v", err)
	}
	if err := sayAnew(); err == nil {
		t.Error("a cut link carries a new connection")
	}
	mend()
	<-mended
	if err := sayAnew(); err != nil {
		t.Errorf("a mended link: %v", err)
	}
}
