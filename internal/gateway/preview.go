package gateway

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
)

// withPreview adds the posting to the title and to the tags from which chat and mail programs make a preview. Those programs
// run no scripts, so the app cannot add the tags itself.
func (p *pages) withPreview(r *http.Request, id uuid.UUID) ([]byte, error) {
	var job previewedJob
	if err := p.read(r, previewTimeout, "/jobs/"+id.String(), nil, &job); err != nil {
		return nil, fmt.Errorf("read a posting for its preview: %w", err)
	}
	before, rest, _ := bytes.Cut(p.index, []byte("<title>"))
	_, after, _ := bytes.Cut(rest, []byte("</title>"))
	title := job.Title + " · " + job.Company.Name
	about := strings.Join(nonBlank(job.Company.Name, cmp.Or(job.Location, job.WorkplaceType)), " · ")
	var b bytes.Buffer
	b.Write(before)
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
	b.Write(after)
	return b.Bytes(), nil
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

func nonBlank(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}
