package httpd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Listen opens the address. Its error is one line that says what to do if the port is taken.
func Listen(ctx context.Context, key, address string) (net.Listener, error) {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; free it or set %s to another address", address, errors.Unwrap(err), key)
	}
	return ln, nil
}

// Server returns a server with all timeouts set, which bound the cost of slow clients.
func Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      90 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    256 << 10, // a search of 100 KB gets a proper error instead of a closed connection
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Serve serves until the context ends, then stops accepting and gives active requests the drain time to finish.
func Serve(ctx context.Context, ln net.Listener, srv *http.Server, drain time.Duration) error {
	if bounded, ok := ln.(*boundedListener); ok {
		srv.ConnState = bounded.connState
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil {
		_ = srv.Close()
		return fmt.Errorf("requests that still ran after %s were aborted: %w", drain, err)
	}
	<-failed
	return nil
}
