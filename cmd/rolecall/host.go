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

// part is one service in this process: something that answers, something that works in the background, or both.
type part struct {
	name    string
	handler http.Handler
	run     func(context.Context) error
	ready   func(context.Context) error
	limit   func(net.Listener) net.Listener // bounds the connections; nil gives them the bounds of a service
	drain   time.Duration                   // what its background work needs at the end, if more than the host gives
	// The part's place in the database; the gateway has none.
	db     *pgxpool.Pool
	schema pg.Schema
}

// host runs the parts of a process. Its stop has an order: stop accepting, let requests finish, stop the background,
// and only then may the caller close what all of them stand on.
type host struct {
	log       *slog.Logger
	drain     time.Duration
	parts     []part
	listeners listeners
}

// checkSchema refuses to serve on an older schema. A database that is away is no reason not to start: the part answers
// 503 until it is back.
func (h *host) checkSchema(ctx context.Context) error {
	for _, p := range h.parts {
		if p.db == nil {
			continue
		}
		err := pg.CheckVersions(ctx, p.db, []pg.Schema{p.schema})
		if fault.Is(err, fault.Unavailable) {
			h.log.Warn("the database is away; answering 503 until it is back", "part", p.name, "error", err)
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

// serviceConnections are for services behind the gateway. Nearly all of their connections come from a few addresses of
// ours, so they are not told apart by address.
var serviceConnections = httpd.Connections{Total: 4096}

// serve runs until the context ends or a part fails. Started is called once everything is under way.
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
	patience := h.drain
	for _, p := range h.parts {
		patience = max(patience, p.drain)
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience+5*time.Second)
	defer cancel()
	return errors.Join(err, loops.Stop(stop))
}

// waitReady waits until every part can serve. It gives up when the reason why a part cannot stays the same for as long
// as the patience lasts: a search index that is loading says how far it is.
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
