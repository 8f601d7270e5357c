package hashing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// Word is the only argument of a program that is to be a second process.
const Word = "hash"

// Main is the second process, if this is one: it does not return then. A program that uses New calls it first.
func Main() {
	if len(os.Args) != 2 || os.Args[1] != Word {
		return
	}
	// The service says when it is over, by closing the pipe: a Ctrl-C or a stop of the whole group comes too early, as
	// logins are still being answered.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	quieten()
	seclude()
	if err := Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", Word, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// quiet is how long nobody has to ask before the memory of hashes goes back to the machine.
const quiet = 10 * time.Second

// Serve answers requests, one after the other, until there are no more. It reads no further ahead than one, so what it
// holds is bounded. What is under way at the end is given up: nobody is left to hear it.
func Serve(in io.Reader, out io.Writer) error {
	type work struct {
		number uint64
		Request
	}
	queue := make(chan work)
	defer close(queue)
	go func() {
		var waste waste
		for w := range queue {
			_, _ = out.Write(appendAnswer(nil, w.number, w.key())) // a service that does not read has gone: its end of stdin says so too
			clear(w.Password)
			waste.add(w.Memory)
		}
	}()
	idle := time.AfterFunc(quiet, debug.FreeOSMemory)
	defer idle.Stop()
	var wide uint32
	for frames := bufio.NewReader(in); ; {
		number, body, err := readFrame(frames)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r, err := parseRequest(body)
		if err != nil {
			return err
		}
		if r.Memory > wide {
			widen(r.Memory)
			wide = r.Memory
		}
		idle.Reset(quiet)
		queue <- work{number, r}
	}
}
