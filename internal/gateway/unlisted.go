package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"

	"rolecall/internal/httpd"
)

// unlisted logs proxies in front of the gateway that are not configured as trusted, because their clients share one
// address with its limits and lockouts. Anyone can send the header, so only private addresses are logged, each once.
type unlisted struct {
	trusted httpd.Networks
	log     *slog.Logger
	mu      sync.Mutex
	seen    map[netip.Addr]bool
}

// maxUnlisted bounds how many are logged.
const maxUnlisted = 4

func (u *unlisted) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(httpd.ForwardedForHeader) != "" || r.Header.Get("Forwarded") != "" {
			if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
				u.notice(r.Context(), peer.Addr().Unmap())
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (u *unlisted) notice(ctx context.Context, peer netip.Addr) {
	if u.trusted.Contains(peer) || !peer.IsPrivate() && !peer.IsLoopback() && !peer.IsLinkLocalUnicast() {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen[peer] || len(u.seen) >= maxUnlisted {
		return
	}
	if u.seen == nil {
		u.seen = map[netip.Addr]bool{}
	}
	u.seen[peer] = true
	u.log.WarnContext(ctx, "requests come through a proxy that is not trusted, so all its clients share one address and its limits",
		"proxy", peer.String(), "set", "GATEWAY_TRUSTED_PROXIES="+netip.PrefixFrom(peer, peer.BitLen()).String())
}
