package source

import (
	"context"
	"maps"
	"sync"
)

// Cost is the cost of requests: their number, repeated ones included, and the bytes of the responses as sent.
type Cost struct {
	Requests int
	Bytes    int64
}

// Usage counts what a pull costs, by host. Hosts with one backend count as one, under the name of their lane. The zero
// value is ready for use, and safe for concurrent use.
type Usage struct {
	mu    sync.Mutex
	first string
	hosts map[string]Cost
}

// Host returns the host that got the first request, or "".
func (u *Usage) Host() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.first
}

// Hosts returns the cost by host.
func (u *Usage) Hosts() map[string]Cost {
	u.mu.Lock()
	defer u.mu.Unlock()
	return maps.Clone(u.hosts)
}

// Total returns the cost at all hosts.
func (u *Usage) Total() (sum Cost) {
	for _, c := range u.Hosts() {
		sum.Requests += c.Requests
		sum.Bytes += c.Bytes
	}
	return sum
}

func (u *Usage) add(host string, requests, bytes int) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.hosts == nil {
		u.first, u.hosts = host, map[string]Cost{}
	}
	c := u.hosts[host]
	u.hosts[host] = Cost{c.Requests + requests, c.Bytes + int64(bytes)}
}

type usageKey struct{}

// withUsage makes the requests under the context count.
func withUsage(ctx context.Context, u *Usage) context.Context {
	return context.WithValue(ctx, usageKey{}, u)
}

// usageOf returns the usage that requests under the context count towards, nil if there is none.
func usageOf(ctx context.Context) *Usage {
	u, _ := ctx.Value(usageKey{}).(*Usage)
	return u
}
