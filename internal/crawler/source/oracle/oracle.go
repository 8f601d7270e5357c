// Package oracle reads Oracle Recruiting boards: pages of up to two hundred entries with a total, and one more document
// per posting for its text.
//
// The vendor lists the first 10,000 postings only, and answers beyond them like an empty board.
package oracle

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	domain   = "oraclecloud.com"
	pageSize = 200    // larger pages are not served
	window   = 10_000 // rows that can be listed
)

// Source reads Oracle Recruiting boards. A token is HOST/SITE, as in
// https://HOST/hcmUI/CandidateExperience/en/sites/SITE; the site is case-sensitive.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "oracle",
		Label:   "Oracle Recruiting",
		BaseURL: "https://{token}",
		Domains: []string{domain},
		Form:    "host/site",
		Right:   source.Reachable,
		Reads:   "the lists of the career site, pages of 200, and a document per posting",
		Proof:   "the total, below 10,000",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	host, site, _ := strings.Cut(strings.TrimSpace(raw), "/")
	host, err := source.VendorHost(host, domain)
	if err != nil {
		return "", err
	}
	if site, err = source.PathToken(site); err != nil {
		return "", err
	}
	return host + "/" + site, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if _, err := source.VendorHost(u.Hostname(), domain); err != nil {
		return "", false
	}
	parts := source.Segments(u)
	for i, part := range parts {
		if part == "sites" && i+1 < len(parts) {
			return u.Hostname() + "/" + parts[i+1], true
		}
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	host, site, _ := strings.Cut(b.Token, "/")
	p := pull{fetcher: f, site: site, api: b.Base("https://{token}", host) + "/hcmRestApi/resources/latest/", public: "https://" + host}
	entries := source.NewEntries[entry](b)
	total := 0
	res, err := source.Pages[entry]{
		Request: func(_, received int) source.Request {
			// Limit and offset outside the finder are ignored, and its separators must not be escaped.
			return source.Request{Format: source.JSON, URL: fmt.Sprintf(
				"%srecruitingCEJobRequisitions?onlyData=true&expand=requisitionList"+
					"&finder=findReqs;siteNumber=%s,limit=%d,offset=%d,sortBy=POSTING_DATES_DESC",
				p.api, url.QueryEscape(site), pageSize, received)}
		},
		Read: func(res *source.Response, row func(entry) error) (page source.Page, err error) {
			page, err = readPage(res.Body, row)
			if err == nil {
				total = max(total, *page.Total)
			}
			return page, err
		},
		ID:  entry.Key,
		Row: entries.Add,
	}.Pull(ctx, f, b)
	if err != nil {
		return res, err
	}
	if total >= window {
		res.Outcome = source.Partial
		res.Reason = fmt.Sprintf("the vendor lists only %d of %d postings", window, total)
	}
	err = entries.Pull(ctx, b, p.load, yield, &res)
	return res, err
}

type pull struct {
	fetcher *source.Fetcher
	site    string
	api     string
	public  string
}

// readPage reads the one item that holds the list. The list is missing, not empty, if the query was not understood.
func readPage(body io.Reader, row func(entry) error) (source.Page, error) {
	var doc struct {
		Items source.List[struct {
			Total *source.Number         `json:"TotalJobsCount"`
			List  *source.List[rawEntry] `json:"requisitionList"`
		}] `json:"items"`
	}
	if err := source.ReadValue(body, &doc); err != nil {
		return source.Page{}, err
	}
	if len(doc.Items) == 0 || doc.Items[0].Total == nil || doc.Items[0].List == nil {
		return source.Page{}, source.Errorf(source.Broken, "no list of requisitions in the answer")
	}
	total := int(*doc.Items[0].Total)
	page := source.Page{Rows: len(*doc.Items[0].List), Total: &total}
	for _, e := range *doc.Items[0].List {
		if err := row(entry(e)); err != nil {
			return page, err
		}
	}
	return page, nil
}

func (p pull) load(ctx context.Context, e entry) (source.Posting, error) {
	doc, err := source.FetchValue[struct {
		Items source.List[detail] `json:"items"`
	}](ctx, p.fetcher, source.Request{URL: p.api + "recruitingCEJobRequisitionDetails?onlyData=true&expand=all&finder=ById;Id=%22" +
		url.QueryEscape(e.Key()) + "%22,siteNumber=" + url.QueryEscape(p.site)})
	if err != nil {
		return source.Posting{}, err
	}
	if len(doc.Items) == 0 || doc.Items[0].ID.String() != e.Key() {
		return source.Posting{}, source.Errorf(source.Broken, "no details in the answer")
	}
	posting := e.posting(doc.Items[0])
	posting.URL = p.public + "/hcmUI/CandidateExperience/en/sites/" + url.PathEscape(p.site) + "/job/" + url.PathEscape(e.Key())
	return posting, nil
}
