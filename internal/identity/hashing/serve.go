package hashing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Word is the first argument of a program that is to be a second process; the other is how many keys it makes at once.
const Word = "hash"

// Main is the second process, if this is one: it does not return then. A program that uses New calls it first.
func Main() {
	if len(os.Args) != 3 || os.Args[1] != Word {
		return
	}
	threads, err := strconv.Atoi(os.Args[2])
	if err == nil && threads < 1 {
		err = errors.New("it must make at least one key at once")
	}
	if err == nil {
		// The service says when it is over, by closing the pipe: a Ctrl-C or a stop of the whole group comes too early,
		// as logins are still being answered.
		signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		quieten(threads)
		seclude()
		err = Serve(os.Stdin, os.Stdout, threads)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", Word, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// quiet is how long nobody has to ask before the memory of hashes goes back to the machine.
const quiet = 10 * time.Second

// Serve answers requests until there are no more. It makes as many keys at once as there are threads and reads no
// further ahead than one request, so what it holds is bounded. What is under way at the end is given up: nobody is left
// to hear it.
func Serve(in io.Reader, out io.Writer, threads int) error {
	type work struct {
		number uint64
		Request
	}
	queue := make(chan work)
	defer close(queue)
	var mu sync.Mutex
	for range threads {
		go func() {
			for w := range queue {
				answer := appendAnswer(nil, w.number, w.key())
				clear(w.Password)
				mu.Lock()
				_, _ = out.Write(answer) // a service that does not read has gone: its end of stdin says so too
				mu.Unlock()
				w.collect()
			}
		}()
	}
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
			widen(threads, r.Memory)
			wide = r.Memory
		}
		idle.Reset(quiet)
		queue <- work{number, r}
	}
}
