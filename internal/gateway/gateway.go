// Package gateway is the only address that browsers and API clients talk to.
//
// It forwards requests to the services by a short table (route.go) and serves the web app, the API reference and a few
// facts about the installation. A request passes, outermost first: security headers → httpd (request id, log, client
// address, body limit, health) → sanity checks → rate limit → compression → routing. The gateway guarantees that no
// internal path and no service key passes, that clients cannot forge their address, and that every error has the same
// body, even if a service is down or hangs.
//
// It keeps no shared state: any number of gateways may run, each with its own limits.
package gateway

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/api"
	"rolecall/internal/gateway/web"
	"rolecall/internal/httpd"
	"rolecall/internal/mail"
)

// Options configures a gateway.
type Options struct {
	Config  Config
	Log     *slog.Logger
	Metrics prometheus.Registerer
	Tracing bool
	Version string
	// Mailbox holds the mail of an installation without a mail server; nil with one.
	Mailbox *mail.Mailbox
	// Site is the built web app; nil means the one in the binary.
	Site fs.FS

	pageTimeout time.Duration // what a page of the web app waits for its postings; 0 means previewTimeout and listTimeout
}

type gateway struct {
	upstreams map[string]*upstream
	site      *site
	pages     *pages
	platform  platform
	mailbox   *mailbox
	personal  *personalData
	large     []api.Operation // operations that accept more than the default body size
}

// New returns the gateway's handler.
func New(o Options) (http.Handler, error) {
	public, err := baseURL(o.Config.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("public address: %w", err)
	}
	clients := httpd.Clients{Trusted: o.Config.TrustedProxies, Key: o.Config.ServiceKey}
	g := &gateway{
		upstreams: map[string]*upstream{},
		platform:  platform{Version: o.Version, Mail: "smtp", PublicURL: o.Config.PublicURL, Registration: o.Config.Registration},
	}
	for name, address := range o.Config.upstreams() {
		if g.upstreams[name], err = newUpstream(name, address, clients, o.Config.UpstreamTimeout); err != nil {
			return nil, err
		}
	}
	if o.Mailbox != nil {
		g.platform.Mail = "local"
		token, err := o.Mailbox.Token()
		if err != nil {
			return nil, err
		}
		g.mailbox = &mailbox{box: o.Mailbox, local: isLocalName(public.Hostname()), token: token}
	}
	if o.Site == nil {
		o.Site = web.Files()
	}
	if g.site, err = newSite(o.Site); err != nil {
		return nil, err
	}
	g.personal = &personalData{upstreams: g.upstreams, clients: clients, slots: make(chan struct{}, maxPersonalExports)}
	g.pages = newPages(g.site.index.content, g.upstreams[jobs], clients, o.Config.PublicURL, o.pageTimeout)
	for _, op := range api.Operations() {
		if op.BodyLimit > api.DefaultBodyLimit {
			g.large = append(g.large, op)
		}
	}
	limits, err := newLimiter(o.Config.Rate, o.Config.Burst, time.Now)
	if err != nil {
		return nil, err
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(5), gzhttp.ContentTypeFilter(compressible))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
	}

	var h http.Handler = compress(g)
	h = plainRequests(limits.middleware(h))
	h = (&unlisted{trusted: o.Config.TrustedProxies, log: o.Log}).middleware(h)
	h = httpd.Handler(h, httpd.Options{
		Service:   "gateway",
		Log:       o.Log,
		Metrics:   o.Metrics,
		Tracing:   o.Tracing,
		Clients:   clients,
		Operation: operationOf,
		BodyLimit: g.bodyLimit,
		Ready:     (&readiness{check: g.checkUpstreams, now: time.Now}).ready,
	})
	return nameBuild(setSecurityHeaders(h, public.Scheme == "https"), buildOf(g.site.index.content)), nil
}

// ServeHTTP routes a request.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if page, ok := pageInstead(r); ok {
		http.Redirect(w, r, page, http.StatusFound)
		return
	}
	service, routed := destination(r.URL.Path)
	switch {
	case routed && service == internalOnly:
		httpd.NotFound(w, r)
	case routed:
		g.upstreams[service].ServeHTTP(w, r)
	case r.URL.Path == "/platform":
		g.platform.ServeHTTP(w, r)
	case r.URL.Path == "/personal-data":
		g.personal.ServeHTTP(w, r)
	case r.URL.Path == "/mailbox/messages" || strings.HasPrefix(r.URL.Path, "/mailbox/messages/"):
		g.mailbox.ServeHTTP(w, r)
	default:
		if page := g.pages.page(r); page != nil {
			page.ServeHTTP(w, r)
			return
		}
		g.site.ServeHTTP(w, r)
	}
}

// compressible reports whether a content type is text; images and fonts are already compressed.
func compressible(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	switch media = strings.TrimSpace(media); media {
	case "application/json", "application/manifest+json", "image/svg+xml":
		return true
	default:
		return strings.HasPrefix(media, "text/")
	}
}

// operationOf returns the contract's operation of a request, or "". Health probes have none.
func operationOf(r *http.Request) string {
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
		return ""
	}
	service, routed := destination(r.URL.Path)
	if !routed {
		service = "gateway"
	}
	document, ok := api.Find(service)
	if !ok {
		return ""
	}
	if op, _ := document.Match(r.Method, r.URL.Path); op != nil {
		return op.ID
	}
	return ""
}

func (g *gateway) bodyLimit(r *http.Request) int64 {
	for _, op := range g.large {
		if op.Method == r.Method && op.Path == r.URL.Path {
			return op.BodyLimit
		}
	}
	return api.DefaultBodyLimit
}
