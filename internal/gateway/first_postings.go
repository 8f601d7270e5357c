package gateway

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// firstPostingsPlace is where index.html takes the list.
const firstPostingsPlace = "<!-- first postings -->"

// firstPostings is plain until the app has loaded, which replaces it with its own list.
var firstPostings = template.Must(template.New("").Parse(`<ol class="first">{{range .}}
        <li>
          <a href="{{.Address}}"><b dir="auto">{{.Title}}</b> <span dir="auto">{{.Company.Name}}{{with .Location}} · {{.}}{{end}}</span></a>
        </li>{{end}}
      </ol>`))

type listedJob struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Location string `json:"location"`
	Company  struct {
		Name string `json:"name"`
	} `json:"company"`
	Address string `json:"-"`
}

// withFirstPostings adds the first postings of the search that an address holds, so that a slow connection shows them seconds
// before the app. It returns nil if nothing is found. The parameters of an address are those of the API.
func (p *pages) withFirstPostings(r *http.Request, query url.Values) ([]byte, error) {
	before, after, takes := bytes.Cut(p.index, []byte(firstPostingsPlace))
	if !takes {
		return nil, nil
	}
	search := maps.Clone(query)
	search.Del("page")
	search.Set("size", "10")
	if strings.TrimSpace(query.Get("keyword")) != "" {
		search.Set("interpret", "true")
		if !query.Has("sort") {
			search.Set("sort", "relevance")
		}
	}
	var found struct {
		Content []listedJob `json:"content"`
	}
	if err := p.read(r, listTimeout, "/jobs", search, &found); err != nil {
		return nil, fmt.Errorf("read the first postings: %w", err)
	}
	if len(found.Content) == 0 {
		return nil, nil
	}
	for i, job := range found.Content {
		query.Set("job", job.ID)
		found.Content[i].Address = "/find?" + query.Encode()
	}
	var b bytes.Buffer
	b.Write(before)
	if err := firstPostings.Execute(&b, found.Content); err != nil {
		return nil, err
	}
	b.Write(after)
	return b.Bytes(), nil
}
