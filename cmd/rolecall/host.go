package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"rolecall/internal/background"
	"rolecall/internal/httpd"
)

// part is one service in this process: something that answers, something that works in the background, or both.
type part struct {
	name       string
	addressKey string
	address    string
	handler    http.Handler // nil: the part does not listen
	run        func(context.Context) error
	ready      func(context.Context) error
}

// host runs the parts of a process. Its stop has an order: stop accepting, let requests finish, stop the background,
// and only then may the caller close what all of them stand on.
type host struct {
	log       *slog.Logger
	drain     time.Duration
	parts     []part
	listeners []net.Listener
}

// listen opens every address before anything starts, so that a taken port is the first thing an operator learns. The
// parts' addresses become the real ones (port 0 is allowed).
func (h *host) listen(ctx context.Context) error {
	h.listeners = make([]net.Listener, len(h.parts))
	var faults []error
	for i := range h.parts {
		p := &h.parts[i]
		if p.address == "" {
			continue
		}
		ln, err := httpd.Listen(ctx, p.addressKey, p.address)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		h.listeners[i], p.address = ln, ln.Addr().String()
	}
	if err := errors.Join(faults...); err != nil {
		h.closeListeners()
		return err
	}
	return nil
}

func (h *host) closeListeners() {
	for _, ln := range h.listeners {
		if ln != nil {
			_ = ln.Close()
		}
	}
}

// serve runs until the context ends or a part fails. Started is called once everything is under way.
func (h *host) serve(ctx context.Context, started func(context.Context) error) error {
	loops := background.NewGroup(context.WithoutCancel(ctx))
	servers, ctx := errgroup.WithContext(ctx)
	for i, p := range h.parts {
		if p.handler != nil {
			servers.Go(func() error {
				return httpd.Serve(ctx, h.listeners[i], httpd.Server(p.handler, h.log), h.drain)
			})
		}
		if p.run != nil {
			loops.Go(p.name, func(ctx context.Context) {
				if err := p.run(ctx); err != nil && !errors.Is(err, context.Canceled) {
					h.log.Error("background work ended", "part", p.name, "error", err)
				}
			})
		}
	}
	servers.Go(func() error {
		if started != nil {
			if err := started(ctx); err != nil {
				return err
			}
		}
		<-ctx.Done()
		return nil
	})
	err := servers.Wait()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.drain+5*time.Second)
	defer cancel()
	return errors.Join(err, loops.Stop(stop))
}

// waitReady waits until every part can serve; it gives up with the reason of the first that cannot.
func (h *host) waitReady(ctx context.Context, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	for _, p := range h.parts {
		for p.ready != nil {
			try, cancel := context.WithTimeout(ctx, 2*time.Second)
			err := p.ready(try)
			cancel()
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("%s is not ready after %s: %w", p.name, patience, err)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
	return nil
}
