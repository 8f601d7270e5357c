// Package jazzhr reads JazzHR boards: one feed with every posting and its text. Where the feed is not served, the
// board's page is read, and the page of each posting, which describes it with schema.org.
package jazzhr

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

const (
	feedVendor = "https://app.jazz.co"
	pageVendor = "https://{token}.applytojob.com"
	lane       = "applytojob.com" // one backend serves every company
)

var (
	linkForm = regexp.MustCompile(`href="[^"]{0,200}?/apply/((?:jobs/details/)?[A-Za-z0-9]{6,24})(?:/([^"?#/<>]{1,300}))?/?[?#"]`)
	codeForm = regexp.MustCompile(`/apply/(?:jobs/details/)?([A-Za-z0-9]{6,24})(?:[/?]|$)`)
	dateForm = regexp.MustCompile(`^job_([0-9]{14})_`)
)

// Source reads JazzHR boards. A token is the name before .applytojob.com.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "jazzhr",
		Label:   "JazzHR",
		BaseURL: pageVendor,
		Domains: []string{"applytojob.com", "jazz.co", "theresumator.com"},
		Form:    "company",
		Right:   source.Reachable,
		Reads:   "the feed of all postings, one document; where it is not served, the board's page and the page of each posting",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Joined, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	if u.Hostname() == "app.jazz.co" {
		return source.After(u, "feeds", "export", "jobs")
	}
	return source.Subdomain(u, "applytojob.com")
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	res, err := source.PullDocument(ctx, f, source.Request{
		URL: b.Base(feedVendor, b.Token) + "/feeds/export/jobs/" + url.PathEscape(b.Token), Format: source.XML, Validator: b.Validator,
	}, func(res *source.Response, _ *source.Result) error {
		return source.ReadElements(res.Body, []string{"jobs"}, "job", func(j job) error {
			if j.Status != "" && !strings.EqualFold(strings.TrimSpace(j.Status), "open") {
				return nil
			}
			return yield(j.posting())
		})
	})
	if source.KindOf(err) == source.NoBoard {
		return pullPage(ctx, f, b, yield)
	}
	return res, err
}

// pullPage reads the page of the board.
func pullPage(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (res source.Result, err error) {
	base := b.Base(pageVendor, b.Token)
	doc, err := source.FetchPage(ctx, f, b.Memory, source.Request{URL: base + "/apply", Lane: lane})
	if err != nil {
		return res, err
	}
	links, err := source.Links(doc, linkForm)
	b.Memory.Drop(doc)
	if err != nil {
		return res, err
	}
	entries := source.NewEntries[entry](b)
	for _, l := range links {
		if err := entries.Add(entry{path: l[0], slug: l[1]}); err != nil {
			return res, err
		}
	}
	res.Outcome, res.Status = source.Complete, 200
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		path := "/apply/" + e.path
		if e.slug != "" {
			path += "/" + e.slug
		}
		p, err := jsonld.Load(ctx, f, b.Memory, source.Request{URL: base + path, Lane: lane})
		if err == nil {
			p.URL = "https://" + b.Token + ".applytojob.com" + path
		}
		return p, err
	}, yield, &res)
	return res, err
}

// entry is a link on the board's page; its path ends with the posting's code.
type entry struct{ path, slug string }

// Key implements [source.Listed].
func (e entry) Key() string { return e.path[strings.LastIndex(e.path, "/")+1:] }

// Fields implements [source.Listed].
func (e entry) Fields() []string { return []string{e.slug} }

// job is a posting of the feed.
type job struct {
	ID          string `xml:"id"`
	Status      string `xml:"status"`
	Title       string `xml:"title"`
	URL         string `xml:"url"`
	City        string `xml:"city"`
	State       string `xml:"state"`
	Country     string `xml:"country"`
	Description string `xml:"description"`
	Type        string `xml:"type"`
	Experience  string `xml:"experience"`
}

func (j job) posting() source.Posting {
	text := strings.TrimSpace
	place := source.Place{City: text(j.City), Region: text(j.State), Country: text(j.Country), Primary: true}
	p := source.Posting{
		NativeID:      text(j.ID),
		Title:         j.Title,
		URL:           text(j.URL),
		Description:   source.UnescapeHTML(j.Description),
		Locations:     []string{place.String()},
		Places:        []source.Place{place},
		Employment:    source.ParseEmployment(j.Type),
		EmploymentRaw: j.Type,
		Seniority:     j.Experience,
	}
	if m := dateForm.FindStringSubmatch(p.NativeID); m != nil {
		p.PostedAt, _ = time.Parse("20060102150405", m[1])
	}
	// The code in the address is also on the board's page.
	if m := codeForm.FindStringSubmatch(p.URL); m != nil {
		p.NativeID = m[1]
	}
	return p
}
