package main

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// link is a proxy between two parts that can be cut, stalled and slowed, in any combination. It listens on
// loopback and takes its targets in turn, leaving out those that do not accept.
type link struct {
	name     string
	listener net.Listener
	targets  []string

	turn  atomic.Uint64
	cuts  atomic.Int64
	delay atomic.Int64 // nanoseconds added to every chunk
	flow  sync.RWMutex // held for writing while the link is stalled

	mu    sync.Mutex
	conns map[net.Conn]struct{}
	ended sync.WaitGroup
}

const (
	dialTimeout = time.Second
	chunkSize   = 16 << 10
)

func newLink(name string, targets ...string) (*link, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &link{name: name, listener: ln, targets: targets, conns: map[net.Conn]struct{}{}}
	l.ended.Go(l.accept)
	return l, nil
}

func (l *link) address() string { return l.listener.Addr().String() }

// cut closes every connection and refuses new ones for a while.
func (l *link) cut(ctx context.Context, d time.Duration) {
	l.cuts.Add(1)
	defer l.cuts.Add(-1)
	l.drop()
	sleep(ctx, d)
}

// stall holds back every byte for a while; connections stay open.
func (l *link) stall(ctx context.Context, d time.Duration) {
	l.flow.Lock()
	defer l.flow.Unlock()
	sleep(ctx, d)
}

// slow delays every chunk for a while.
func (l *link) slow(ctx context.Context, by, d time.Duration) {
	l.delay.Add(int64(by))
	defer l.delay.Add(-int64(by))
	sleep(ctx, d)
}

func (l *link) close() {
	_ = l.listener.Close()
	l.drop()
	l.ended.Wait()
}

func (l *link) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		_ = c.Close()
	}
}

func (l *link) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.ended.Go(func() { l.serve(client) })
	}
}

func (l *link) serve(client net.Conn) {
	defer l.forget(client)
	l.keep(client)
	if l.cuts.Load() > 0 {
		if tcp, ok := client.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return
	}
	server := l.dial()
	if server == nil {
		return
	}
	defer l.forget(server)
	l.keep(server)
	var upstream sync.WaitGroup
	upstream.Go(func() { l.copy(server, client) })
	l.copy(client, server)
	// Nothing here uses half-closed connections, so both ends are closed together.
	_ = client.Close()
	_ = server.Close()
	upstream.Wait()
}

func (l *link) keep(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c] = struct{}{}
}

func (l *link) forget(c net.Conn) {
	_ = c.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

func (l *link) dial() net.Conn {
	first := l.turn.Add(1)
	for i := range uint64(len(l.targets)) {
		c, err := net.DialTimeout("tcp", l.targets[(first+i)%uint64(len(l.targets))], dialTimeout)
		if err == nil {
			return c
		}
	}
	return nil
}

func (l *link) copy(to, from net.Conn) {
	defer to.Close()
	buf := make([]byte, chunkSize)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if d := time.Duration(l.delay.Load()); d > 0 {
				time.Sleep(d)
			}
			l.flow.RLock() // waits while stalled
			//lint:ignore SA2001 nothing is guarded: the lock is the gate
			l.flow.RUnlock()
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// sleep waits until the time has passed or the context has ended, and reports whether it has ended.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return ctx.Err() != nil
}
