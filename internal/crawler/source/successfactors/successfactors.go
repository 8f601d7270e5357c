// Package successfactors reads SAP SuccessFactors boards: one feed with every posting and its text.
//
// The feed resembles XML, but a third of the employers' feeds contain tags without a name, so it is read posting by
// posting. An unknown employer or host answers 200 with a short web page.
package successfactors

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
)

// domains of the vendor's hosts. Sites under an employer's own domain are careers pages.
var domains = []string{"successfactors.com", "successfactors.eu", "sapsf.com", "sapsf.eu", "sapsf.cn", "ns2cloud.com"}

var companyForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$`)

// Source reads SuccessFactors boards. A token is HOST/COMPANY, as in https://HOST/career?company=COMPANY; the company is
// case-sensitive.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "successfactors",
		Label:   "SAP SuccessFactors",
		BaseURL: "https://{token}",
		Domains: domains,
		Form:    "host/company",
		Right:   source.Reachable,
		Reads:   "the feed of all open postings, one document. Sites under the employer's own domain are read as careers pages",
		Proof:   "the feed's end tag",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	host, company, _ := strings.Cut(strings.TrimSpace(raw), "/")
	host, err := source.VendorHost(host, domains...)
	if err != nil {
		return "", err
	}
	if !companyForm.MatchString(company) {
		return "", source.Errorf(source.Refused, "%q is not host/company, such as career5.successfactors.eu/acme", raw)
	}
	return host + "/" + company, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if _, err := source.VendorHost(u.Hostname(), domains...); err != nil {
		return "", false
	}
	company := u.Query().Get("company")
	return u.Hostname() + "/" + company, company != ""
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	host, company, _ := strings.Cut(b.Token, "/")
	address := "/career?company=" + url.QueryEscape(company)
	feed := feed{yield: yield, memory: b.Memory, address: "https://" + host + address}
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base("https://{token}", host) + address + "&career_ns=job_listing_summary&resultType=XML",
		Format:    source.XML,
		Validator: b.Validator,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.Blocks(res.Body, "Job-Listing", "<Job>", "</Job>", feed.block)
		if err != nil {
			return err
		}
		return feed.flush()
	})
}

// feed yields postings once the employer's date format is known.
type feed struct {
	yield   func(source.Posting) error
	memory  *source.Memory
	address string
	order   dateOrder
	waiting []pending
}

type pending struct {
	posting source.Posting
	date    string
}

func (d *feed) block(text []byte) error {
	p, date := d.posting(text)
	if d.order == unknownOrder {
		d.order = orderOf(date)
	}
	if err := d.memory.Add(len(p.Description)); err != nil {
		return err
	}
	d.waiting = append(d.waiting, pending{p, date})
	if d.order == unknownOrder {
		return nil
	}
	return d.flush()
}

func (d *feed) flush() error {
	for _, w := range d.waiting {
		w.posting.PostedAt = parseDate(w.date, d.order)
		_ = d.memory.Add(-len(w.posting.Description))
		if err := d.yield(w.posting); err != nil {
			return err
		}
	}
	d.waiting = d.waiting[:0]
	return nil
}
