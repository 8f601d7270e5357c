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

// withClient puts the client's user agent into the context and keeps answers, which may carry secrets, out of caches.
func withClient(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), agentKey{}, r.UserAgent())))
	})
}

const maxUserAgent = 300

// userAgent returns the printable start of the client's User-Agent, or nil.
func userAgent(ctx context.Context) *string {
	text, _ := ctx.Value(agentKey{}).(string)
	text = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > maxUserAgent {
		text = string(runes[:maxUserAgent])
	}
	if text == "" {
		return nil
	}
	return &text
}

// clientAddress returns the client's address as a session shows it, or nil.
func clientAddress(ctx context.Context) *string {
	a := httpd.ClientAddress(ctx)
	if !a.IsValid() {
		return nil
	}
	text := a.WithZone("").String()
	return &text
}

// clientSubject returns the subject of a client's budgets: its address or, because an IPv6 customer has a whole network, the
// /64 of it.
func clientSubject(ctx context.Context) string { return subjectOf(ctx, 64) }

// networkSubject does the same where a new name costs nothing: a customer may have 65,536 networks of size /64.
func networkSubject(ctx context.Context) string { return subjectOf(ctx, 48) }

func subjectOf(ctx context.Context, bits int) string {
	a := httpd.ClientAddress(ctx).WithZone("")
	if a.Is6() {
		return netip.PrefixFrom(a, bits).Masked().String()
	}
	return a.String()
}
