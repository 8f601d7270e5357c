// Package greenhouse reads Greenhouse boards: one document with every posting and its text, and
// a total to check the number against.
package greenhouse

import (
	"context"
	"fmt"
	"io"
	"net/url"

	"rolecall/internal/crawler/source"
)

const vendor = "https://boards-api.greenhouse.io"

// Source reads Greenhouse boards. A token is the board's name, as in job-boards.greenhouse.io/NAME.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "greenhouse",
		Label:   "Greenhouse",
		BaseURL: vendor,
		Domains: []string{"greenhouse.io"},
		Form:    "name",
		Right:   source.Documented,
		Reads:   "the job board API, one document",
		Proof:   "the total in the document",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	switch u.Hostname() {
	case "boards.greenhouse.io", "job-boards.greenhouse.io", "job-boards.eu.greenhouse.io", "boards.eu.greenhouse.io":
		if name, ok := source.After(u); ok && name != "embed" {
			return name, true
		}
		name := u.Query().Get("for")
		return name, name != ""
	case "boards-api.greenhouse.io", "api.greenhouse.io":
		return source.After(u, "v1", "boards")
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/v1/boards/" + url.PathEscape(b.Token) + "/jobs?content=true",
		Format:    source.JSON,
		Validator: b.Validator,
	}, func(res *source.Response, out *source.Result) error { return read(res.Body, yield, out) })
}

func read(body io.Reader, yield func(source.Posting) error, out *source.Result) error {
	var meta source.Loose[struct {
		Total *int `json:"total"`
	}]
	count, rejected, err := source.ReadList(body, "jobs", func(j job) error { return yield(j.posting()) }, map[string]any{"meta": &meta})
	if err != nil {
		return err
	}
	out.Rejected = rejected
	switch total := meta.V.Total; {
	case total == nil:
		out.Outcome, out.Reason = source.Partial, "the board gave no total"
	case *total != count:
		out.Outcome, out.Reason = source.Partial, fmt.Sprintf("the board sent %d of %d postings", count, *total)
	}
	return nil
}
