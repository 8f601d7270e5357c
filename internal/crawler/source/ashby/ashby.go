// Package ashby reads Ashby boards: one document with every posting, its text and its pay.
package ashby

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
)

const vendor = "https://api.ashbyhq.com"

var boardName = regexp.MustCompile(`^[\pL\pN](?:[\pL\pN ._&'+-]{0,98}[\pL\pN.])?$`)

// Source reads Ashby boards. A token is the board's name, as in jobs.ashbyhq.com/NAME.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "ashby",
		Label:   "Ashby",
		BaseURL: vendor,
		Domains: []string{"ashbyhq.com"},
		Form:    "name",
		Right:   source.Documented,
		Reads:   "the posting API, one document",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404, or an empty list", NeedsPosting: true},
	}
}

// Token implements [source.Source]. Names are not case-sensitive and may contain spaces, so
// "Tarn%20Labs" and "tarn labs" are the same board.
func (Source) Token(raw string) (string, error) {
	name, err := url.PathUnescape(strings.TrimSpace(raw))
	if err != nil || !boardName.MatchString(name) {
		return "", source.Errorf(source.Refused, "%q is not the name of an Ashby board", raw)
	}
	return strings.ToLower(name), nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	switch u.Hostname() {
	case "jobs.ashbyhq.com":
		name, ok := source.After(u)
		return name, ok && name != "api" && name != "meeting" && name != "b"
	case "api.ashbyhq.com":
		return source.After(u, "posting-api", "job-board")
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/posting-api/job-board/" + url.PathEscape(b.Token) + "?includeCompensation=true",
		Format:    source.JSON,
		Validator: b.Validator,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.ReadList(res.Body, "jobs", func(j job) error {
			if j.unlisted() {
				return nil
			}
			return yield(j.posting())
		}, nil)
		return err
	})
}
