package gateway

import (
	"net/http"
	"strings"
)

// policy is what a page of ours may do: run and load its own files, and show pictures from elsewhere (company logos).
// Styles may stand inline because the component library positions its parts with style attributes; without inline
// scripts that gives an injected text colour, not power.
var policy = strings.Join([]string{
	"default-src 'self'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: https:",
	"connect-src 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"object-src 'none'",
}, "; ")

// securityHeaders stand on every answer, whoever gives it.
var securityHeaders = [][2]string{
	{"Content-Security-Policy", policy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "same-origin"}, // some of our links carry a token
	{"Permissions-Policy", "accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
}

const transportSecurity = "Strict-Transport-Security"

var securityHeaderNames = func() []string {
	names := []string{transportSecurity}
	for _, h := range securityHeaders {
		names = append(names, h[0])
	}
	return names
}()

// protect sets the security headers. HTTPS is demanded for a year where people use it; on a plain address the
// header would be ignored.
func protect(next http.Handler, https bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for _, header := range securityHeaders {
			h.Set(header[0], header[1])
		}
		if https {
			h.Set(transportSecurity, "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
