package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/httpd"
)

const (
	previewTimeout = time.Second            // the programs that read previews can wait
	listTimeout    = 300 * time.Millisecond // people cannot: a search that takes longer is left to the app
	maxPageData    = 4 << 20                // bytes of a response; a posting comes with its description, which is not used
)

// pages adds postings to the page of the web app, for readers that run no scripts or have not loaded them yet: the posting of
// a shared link (preview.go), and the first postings of a search (first_postings.go).
type pages struct {
	jobs    *upstream
	clients httpd.Clients
	public  string
	index   []byte // index.html
	timeout time.Duration
}

func newPages(index []byte, jobs *upstream, clients httpd.Clients, public string, timeout time.Duration) *pages {
	return &pages{jobs: jobs, clients: clients, public: strings.TrimSuffix(public, "/"), index: index, timeout: timeout}
}

// page returns the web app's page with what a request asks for, or nil if there is nothing to add or job search did not
// answer in time.
func (p *pages) page(r *http.Request) *siteFile {
	if r.URL.Path != "/find" || !readOnly(r) {
		return nil
	}
	var page []byte
	var err error
	query := r.URL.Query()
	if id, failed := uuid.Parse(query.Get("job")); failed == nil {
		page, err = p.withPreview(r, id)
	} else if !query.Has("job") && acceptsHTML(r) {
		page, err = p.withFirstPostings(r, query)
	}
	if err != nil || page == nil {
		return nil
	}
	return newSiteFile("index.html", page)
}

// read decodes what job search answers to a visitor.
func (p *pages) read(r *http.Request, timeout time.Duration, path string, query url.Values, into any) error {
	ctx, cancel := context.WithTimeout(r.Context(), cmp.Or(p.timeout, timeout))
	defer cancel()
	address := p.jobs.base.ResolveReference(&url.URL{Path: path, RawQuery: query.Encode()})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return err
	}
	p.clients.Vouch(req.Header, httpd.ClientAddress(r.Context()))
	req.Header.Set(httpd.RequestIDHeader, httpd.RequestID(r.Context()))
	res, err := p.jobs.transport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", res.StatusCode)
	}
	return json.NewDecoder(io.LimitReader(res.Body, maxPageData)).Decode(into)
}
