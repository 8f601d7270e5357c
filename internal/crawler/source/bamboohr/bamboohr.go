// Package bamboohr reads BambooHR boards: one list with a total, and one more document per posting for its text.
package bamboohr

import (
	"context"
	"fmt"
	"net/url"

	"rolecall/internal/crawler/source"
)

const (
	vendor = "https://{token}.bamboohr.com"
	lane   = "bamboohr.com" // one backend serves every company
)

// home are the hosts to which the vendor redirects for an unknown company.
var home = []string{"www.bamboohr.com", "bamboohr.com"}

// Source reads BambooHR boards. A token is the name before .bamboohr.com.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "bamboohr",
		Label:   "BambooHR",
		BaseURL: vendor,
		Domains: []string{"bamboohr.com"},
		Form:    "company",
		Right:   source.Reachable,
		Reads:   "the list of the career site, one document, and a document per posting",
		Proof:   "the total in the list",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "a redirect to its own pages"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "bamboohr.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base(vendor, b.Token) + "/careers/"
	entries := source.NewEntries[entry](b)
	res, err := source.PullDocument(ctx, f, request(base+"list"), func(res *source.Response, out *source.Result) error {
		var meta source.Loose[struct {
			Total *source.Number `json:"totalCount"`
		}]
		count, rejected, err := source.ReadList(res.Body, "result", entries.Add, map[string]any{"meta": &meta})
		if err == nil && meta.V.Total == nil {
			err = source.Errorf(source.Broken, "no totalCount in the answer")
		}
		if err != nil {
			return err
		}
		out.Rejected, out.Validator = rejected, "" // the texts are elsewhere
		if total := int(*meta.V.Total); total != count {
			out.Outcome, out.Reason = source.Partial, fmt.Sprintf("the board sent %d of %d postings", count, total)
		}
		return nil
	})
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		doc, err := source.FetchValue[struct {
			Result source.Loose[struct {
				Opening source.Loose[opening] `json:"jobOpening"`
			}] `json:"result"`
		}](ctx, f, request(base+url.PathEscape(e.Key())+"/detail"))
		if err == nil && !doc.Result.V.Opening.OK {
			err = source.Errorf(source.Broken, "no jobOpening in the answer")
		}
		if err != nil {
			return source.Posting{}, err
		}
		return e.posting(doc.Result.V.Opening.V, b.Token), nil
	}, yield, &res)
	return res, err
}

func request(address string) source.Request {
	return source.Request{URL: address, Format: source.JSON, Lane: lane, Home: home}
}
