// Package paylocity reads Paylocity boards: one feed with every posting and its text.
//
// The documented feed has its own key, which is the board's id for most employers. For the others the board's page
// is read, whose script lists the postings; their texts are on a page each.
package paylocity

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

const vendor = "https://recruiting.paylocity.com"

var idForm = regexp.MustCompile(`[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`)

// Source reads Paylocity boards. A token is the id in recruiting.paylocity.com/recruiting/jobs/All/ID.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "paylocity",
		Label:   "Paylocity",
		BaseURL: vendor,
		Domains: []string{"paylocity.com"},
		Form:    "id",
		Right:   source.Documented,
		Reads:   "the job feed, one document; where it is not served, the board's page and the page of each posting",
		Proof:   "the document's end",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	id := strings.ToLower(strings.TrimSpace(raw))
	if idForm.FindString(id) != id || id == "" {
		return "", source.Errorf(source.Refused, "%q is not the id of a board", raw)
	}
	return id, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if u.Hostname() != "recruiting.paylocity.com" {
		return "", false
	}
	id := idForm.FindString(strings.ToLower(u.Path))
	return id, id != ""
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base(vendor, b.Token)
	res, err := source.PullDocument(ctx, f, source.Request{
		URL: base + "/recruiting/v2/api/feed/jobs/" + b.Token, Format: source.JSON, Validator: b.Validator,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.ReadList(res.Body, "jobs", func(j job) error { return yield(j.posting()) }, nil)
		return err
	})
	if source.KindOf(err) == source.NoBoard {
		return pullPage(ctx, f, b, base, yield)
	}
	return res, err
}

// pullPage reads the page of the board.
func pullPage(ctx context.Context, f *source.Fetcher, b source.Board, base string,
	yield func(source.Posting) error) (res source.Result, err error) {
	var page struct {
		Jobs *source.List[source.Loose[entry]] `json:"Jobs"`
	}
	err = source.FetchEmbedded(ctx, f, b.Memory, source.Request{URL: base + "/Recruiting/Jobs/All/" + b.Token}, "window.pageData = ", &page)
	if err == nil && page.Jobs == nil {
		err = source.Errorf(source.Broken, "no Jobs in the page")
	}
	if err != nil {
		return res, err
	}
	entries := source.NewEntries[entry](b)
	for _, e := range *page.Jobs {
		if !e.OK {
			res.Rejected++
		}
		if !e.OK || e.V.Internal.True {
			continue
		}
		if err := entries.Add(e.V); err != nil {
			return res, err
		}
	}
	res.Outcome, res.Status = source.Complete, 200
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		address := "/Recruiting/Jobs/Details/" + url.PathEscape(e.Key())
		p, err := jsonld.Load(ctx, f, b.Memory, source.Request{URL: base + address})
		if err != nil {
			return p, err
		}
		return e.posting(p, vendor+address), nil
	}, yield, &res)
	return res, err
}
