package httpd

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"rolecall/internal/env"
)

// Headers that carry a client's address. The proof is made with the service key, so only our own gateway can vouch for
// an address, and only for a short time. A proxy in front of the gateway is trusted by its network address instead.
const (
	ForwardedForHeader   = "X-Forwarded-For"
	ForwardedProofHeader = "X-Forwarded-Proof"
)

// Networks is a list of address ranges in CIDR form.
type Networks []netip.Prefix

// UnmarshalText reads a comma-separated list.
func (n *Networks) UnmarshalText(text []byte) error {
	*n = nil
	for part := range strings.SplitSeq(string(text), ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		p, err := netip.ParsePrefix(part)
		if err != nil {
			return errors.New("must be a list of networks such as 10.0.0.0/8,fd00::/8")
		}
		*n = append(*n, p.Masked())
	}
	return nil
}

func (n Networks) String() string {
	parts := make([]string, len(n))
	for i, p := range n {
		parts[i] = p.String()
	}
	return strings.Join(parts, ",")
}

// Contains reports whether the address is in one of the networks.
func (n Networks) Contains(a netip.Addr) bool {
	return slices.ContainsFunc(n, func(p netip.Prefix) bool { return p.Contains(a) })
}

// Clients determines the client addresses of requests.
type Clients struct {
	Trusted Networks   // proxies whose X-Forwarded-For is trusted
	Key     env.Secret // the service key, with which our gateway proves an address
}

// Address returns the client of a request: the peer of the connection, unless a gateway with the service key or a
// trusted proxy vouches for another. A header alone changes nothing.
func (c Clients) Address(r *http.Request) netip.Addr {
	client, _ := c.address(r)
	return client
}

// address also returns how far off the time of a genuine proof was if that is why it was refused, or 0.
func (c Clients) address(r *http.Request) (client netip.Addr, off time.Duration) {
	peer := peerOf(r)
	if c.Trusted.Contains(peer) {
		return c.beforeProxies(peer, r.Header.Values(ForwardedForHeader)), 0
	}
	forwarded := r.Header.Get(ForwardedForHeader)
	if forwarded == "" {
		return peer, 0
	}
	genuine, off := c.proved(forwarded, r.Header.Get(ForwardedProofHeader))
	switch a, err := netip.ParseAddr(forwarded); {
	case !genuine || err != nil:
		return peer, 0
	case off > proofMargin:
		return peer, off
	default:
		return a.Unmap(), 0
	}
}

// parseHop reads the address of a hop. Some proxies write its port as well.
func parseHop(hop string) (netip.Addr, error) {
	if a, err := netip.ParseAddr(hop); err == nil {
		return a, nil
	}
	a, err := netip.ParseAddrPort(hop)
	return a.Addr(), err
}

// beforeProxies walks the hops from the nearest outwards and stops at the first that is not a trusted proxy: anyone
// could have written the entries further left.
func (c Clients) beforeProxies(peer netip.Addr, headers []string) netip.Addr {
	hops := strings.Split(strings.Join(headers, ","), ",")
	last := peer
	for i := len(hops) - 1; i >= 0; i-- {
		a, err := parseHop(strings.TrimSpace(hops[i]))
		if err != nil {
			return last
		}
		last = a.Unmap()
		if !c.Trusted.Contains(last) {
			return last
		}
	}
	return last
}

// Vouch sets the client's address and its proof on a request to one of our services.
func (c Clients) Vouch(h http.Header, client netip.Addr) {
	h.Set(ForwardedForHeader, client.String())
	if c.Key.Set() {
		h.Set(ForwardedProofHeader, c.proof(client.String(), time.Now()))
	}
}

func (c Clients) middleware(log *slog.Logger, next http.Handler) http.Handler {
	warn := clockWarning(log)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, off := c.address(r)
		if off != 0 {
			warn(off)
		}
		from(r.Context()).client = client
		next.ServeHTTP(w, r)
	})
}

func peerOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	a, _ := netip.ParseAddr(host)
	return a.Unmap()
}
