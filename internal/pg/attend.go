package pg

import (
	"context"
	"io"
	"net"
	"runtime"
	"sync/atomic"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sys/unix"
)

const (
	// attention is how long, in milliseconds, an answer is waited for in the kernel. Most answers are there by then; for
	// the others it is no matter how they are waited for.
	attention = 2
	// calm is how many answers in a row must have been waited for one at a time.
	calm = 16
)

var (
	awaited atomic.Int32 // answers that this process is waiting for
	single  atomic.Int32 // in a row, that were the only one when the wait for them began
)

// alone tells that nobody else waits, nor did of late: who holds a processor while he waits should not be in the way of
// others. It is to be followed by a decrement of awaited.
func alone() bool {
	if awaited.Add(1) > 1 {
		single.Store(0)
		return false
	}
	return single.Add(1) > calm
}

// attended is a connection to PostgreSQL whose caller, as long as nobody else waits for answers, waits in the kernel and
// not in Go's poller. The poller is made for many waiters: it wakes a second thread to look for more work, and on a small
// machine that thread is in the way of the very process that prepares the answer. With many waiters it is the better
// one, and one processor must be left to attend to it.
type attended struct {
	net.Conn
	raw  syscall.RawConn
	read func(fd uintptr) bool // made once, because a read should not cost memory

	into  []byte // of the one read at a time
	alone bool
	n     int
	err   error
}

// attend wraps the connections that a dialer makes.
func attend(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil || runtime.GOMAXPROCS(0) == 1 {
			return c, err
		}
		raw, ok := c.(syscall.Conn)
		if !ok {
			return c, nil
		}
		a := &attended{Conn: c}
		if a.raw, err = raw.SyscallConn(); err != nil {
			_ = c.Close()
			return nil, err
		}
		a.read = a.readFrom
		return a, nil
	}
}

// Read reads what there is, as soon as there is something. Deadlines hold, late by the attention at most.
func (a *attended) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	a.into, a.alone = p, alone()
	defer awaited.Add(-1)
	err := a.raw.Read(a.read)
	a.into = nil
	switch {
	case err != nil: // closed, or its deadline is over
		return 0, err
	case a.err != nil:
		return 0, &net.OpError{Op: "read", Net: a.LocalAddr().Network(), Source: a.LocalAddr(), Addr: a.RemoteAddr(), Err: a.err}
	case a.n == 0:
		return 0, io.EOF
	}
	return a.n, nil
}

// readFrom tells whether it read, or else is to be called again when there is something.
func (a *attended) readFrom(fd uintptr) bool {
	if a.alone {
		a.alone = false
		// Whatever it says, the read will know better.
		_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, attention)
	}
	for {
		a.n, a.err = unix.Read(int(fd), a.into)
		if a.err != unix.EINTR {
			break
		}
	}
	return a.err != unix.EAGAIN
}
