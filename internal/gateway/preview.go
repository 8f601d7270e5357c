package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/httpd"
)

const (
	previewTimeout = time.Second
	maxPreview     = 4 << 20 // bytes of a posting, including its description, which is not used
)

// previews serves links to postings: the page of the web app with the posting in its title and in the tags from which chat
// and mail programs make a preview. Those programs run no scripts, so the app cannot add the tags itself.
type previews struct {
	jobs    *upstream
	clients httpd.Clients
	public  string
	before  []byte // index.html up to its title
	after   []byte // and after it
}

func newPreviews(index []byte, jobs *upstream, clients httpd.Clients, public string) *previews {
	before, rest, _ := bytes.Cut(index, []byte("<title>"))
	_, after, _ := bytes.Cut(rest, []byte("</title>"))
	return &previews{jobs: jobs, clients: clients, public: strings.TrimSuffix(public, "/"), before: before, after: after}
}

// sharedPosting returns the posting that a request opens, if it opens one.
func sharedPosting(r *http.Request) (uuid.UUID, bool) {
	if r.URL.Path != "/find" || !readOnly(r) {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(r.URL.Query().Get("job"))
	return id, err == nil
}

// page returns the web app's page for a posting. It fails if the posting is unknown or job search does not answer in time;
// the caller then serves the page without a preview.
func (p *previews) page(r *http.Request, id uuid.UUID) (*siteFile, error) {
	job, err := p.read(r, id)
	if err != nil {
		return nil, err
	}
	title := job.Title + " · " + job.Company.Name
	about := strings.Join(nonBlank(job.Company.Name, cmp.Or(job.Location, job.WorkplaceType)), " · ")
	var b bytes.Buffer
	b.Write(p.before)
	fmt.Fprintf(&b, "<title>%s · Rolecall</title>\n", html.EscapeString(title))
	tag := func(name, content string) {
		if content != "" {
			fmt.Fprintf(&b, "    <meta property=\"%s\" content=\"%s\" />\n", name, html.EscapeString(content))
		}
	}
	tag("og:type", "website")
	tag("og:site_name", "Rolecall")
	tag("og:title", job.Title)
	tag("og:description", about)
	tag("og:url", p.public+"/find?"+url.Values{"job": {id.String()}}.Encode())
	tag("og:image", job.Company.LogoURL)
	tag("twitter:card", "summary")
	b.Write(p.after)
	return newSiteFile("index.html", b.Bytes()), nil
}

type previewedJob struct {
	Title         string `json:"title"`
	Location      string `json:"location"`
	WorkplaceType string `json:"workplaceType"`
	Company       struct {
		Name    string `json:"name"`
		LogoURL string `json:"logoUrl"`
	} `json:"company"`
}

func (p *previews) read(r *http.Request, id uuid.UUID) (job previewedJob, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), previewTimeout)
	defer cancel()
	address := p.jobs.base.JoinPath("jobs", id.String())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return job, err
	}
	p.clients.Vouch(req.Header, httpd.ClientAddress(r.Context()))
	req.Header.Set(httpd.RequestIDHeader, httpd.RequestID(r.Context()))
	res, err := p.jobs.transport.RoundTrip(req)
	if err != nil {
		return job, fmt.Errorf("read a posting for its preview: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return job, fmt.Errorf("read a posting for its preview: status %d", res.StatusCode)
	}
	return job, json.NewDecoder(io.LimitReader(res.Body, maxPreview)).Decode(&job)
}

func nonBlank(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}
