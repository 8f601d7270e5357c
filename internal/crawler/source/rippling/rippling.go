// Package rippling reads Rippling boards: pages of entries, one for each place of a job, and one more document per job
// for its text.
package rippling

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

const (
	listVendor   = "https://ats.rippling.com"
	detailVendor = "https://api.rippling.com"
	lane         = "rippling.com"
	// interval keeps to the documented limit of 100 requests in ten minutes.
	interval = 6 * time.Second
)

var locale = regexp.MustCompile(`^[a-z]{2}(?:-[A-Z]{2})?$`)

// Source reads Rippling boards. A token is the name in ats.rippling.com/NAME/jobs.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "rippling",
		Label:   "Rippling",
		BaseURL: listVendor,
		Domains: []string{"rippling.com", "rippling-ats.com"},
		Form:    "name",
		Right:   source.Documented,
		Reads:   "the job board API: lists, pages of 100, and a document per posting, within the documented limit",
		Proof:   "the total of entries on every page",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	host := u.Hostname()
	if host == "api.rippling.com" {
		return source.After(u, "platform", "api", "ats", "v1", "board")
	}
	if !strings.HasPrefix(host, "ats.") || !strings.HasSuffix(host, "rippling.com") {
		return "", false
	}
	parts := source.Segments(u)
	if len(parts) > 0 && locale.MatchString(parts[0]) && len(parts) > 1 && parts[1] != "jobs" {
		parts = parts[1:]
	}
	if len(parts) > 3 && parts[0] == "api" && parts[2] == "board" {
		parts = parts[3:]
	}
	return strings.Join(parts[:min(len(parts), 1)], ""), len(parts) > 0 && parts[0] != "api"
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	name := url.PathEscape(b.Token)
	list := b.Base(listVendor, b.Token) + "/api/v2/board/" + name + "/jobs"
	detail := b.Base(detailVendor, b.Token) + "/platform/api/ats/v1/board/" + name + "/jobs/"
	jobs := merged{memory: b.Memory, byID: map[string]int{}}
	res, err := source.Pages[row]{
		Request: func(page, _ int) source.Request {
			return source.Request{URL: fmt.Sprintf("%s?page=%d&pageSize=100", list, page), Format: source.JSON, Lane: lane, Interval: interval}
		},
		Read: func(res *source.Response, row func(row) error) (source.Page, error) {
			return source.ReadRows(res.Body, "items", "totalItems", row, nil)
		},
		ID:  row.place,
		Row: jobs.add,
	}.Pull(ctx, f, b)
	if err != nil {
		return res, err
	}
	entries := source.NewEntries[job](b)
	for _, j := range jobs.list {
		if err := entries.Add(j); err != nil {
			return res, err
		}
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, j job) (source.Posting, error) {
		d, err := source.FetchValue[details](ctx, f, source.Request{URL: detail + url.PathEscape(j.Key()), Lane: lane, Interval: interval})
		if err == nil && !d.Description.OK {
			err = source.Errorf(source.Broken, "no description in the answer")
		}
		if err != nil {
			return source.Posting{}, err
		}
		return j.posting(d), nil
	}, yield, &res)
	return res, err
}
