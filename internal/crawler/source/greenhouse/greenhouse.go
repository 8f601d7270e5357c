// Package greenhouse reads Greenhouse boards: one document with every posting and its text, and
// a total to check the number against.
package greenhouse

import (
	"context"
	"fmt"
	"net/url"

	"rolecall/internal/crawler/source"
)

const vendor = "https://boards-api.greenhouse.io"

// Source reads Greenhouse boards. A token is the board's name, as in job-boards.greenhouse.io/NAME.
type Source struct{}

// Kind implements [source.Source].
func (Source) Kind() string { return "greenhouse" }

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
	res, err := f.Fetch(ctx, source.Request{
		URL:       b.Base(vendor, b.Token) + "/v1/boards/" + url.PathEscape(b.Token) + "/jobs?content=true",
		Format:    source.JSON,
		Validator: b.Validator,
	})
	if err != nil {
		return source.Result{}, err
	}
	defer res.Body.Close()
	out := source.Result{Status: res.Status, Validator: res.Validator}
	if res.NotModified() {
		out.Outcome = source.Unchanged
		return out, nil
	}
	var d document
	if err := d.read(source.NewJSON(res.Body), yield); err != nil {
		return out, err
	}
	out.Rejected = d.rejected
	out.Outcome, out.Reason = d.verdict()
	return out, nil
}

// document is what must be known of a board's answer besides its postings.
type document struct {
	listed   bool
	count    int
	rejected int
	total    *int
}

func (d *document) read(s *source.JSONStream, yield func(source.Posting) error) error {
	err := s.Object(func(key string) (err error) {
		switch key {
		case "jobs":
			d.listed = true
			d.count, d.rejected, err = source.Each(s, func(j job) error { return yield(j.posting()) })
			return err
		case "meta":
			var meta source.Loose[struct {
				Total *int `json:"total"`
			}]
			err = s.Value(&meta)
			d.total = meta.V.Total
			return err
		default:
			return s.Skip()
		}
	})
	if err != nil {
		return err
	}
	if !d.listed {
		return source.Errorf(source.Broken, "no jobs in the answer")
	}
	return s.End()
}

func (d *document) verdict() (source.Outcome, string) {
	switch {
	case d.total == nil:
		return source.Partial, "the board gave no total"
	case *d.total != d.count:
		return source.Partial, fmt.Sprintf("the board gave %d of %d postings", d.count, *d.total)
	}
	return source.Complete, ""
}
