// Package jsonld reads careers pages that describe their postings with schema.org JobPosting.
//
// The postings are found through sitemaps, which also prove completeness: every file that
// concerns jobs was read. Without a sitemap the links on the careers page are followed, and the
// pull is partial: a list on a page cannot be shown to be whole. robots.txt is obeyed on every
// host, its crawl delay included.
package jsonld

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html/charset"

	"rolecall/internal/crawler/source"
)

const maxRedirects = 5

// Source reads careers pages. A token is the address of the page or of its sitemap.
type Source struct{}

// Kind implements [source.Source].
func (Source) Kind() string { return "jsonld" }

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil || len(raw) > 500 {
		return "", source.Errorf(source.Refused, "%q is not the http or https address of a careers page", raw)
	}
	u.Host = strings.ToLower(u.Host)
	u.Fragment, u.RawFragment = "", ""
	return u.String(), nil
}

// vendors have sources of their own or none: an address of theirs that names no board is not a
// careers page.
var vendors = []string{
	"greenhouse.io", "lever.co", "ashbyhq.com", "smartrecruiters.com", "workable.com", "recruitee.com",
	"personio.de", "personio.com", "teamtailor.com", "myworkdayjobs.com",
}

// Detect implements [source.Source]. It takes any address that belongs to no vendor, so it must
// be asked last.
func (Source) Detect(u *url.URL) (string, bool) {
	host := strings.ToLower(u.Hostname())
	for _, v := range vendors {
		if host == v || strings.HasSuffix(host, "."+v) {
			return "", false
		}
	}
	return u.String(), strings.Contains(host, ".")
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	careers, err := url.Parse(b.Token)
	if err != nil {
		return source.Result{}, source.Errorf(source.Refused, "bad address: %w", err)
	}
	p := &pull{fetcher: f, held: b.Held, guide: newGuide(f, b.Held), careers: careers}
	if err := p.discover(ctx); err != nil {
		return p.result, err
	}
	p.keepAllowed(ctx)
	note, err := source.Details(ctx, b, p.details(), func(posting source.Posting) error {
		p.postings++
		return yield(posting)
	})
	if err != nil {
		return p.result, err
	}
	p.judge(note)
	return p.result, nil
}

type pull struct {
	fetcher *source.Fetcher
	held    *source.Held
	careers *url.URL
	result  source.Result

	mu    sync.Mutex // guards guide: details are loaded side by side
	guide *guide

	locations []location
	listed    map[string]bool // their addresses
	vacant    bool            // the site itself shows that nothing is open
	doubts    source.Notes    // why the pull cannot be complete
	postings  int
}

// discover finds the addresses of postings.
func (p *pull) discover(ctx context.Context) error {
	rules, err := p.rules(ctx, p.careers)
	if err != nil {
		return err
	}
	isSitemap := strings.Contains(p.careers.Path, ".xml")
	s := &sitemaps{pull: p, chosen: newChoice(p.careers, isSitemap, p.held)}
	if isSitemap {
		if err := s.open(ctx, p.careers.String(), 0); err != nil {
			return err
		}
		p.take(s, true)
		return nil
	}
	for _, address := range rules.sitemaps {
		if err := s.open(ctx, address, 0); err != nil {
			if ctx.Err() != nil {
				return err
			}
			s.gaps.Add("sitemap %s: %v", source.Shorten(address, source.MaxReason/2), err)
		}
	}
	if len(rules.sitemaps) == 0 {
		if err := p.guess(ctx, s); err != nil {
			return err
		}
	}
	p.take(s, false)
	if len(p.locations) == 0 {
		return p.follow(ctx, s.read > 0 && !s.gaps.Any())
	}
	return nil
}

func (p *pull) guess(ctx context.Context, s *sitemaps) error {
	for _, address := range guesses(p.careers) {
		err := s.open(ctx, address, 0)
		if ctx.Err() != nil {
			return err
		}
		switch source.KindOf(err) {
		case 0:
			return err
		case source.NoBoard, source.Forbidden, source.Broken:
			// Nothing here; what answers every address with a page is broken in this sense.
		default:
			return err
		}
	}
	return nil
}

func (p *pull) take(s *sitemaps, isSitemap bool) {
	p.choose(s.chosen)
	if s.gaps.Any() {
		p.doubts.Add("%s", s.gaps.String())
	}
	p.vacant = isSitemap && s.looked == 0
	if len(p.locations) > 0 {
		p.result.Status = http.StatusOK
	}
}

func (p *pull) choose(c *choice) {
	p.locations = c.locations()
	if c.many {
		p.doubts.Add("the site holds more than %d pages", source.MaxPages)
	}
}

// follow reads the careers page itself. Its answer also tells a site that is gone, and together
// with a whole sitemap one that has nothing open: neither knows of a posting.
func (p *pull) follow(ctx context.Context, mapped bool) error {
	res, err := p.fetch(ctx, p.careers.String(), source.HTML)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	p.result.Status = res.Status
	c := newChoice(p.careers, false, p.held)
	pg, drop, err := p.page(res)
	if err != nil {
		return err
	}
	defer drop()
	for _, link := range pg.links {
		if err := c.add(location{URL: link}); err != nil {
			return err
		}
	}
	for _, n := range pg.nodes {
		if link := n.text("url"); link != "" {
			if err := c.add(location{URL: pg.resolve(link), jobs: true}); err != nil {
				return err
			}
		}
	}
	p.choose(c)
	if p.vacant = mapped && len(p.locations) == 0 && len(pg.nodes) == 0 && !pg.damaged; !p.vacant {
		p.doubts.Add("the site has no sitemap of its postings, and a list on a page cannot be shown to be whole")
	}
	return nil
}

