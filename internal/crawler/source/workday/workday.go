// Package workday reads Workday boards: pages of twenty entries, a total that is right on the
// first page only, and one more document per posting for its text and places.
//
// Some tenants clamp the list at 2,000. Such a board is read once per value of a facet, whose
// counts are not clamped, and is complete if the parts add up.
package workday

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
)

var (
	podForm  = regexp.MustCompile(`^wd[0-9]{1,4}(?:\.myworkdaysite)?$`)
	locale   = regexp.MustCompile(`^[a-z]{2}(?:-[A-Z]{2})?$`)
	hostForm = regexp.MustCompile(`^([a-z0-9-]+)\.(wd[0-9]{1,4})\.myworkdayjobs\.com$`)
	siteForm = regexp.MustCompile(`^(wd[0-9]{1,4}\.myworkdaysite)\.com$`)
)

// Source reads Workday boards. A token is TENANT/POD/SITE, as in
// https://TENANT.POD.myworkdayjobs.com/SITE; the site is case-sensitive. Boards on the vendor's
// second host, https://POD.myworkdaysite.com/recruiting/TENANT/SITE, have the tokens
// TENANT/POD.myworkdaysite/SITE.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "workday",
		Label:   "Workday",
		BaseURL: "https://{tenant}.{pod}.myworkdayjobs.com",
		Domains: []string{"myworkdayjobs.com", "myworkdaysite.com"},
		Form:    "tenant/wdN/site",
		Right:   source.Reachable,
		Reads:   "the lists of the career site, pages of 20, and a document per posting",
		Proof:   "the total on the first page",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	parts := strings.Split(strings.TrimSpace(raw), "/")
	if len(parts) != 3 {
		return "", source.Errorf(source.Refused, "%q is not tenant/wdN/site", raw)
	}
	tenant, err := source.HostToken(parts[0], 1)
	if err != nil {
		return "", err
	}
	pod := strings.ToLower(parts[1])
	if !podForm.MatchString(pod) {
		return "", source.Errorf(source.Refused, "%q is not a Workday pod such as wd3", parts[1])
	}
	site, err := source.PathToken(parts[2])
	if err != nil {
		return "", err
	}
	return tenant + "/" + pod + "/" + site, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	segments := source.Segments(u)
	if m := siteForm.FindStringSubmatch(u.Hostname()); m != nil {
		return onSecondHost(m[1], segments)
	}
	m := hostForm.FindStringSubmatch(u.Hostname())
	if m == nil {
		return "", false
	}
	if len(segments) >= 4 && segments[0] == "wday" && segments[1] == "cxs" {
		segments = segments[3:]
	}
	if len(segments) > 0 && locale.MatchString(segments[0]) {
		segments = segments[1:]
	}
	if len(segments) == 0 || segments[0] == "wday" {
		return "", false
	}
	return m[1] + "/" + m[2] + "/" + segments[0], true
}

// onSecondHost reads the tenant and the site from a path of the second host.
func onSecondHost(pod string, segments []string) (string, bool) {
	if len(segments) > 0 && locale.MatchString(segments[0]) {
		segments = segments[1:]
	}
	switch {
	case len(segments) >= 3 && segments[0] == "recruiting":
		segments = segments[1:]
	case len(segments) >= 4 && segments[0] == "wday" && segments[1] == "cxs":
		segments = segments[2:]
	default:
		return "", false
	}
	return segments[0] + "/" + pod + "/" + segments[1], true
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	parts := strings.Split(b.Token, "/")
	tenant, pod, site := parts[0], parts[1], parts[2]
	base := "https://" + tenant + "." + pod + ".myworkdayjobs.com"
	public := base + "/" + url.PathEscape(site)
	if strings.HasSuffix(pod, ".myworkdaysite") {
		base = "https://" + pod + ".com"
		public = base + "/recruiting/" + tenant + "/" + url.PathEscape(site)
	}
	if b.BaseURL != "" {
		base = b.Base("", tenant)
	}
	p := pull{
		fetcher: f,
		address: base + "/wday/cxs/" + tenant + "/" + url.PathEscape(site),
		public:  public,
		memory:  b.Memory,
		preview: b.Preview,
		paths:   map[string]bool{},
	}
	if err := p.collect(ctx); err != nil {
		return p.result, err
	}
	note, err := source.Details(ctx, b, p.details(), yield)
	if err == nil && p.result.Reason == "" {
		p.result.Reason = note
	}
	return p.result, err
}

// passing lists statuses that do not last: bursts are answered with 403 and with redirects to a waiting page.
var passing = []int{http.StatusForbidden, http.StatusSeeOther}

type pull struct {
	fetcher *source.Fetcher
	address string
	public  string
	memory  *source.Memory
	preview bool // only the first page
	entries []entry
	paths   map[string]bool
	result  source.Result
}

func (p *pull) details() []source.Detail {
	keys := nativeIDs(p.entries)
	out := make([]source.Detail, len(p.entries))
	for i, e := range p.entries {
		out[i] = source.Detail{
			NativeID: keys[i],
			Stamp:    e.stamp(),
			Load:     func(ctx context.Context) (source.Posting, error) { return p.load(ctx, e) },
		}
	}
	return out
}

func (p *pull) load(ctx context.Context, e entry) (source.Posting, error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       p.address + e.ExternalPath.String(),
		Format:    source.JSON,
		Redirects: source.Never,
		Retry:     passing,
	})
	if err != nil {
		return source.Posting{}, err
	}
	defer res.Body.Close()
	if res.Status != http.StatusOK {
		return source.Posting{}, source.Errorf(source.Broken, "expected a posting, got a redirect")
	}
	var d detail
	if err := source.ReadValue(res.Body, &d); err != nil {
		return source.Posting{}, err
	}
	if !d.Info.OK {
		return source.Posting{}, source.Errorf(source.Broken, "no posting in the answer")
	}
	return e.posting(d, p.public), nil
}
