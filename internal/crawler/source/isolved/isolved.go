// Package isolved reads the boards of isolved Hire and ApplicantPro, two names of one platform: a sitemap that names
// every posting, and one page per posting that describes it with schema.org.
package isolved

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

var (
	domains = []string{"isolvedhire.com", "applicantpro.com"}
	jobForm = regexp.MustCompile(`/jobs/([0-9]{1,12})(\.html)?/?$`)
)

// Source reads isolved boards. A token is the host, under one of two domains.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "isolved",
		Label:   "isolved Hire, ApplicantPro",
		BaseURL: "https://{token}",
		Domains: domains,
		Form:    "host",
		Right:   source.Documented,
		Reads:   "the sitemap, and the page of each posting",
		Proof:   "the sitemap's end",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.VendorHost(raw, domains...) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	for _, d := range domains {
		if _, ok := source.Subdomain(u, d); ok {
			return u.Hostname(), true
		}
	}
	if u.Hostname() == "www.applicantpro.com" {
		name, ok := source.After(u, "openings")
		return name + ".applicantpro.com", ok
	}
	return "", false
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	base := b.Base("https://{token}", b.Token)
	entries := source.NewEntries[entry](b)
	res, err := source.PullDocument(ctx, f, source.Request{URL: base + "/sitemap.xml", Format: source.XML},
		func(res *source.Response, out *source.Result) error {
			out.Validator = "" // the texts are elsewhere
			addresses := 0
			seen := map[string]bool{}
			err := source.ReadElements(res.Body, []string{"urlset"}, "url", func(e entry) error {
				addresses++
				m := jobForm.FindStringSubmatch(strings.TrimSpace(e.Loc))
				if m == nil || seen[m[1]] {
					return nil
				}
				seen[m[1]] = true
				e.id, e.suffix = m[1], m[2]
				return entries.Add(e)
			})
			// Every board has at least its own page in the sitemap.
			if err == nil && addresses == 0 {
				err = source.Errorf(source.Broken, "the sitemap is empty, which is no board's")
			}
			return err
		})
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		path := "/jobs/" + e.id + e.suffix
		p, err := jsonld.Load(ctx, f, b.Memory, source.Request{URL: base + path})
		if err == nil {
			p.URL = "https://" + b.Token + path
		}
		return p, err
	}, yield, &res)
	return res, err
}

// entry is an address of the sitemap.
type entry struct {
	Loc        string `xml:"loc"`
	LastMod    string `xml:"lastmod"`
	id, suffix string
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.id }

// Fields implements [source.Listed].
func (e entry) Fields() []string { return []string{e.LastMod, e.suffix} }
