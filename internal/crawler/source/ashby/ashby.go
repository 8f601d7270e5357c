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

// Kind implements [source.Source].
func (Source) Kind() string { return "ashby" }

// Token implements [source.Source]. Names are resolved without regard to case and may hold
// spaces, so "Tarn%20Labs" and "tarn labs" are one board.
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
	res, err := f.Fetch(ctx, source.Request{
		URL:       b.Base(vendor, b.Token) + "/posting-api/job-board/" + url.PathEscape(b.Token) + "?includeCompensation=true",
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
	if out.Rejected, err = read(source.NewJSON(res.Body), yield); err != nil {
		return out, err
	}
	out.Outcome = source.Complete
	return out, nil
}

// read needs the whole document and its list: nothing else tells an empty board from a new shape.
func read(s *source.JSONStream, yield func(source.Posting) error) (rejected int, err error) {
	listed := false
	err = s.Object(func(key string) (err error) {
		if key != "jobs" {
			return s.Skip()
		}
		listed = true
		_, rejected, err = source.Each(s, func(j job) error {
			if j.hidden() {
				return nil
			}
			return yield(j.posting())
		})
		return err
	})
	if err != nil {
		return rejected, err
	}
	if !listed {
		return rejected, source.Errorf(source.Broken, "no jobs in the answer")
	}
	return rejected, s.End()
}
