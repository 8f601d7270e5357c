package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/background"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
)

// part is one service in this process. It serves requests, works in the background, or both.
type part struct {
	name    string
	handler http.Handler
	run     func(context.Context) error
	ready   func(context.Context) error
	limit   func(net.Listener) net.Listener // limits the connections; nil means the limits of a service
	drain   time.Duration                   // drain time of its background work, if longer than the host's
	// The part's place in the database; the gateway has none.
	db     *pgxpool.Pool
	schema pg.Schema
}

// host runs the parts of a process. To stop, it stops accepting, lets requests finish and stops background work; after
// that the caller may close the connection pools.
type host struct {
	log       *slog.Logger
	drain     time.Duration
	parts     []part
	listeners listeners
}

// checkSchema refuses to serve on an older schema. If the database is down, the part starts anyway and answers 503 until
// it is back.
func (h *host) checkSchema(ctx context.Context) error {
	for _, p := range h.parts {
		if p.db == nil {
			continue
		}
		err := pg.CheckVersions(ctx, p.db, []pg.Schema{p.schema})
		if fault.Is(err, fault.Unavailable) {
			h.log.Warn("the database is down; answering 503 until it is back", "part", p.name, "error", err)
			continue
		}
		if pg.LoginRefused(err) {
			return fmt.Errorf("%s: the database refuses the login %s: run `rolecall migrate` with %s and the owner's DATABASE_URL",
				p.name, p.schema.Role, loginVariables[p.schema.Role])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// serviceConnections are the limits of services behind the gateway. Their connections come from a few addresses of our
// own, so there is no limit per address.
var serviceConnections = httpd.Connections{Total: 4096}

// serve runs until the context ends or a part fails. It calls started once everything runs.
func (h *host) serve(ctx context.Context, started func(context.Context) error) error {
	loops := background.NewGroup(context.WithoutCancel(ctx))
	servers, ctx := errgroup.WithContext(ctx)
	for _, p := range h.parts {
		if ln := h.listeners[p.name]; ln != nil {
			limit := serviceConnections.Limit
			if p.limit != nil {
				limit = p.limit
			}
			ln = limit(ln)
			servers.Go(func() error { return httpd.Serve(ctx, ln, httpd.Server(p.handler, h.log), h.drain) })
		}
		if p.run != nil {
			loops.Go(p.name, func(ctx context.Context) {
				if err := p.run(ctx); err != nil && !errors.Is(err, context.Canceled) {
					h.log.Error("background work failed", "part", p.name, "error", err)
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
	patience := h.drain
	for _, p := range h.parts {
		patience = max(patience, p.drain)
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience+5*time.Second)
	defer cancel()
	return errors.Join(err, loops.Stop(stop))
}

// waitReady waits until every part can serve. It gives up when a part reports the same reason for too long; a search
// index that is loading reports its progress.
func (h *host) waitReady(ctx context.Context, patience time.Duration) error {
	for _, p := range h.parts {
		if p.ready == nil {
			continue
		}
		reason, since := "", time.Now()
		for {
			try, cancel := context.WithTimeout(ctx, patience)
			err := p.ready(try)
			cancel()
			if err == nil {
				break
			}
			if message := fault.Of(err).Message; message != reason {
				reason, since = message, time.Now()
			}
			if time.Since(since) > patience {
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
