package gateway

import (
	"net/http"
	"regexp"
	"strings"
)

// policy lets pages load only their own files, and images from elsewhere (company logos). Inline styles are allowed
// because the component library positions elements with style attributes; without inline scripts an attacker could
// change only the looks.
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

// securityHeaders are set on every response.
var securityHeaders = [][2]string{
	{"Content-Security-Policy", policy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "same-origin"}, // some of our links carry a token
	{"Permissions-Policy", "accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
		"payment=(), usb=()"},
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

// setSecurityHeaders sets the security headers. Strict-Transport-Security is set only if the public address uses HTTPS;
// browsers ignore it over plain HTTP.
func setSecurityHeaders(next http.Handler, https bool) http.Handler {
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

// buildHeader carries the build of the web app on every response, so that open pages of an older build notice it.
const buildHeader = "Rolecall-Build"

var buildTag = regexp.MustCompile(`<meta name="build" content="([0-9a-f]+)"`)

// buildOf returns the build that a page of the web app names, or "".
func buildOf(index []byte) string {
	if found := buildTag.FindSubmatch(index); found != nil {
		return string(found[1])
	}
	return ""
}

// nameBuild sets the build header if the build is known.
func nameBuild(next http.Handler, build string) http.Handler {
	if build == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(buildHeader, build)
		next.ServeHTTP(w, r)
	})
}
