package identity

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"unicode"

	"rolecall/internal/httpd"
)

type agentKey struct{}

// withClient keeps what a session remembers of its client, and keeps answers that carry secrets out of every cache.
func withClient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), agentKey{}, r.UserAgent())))
	})
}

const longestAgent = 300

// userAgent is the client's program as it named itself, or nil.
func userAgent(ctx context.Context) *string {
	text, _ := ctx.Value(agentKey{}).(string)
	text = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > longestAgent {
		text = string(runes[:longestAgent])
	}
	if text == "" {
		return nil
	}
	return &text
}

// clientAddress is the client's address as a session shows it, or nil.
func clientAddress(ctx context.Context) *string {
	a := httpd.ClientAddress(ctx)
	if !a.IsValid() {
		return nil
	}
	text := a.WithZone("").String()
	return &text
}

// networkSubject is whose budget a client uses where a new name costs nothing: a customer may have 65,536 networks of
// the size that clientSubject counts.
func networkSubject(ctx context.Context) string {
	a := httpd.ClientAddress(ctx).WithZone("")
	if a.Is6() {
		return netip.PrefixFrom(a, 48).Masked().String()
	}
	return a.String()
}

// clientSubject is whose budget a client uses: an IPv6 customer has a whole network of addresses.
func clientSubject(ctx context.Context) string {
	a := httpd.ClientAddress(ctx).WithZone("")
	if a.Is6() {
		return netip.PrefixFrom(a, 64).Masked().String()
	}
	return a.String()
}
