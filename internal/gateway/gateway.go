// Package gateway is the front door: the only address people and their browsers talk to.
//
// It passes requests on to the services by a short table (route.go), serves the web app and the API reference, and
// answers a few questions about the installation. A request passes, outermost first: security headers → httpd's edge
// (request id, log, client address, body limit, health) → plain requests only → limit per client → compression →
// table. It promises that no internal path and no service key ever passes it, that the address of a client cannot be
// made up, and that every error has the one error body, whether a service gave it, is away, or hangs.
//
// It keeps no state that matters: any number of gateways may stand side by side, each with limits of its own.
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

// Options are the gateway's surroundings.
type Options struct {
	Config  Config
	Log     *slog.Logger
	Metrics prometheus.Registerer
	Tracing bool
	Version string
	// Mailbox is where mail is kept, or nil when it goes to a mail server.
	Mailbox *mail.Mailbox
	// Site is the built web app; nil takes the one in the binary.
	Site fs.FS
}

// gateway is the assembled front door.
type gateway struct {
	upstreams map[string]*upstream
	site      *site
	platform  platform
	mailbox   *mailbox
	large     []api.Operation // those that take more than the usual body
}

// New assembles the front door.
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
		g.mailbox = &mailbox{box: o.Mailbox, shown: isLocalName(public.Hostname()), token: token}
	}
	if o.Site == nil {
		o.Site = web.Files()
	}
	if g.site, err = newSite(o.Site); err != nil {
		return nil, err
	}
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

	edge := httpd.Handler((&unlisted{trusted: o.Config.TrustedProxies, log: o.Log}).middleware(plainRequests(limits.middleware(compress(g)))), httpd.Options{
		Service:   "gateway",
		Log:       o.Log,
		Metrics:   o.Metrics,
		Tracing:   o.Tracing,
		Clients:   clients,
		Operation: operationOf,
		BodyLimit: g.bodyLimit,
		Ready:     (&readiness{check: g.checkUpstreams, now: time.Now}).ask,
	})
	return protect(edge, public.Scheme == "https"), nil
}

// ServeHTTP sends a request where it belongs.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	service, routed := destination(r.URL.Path)
	switch {
	case routed && service == nobody:
		httpd.NotFound(w, r)
	case routed:
		g.upstreams[service].ServeHTTP(w, r)
	case r.URL.Path == "/platform":
		g.platform.ServeHTTP(w, r)
	case r.URL.Path == "/mailbox/messages" || strings.HasPrefix(r.URL.Path, "/mailbox/messages/"):
		g.mailbox.ServeHTTP(w, r)
	default:
		g.site.ServeHTTP(w, r)
	}
}

// compressible is text in all its forms; pictures and fonts are compressed already.
func compressible(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	switch kind = strings.TrimSpace(kind); kind {
	case "application/json", "application/manifest+json", "image/svg+xml":
		return true
	default:
		return strings.HasPrefix(kind, "text/")
	}
}

// operationOf names what a request asks for, as the contracts do. Health probes have no name: they are noise.
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
