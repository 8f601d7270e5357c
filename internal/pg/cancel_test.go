package pg_test

import (
	"context"
	"errors"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
)

// slowConn is a connection whose next write, when a cancel function is set, returns only after the answer was read in the
// background and the context of the statement has ended.
type slowConn struct {
	net.Conn
	cancel    atomic.Pointer[context.CancelFunc]
	answered  chan struct{}
	deadlines chan time.Time
	failed    chan struct{}
}

func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		close(c.failed)
	} else if c.cancel.Load() != nil {
		c.answered <- struct{}{}
	}
	return n, err
}

func (c *slowConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if cancel := c.cancel.Load(); cancel != nil {
		<-c.answered
		c.cancel.Store(nil)
		(*cancel)()
		if deadline := <-c.deadlines; deadline.Before(time.Now()) {
			<-c.failed
		}
	}
	return n, err
}

func (c *slowConn) SetDeadline(at time.Time) error {
	if at.IsZero() {
		return c.Conn.SetDeadline(at)
	}
	c.deadlines <- at
	if at.After(time.Now()) {
		at = at.Add(time.Hour) // on a busy machine the answer may take longer than the time it has left
	}
	return c.Conn.SetDeadline(at)
}

// TestCanceledCallerLeavesTheConnectionUsable checks that a caller that goes away while its answer arrives does not make the
// next statement on the same connection fail.
func TestCanceledCallerLeavesTheConnectionUsable(t *testing.T) {
	t.Parallel()
	opened, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(pgtest.DB(t).URL), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	cfg := opened.Config()
	opened.Close()
	slow := &slowConn{answered: make(chan struct{}, 1), deadlines: make(chan time.Time, 9), failed: make(chan struct{})}
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		slow.Conn = c
		return slow, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	one := func(ctx context.Context) (n int, err error) {
		err = pool.QueryRow(ctx, "SELECT 1").Scan(&n)
		return n, err
	}
	if _, err := one(context.Background()); err != nil { // prepares the statement
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	slow.cancel.Store(&cancel)
	if n, err := one(ctx); n != 1 || err != nil {
		t.Errorf("canceled after its answer: %d, %v", n, err)
	}
	if n, err := one(context.Background()); n != 1 || err != nil {
		t.Errorf("the next statement: %d, %v", n, err)
	}
}