// keepAllowed drops what robots.txt keeps us from. What we may not see we cannot call closed.
func (p *pull) keepAllowed(ctx context.Context) {
	barred := 0
	p.listed = make(map[string]bool, len(p.locations))
	p.locations = slices.DeleteFunc(p.locations, func(l location) bool {
		u, err := url.Parse(l.URL)
		if err != nil {
			return true
		}
		rules, err := p.rules(ctx, u)
		if err != nil || ctx.Err() != nil || !rules.allowed(u) {
			barred++
			return true
		}
		p.listed[l.URL] = true
		return false
	})
	if barred > 0 {
		p.doubts.Add("robots.txt bars %d pages", barred)
	}
}

func (p *pull) details() []source.Detail {
	out := make([]source.Detail, len(p.locations))
	for i, l := range p.locations {
		out[i] = source.Detail{
			NativeID: nativeID(l.URL),
			Stamp:    l.LastMod,
			Load:     func(ctx context.Context) (source.Posting, error) { return p.load(ctx, l) },
		}
	}
	return out
}

func (p *pull) load(ctx context.Context, l location) (source.Posting, error) {
	res, err := p.fetch(ctx, l.URL, source.HTML)
	if err != nil {
		if source.KindOf(err) == source.NoBoard {
			return source.Posting{}, source.ErrGone
		}
		return source.Posting{}, err
	}
	defer res.Body.Close()
	// A page that leads to another posting's is how sites retire it.
	if end := cleanURL(res.URL); end != l.URL && p.listed[end] {
		return source.Posting{}, source.ErrGone
	}
	pg, drop, err := p.page(res)
	if err != nil {
		return source.Posting{}, err
	}
	defer drop()
	n, err := pg.posting()
	if err != nil {
		return source.Posting{}, err
	}
	return n.posting(pg, l.URL), nil
}

// page reads a page, whose memory is held until it is dropped: once for its text, once for what is found in it.
func (p *pull) page(res *source.Response) (pg *page, drop func(), err error) {
	utf, err := charset.NewReader(res.Body, "")
	if err != nil {
		return nil, nil, source.Errorf(source.Broken, "an empty page: %w", err)
	}
	doc, err := p.held.ReadAll(utf, source.MaxPage)
	if err != nil {
		return nil, nil, err
	}
	if err := p.held.Add(cap(doc)); err != nil {
		p.held.Drop(doc)
		return nil, nil, err
	}
	drop = func() {
		p.held.Drop(doc)
		p.held.Drop(doc)
	}
	err = source.InPlace(len(doc), func() error {
		pg = readPage(doc, res.URL)
		return nil
	})
	return pg, drop, err
}

func (p *pull) judge(note string) {
	p.result.Outcome, p.result.Reason = source.Complete, note
	if p.postings == 0 && !p.vacant {
		p.doubts.Add("none of %d pages describes a posting", len(p.locations))
	}
	if p.doubts.Any() {
		p.result.Outcome = source.Partial
		p.result.Reason = p.doubts.String()
	}
}

func (p *pull) rules(ctx context.Context, u *url.URL) (*rules, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.guide.rules(ctx, u)
}

// fetch follows redirects itself, since every hop is bound by the rules of its own host.
func (p *pull) fetch(ctx context.Context, address string, want source.Format) (*source.Response, error) {
	for hop := range maxRedirects + 1 {
		u, err := url.Parse(address)
		if err != nil {
			return nil, source.Errorf(source.Broken, "bad address: %w", err)
		}
		rules, err := p.rules(ctx, u)
		if err != nil {
			return nil, err
		}
		if !rules.allowed(u) {
			return nil, &source.Error{Kind: source.Forbidden, Detail: "robots.txt bars it", URL: cleanURL(u)}
		}
		req := source.Request{URL: address, Format: want, Redirects: source.Never, Pace: rules.delay}
		if want == source.HTML {
			req.MaxBody = source.MaxPage
		}
		res, err := p.fetcher.Fetch(ctx, req)
		if hop > 0 && source.KindOf(err) == source.NoBoard {
			return nil, source.Errorf(source.Broken, "a redirect to a page that is missing: %w", err)
		}
		if err != nil {
			return nil, err
		}
		if res.Status == http.StatusOK {
			return res, nil
		}
		_ = res.Body.Close()
		next, err := res.URL.Parse(res.Header.Get("Location"))
		if err != nil {
			return nil, source.Errorf(source.Broken, "a redirect to nowhere")
		}
		address = next.String()
	}
	return nil, source.Errorf(source.Broken, "too many redirects")
}

// nativeID is the posting's address, without the scheme so that a move to https changes nothing.
func nativeID(address string) string {
	_, id, _ := strings.Cut(address, "://")
	if len(id) > 400 {
		return source.Stamp(id)
	}
	return cmp.Or(id, address)
}
