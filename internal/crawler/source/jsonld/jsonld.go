// Package jsonld reads careers pages that describe their postings with schema.org JobPosting.
//
// Sitemaps list the pages of a site. Which of them are postings is learnt from the pages: a few of
// every path pattern are read, and patterns that have a posting are read in full. A pull is complete
// if the sitemaps were read to their end and so were all pages of these patterns. Without a sitemap
// the links on the careers page are followed, and the pull is partial: nothing proves that they are
// all. A pull that finds no posting is partial too: the site may describe its postings in another
// way. robots.txt is obeyed on every host, including its crawl delay.
package jsonld

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"rolecall/internal/crawler/source"
)

// Source reads careers pages. A token is the address of the page or of its sitemap.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:  "jsonld",
		Label: "Careers page",
		Form:  "address of a careers page or sitemap",
		Right: source.Documented,
		Reads: "sitemaps and pages with schema.org JobPosting, as far as robots.txt allows",
		Proof: "every address of the sitemap was read",
	}
}

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

// Detect implements [source.Source]. It accepts any address, so it must be the last source of the registry.
func (Source) Detect(u *url.URL) (string, bool) {
	return u.String(), strings.Contains(u.Hostname(), ".")
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return PullSite(ctx, f, b, nativeID, yield)
}

// PullSite reads the careers site of another family, whose postings have their own ids.
func PullSite(
	ctx context.Context, f *source.Fetcher, b source.Board, id func(address string) string, yield func(source.Posting) error,
) (source.Result, error) {
	careers, err := url.Parse(b.Token)
	if err != nil {
		return source.Result{}, source.Errorf(source.Refused, "bad address: %w", err)
	}
	p := &pull{fetcher: f, board: b, id: id, memory: b.Memory, robots: newRobots(f, b.Memory), careers: careers, sampled: map[string]sampled{}}
	if err := p.discover(ctx); err != nil {
		return p.result, err
	}
	p.keepAllowed(ctx)
	count := func(posting source.Posting) error {
		p.postings++
		return yield(posting)
	}
	for _, posting := range p.inline {
		if err := count(posting); err != nil {
			return p.result, err
		}
	}
	note, err := source.Details(ctx, b, p.details(), count)
	if err != nil {
		return p.result, err
	}
	err = p.setOutcome(note)
	return p.result, err
}

type pull struct {
	fetcher *source.Fetcher
	board   source.Board
	id      func(address string) string
	memory  *source.Memory
	careers *url.URL
	result  source.Result

	mu     sync.Mutex // guards robots: details are loaded concurrently
	robots *robots

	sampled   map[string]sampled
	unseen    int             // patterns of which no page was looked at
	fault     error           // error of the first sampled page that could not be read
	locations []location      // addresses of the pages that are read
	listed    map[string]bool // all addresses of the site
	inline    []source.Posting
	vacant    bool         // the sitemap given as the token is empty
	gaps      source.Notes // why the pull is not complete
	postings  int
}

// discover finds the addresses of postings.
func (p *pull) discover(ctx context.Context) error {
	rules, err := p.rules(ctx, p.careers)
	if err != nil {
		return err
	}
	isSitemap := strings.Contains(p.careers.Path, ".xml")
	s := &sitemaps{pull: p, found: p.newCandidates(isSitemap)}
	if isSitemap {
		if err := s.readTree(ctx, p.careers.String(), 0); err != nil {
			return err
		}
		p.vacant = s.addresses == 0
		return p.choose(ctx, s)
	}
	for _, address := range rules.sitemaps {
		if err := s.readTree(ctx, address, 0); err != nil {
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
	if err := p.choose(ctx, s); err != nil {
		return err
	}
	if len(p.locations) == 0 {
		return p.follow(ctx)
	}
	return nil
}

func (p *pull) guess(ctx context.Context, s *sitemaps) error {
	for _, address := range guesses(p.careers) {
		err := s.readTree(ctx, address, 0)
		if ctx.Err() != nil {
			return err
		}
		switch source.KindOf(err) {
		case source.NoBoard, source.Forbidden, source.Broken:
			// No sitemap here. Broken: some sites answer every address with a web page.
		default:
			return err
		}
	}
	return nil
}

// choose determines which pages of the sitemaps are postings. Files that are not named after jobs are read if the
// others list none.
func (p *pull) choose(ctx context.Context, s *sitemaps) error {
	if err := p.learn(ctx, s.found); err != nil {
		return err
	}
	if len(p.locations) == 0 && len(s.skipped) > 0 {
		s.found = p.newCandidates(s.found.isSitemap)
		if err := s.readChildren(ctx, s.skipped, 0); err != nil {
			return err
		}
		if err := p.learn(ctx, s.found); err != nil {
			return err
		}
	}
	if s.gaps.Any() {
		p.gaps.Add("%s", s.gaps.String())
	}
	if len(p.locations) > 0 {
		p.result.Status = http.StatusOK
	}
	return nil
}

// follow reads the links on the careers page, and the postings that are described on it alone. An error here also
// detects a site that is gone.
func (p *pull) follow(ctx context.Context) error {
	res, err := p.fetch(ctx, p.careers.String(), source.HTML)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	p.result.Status = res.Status
	c := p.newCandidates(false)
	pg, drop, err := p.page(res)
	_ = res.Body.Close() // its slots are needed for the pages that are read next
	if err != nil {
		return err
	}
	defer drop()
	for _, n := range pg.nodes {
		link := pg.resolve(n.text("url"))
		if n.text("url") == "" || pg.isOwn(link) {
			p.inline = append(p.inline, n.inline(pg, link))
		} else if err := c.add(location{URL: link, jobs: true}); err != nil {
			return err
		}
	}
	for _, link := range pg.links {
		if err := c.add(location{URL: link}); err != nil {
			return err
		}
	}
	p.gaps.Add("no sitemap lists the postings; the links on the careers page may not be complete")
	return p.learn(ctx, c)
}

func (p *pull) newCandidates(isSitemap bool) *candidates {
	c := newCandidates(p.careers, isSitemap, p.memory)
	c.isOpen = p.isOpen
	return c
}

// keepAllowed drops the pages that robots.txt disallows. They may be open, so the pull is not complete.
func (p *pull) keepAllowed(ctx context.Context) {
	disallowed := 0
	p.locations = slices.DeleteFunc(p.locations, func(l location) bool {
		u, err := url.Parse(l.URL)
		if err != nil {
			return true
		}
		rules, err := p.rules(ctx, u)
		if err != nil || ctx.Err() != nil || !rules.allowed(u) {
			disallowed++
			return true
		}
		return false
	})
	if disallowed > 0 {
		p.gaps.Add("robots.txt disallows %d pages", disallowed)
	}
}

func (p *pull) details() []source.Detail {
	locations := p.locations
	// A site that allows few requests may not be read to its end in the time of one pull, so the next starts elsewhere.
	if n := int64(len(locations)); n > 0 && p.board.Open != nil {
		at := p.fetcher.Now().Unix() % n
		locations = slices.Concat(locations[at:], locations[:at])
	}
	out := make([]source.Detail, len(locations))
	for i, l := range locations {
		out[i] = source.Detail{
			NativeID: p.id(l.URL),
			Stamp:    l.LastMod,
			Load:     func(ctx context.Context) (source.Posting, error) { return p.load(ctx, l) },
		}
	}
	return out
}

// load returns the posting of a page, which may have been read as a sample.
func (p *pull) load(ctx context.Context, l location) (source.Posting, error) {
	if known, ok := p.sampled[l.URL]; ok {
		_ = p.memory.Add(-len(known.posting.Description))
		return known.posting, known.err
	}
	return p.read(ctx, l)
}

func (p *pull) read(ctx context.Context, l location) (source.Posting, error) {
	res, err := p.fetch(ctx, l.URL, source.HTML)
	if err != nil {
		if source.KindOf(err) == source.NoBoard {
			return source.Posting{}, source.ErrGone
		}
		return source.Posting{}, err
	}
	defer res.Body.Close()
	// Sites redirect a closed posting to another one.
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

// page reads a page, and counts its memory twice until it is dropped: for its text and for what is found in it.
func (p *pull) page(res *source.Response) (pg *page, drop func(), err error) {
	doc, err := source.ReadText(res, p.memory)
	if err != nil {
		return nil, nil, err
	}
	if err := p.memory.Add(cap(doc)); err != nil {
		p.memory.Drop(doc)
		return nil, nil, err
	}
	drop = func() {
		p.memory.Drop(doc)
		p.memory.Drop(doc)
	}
	err = source.DecodeSlot(len(doc), func() error {
		pg = readPage(doc, res.URL)
		return nil
	})
	return pg, drop, err
}

// setOutcome decides whether the pull was complete. Without any posting it proves nothing, and a page that could not be read may
// have been one.
func (p *pull) setOutcome(note string) error {
	if p.postings == 0 && !p.vacant {
		if p.fault != nil {
			return p.fault
		}
		p.gaps.Add("none of the %d pages that were looked at describes a posting", max(len(p.sampled), len(p.locations)))
	}
	if note == "" && p.unseen > 0 {
		note = fmt.Sprintf("%d kinds of pages were not looked at", p.unseen)
	}
	p.result.Outcome, p.result.Reason = source.Complete, note
	if p.gaps.Any() {
		p.result.Outcome = source.Partial
		p.result.Reason = p.gaps.String()
	}
	return nil
}

func (p *pull) rules(ctx context.Context, u *url.URL) (*rules, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.robots.rules(ctx, u)
}

// fetch follows redirects as far as the robots.txt of every host allows.
func (p *pull) fetch(ctx context.Context, address string, format source.Format) (*source.Response, error) {
	req := source.Request{URL: address, Format: format, Redirects: source.Anywhere, Allow: p.allow}
	if format == source.HTML {
		req.MaxBody = source.MaxPage
	}
	return p.fetcher.Fetch(ctx, req)
}

func (p *pull) allow(ctx context.Context, u *url.URL) (crawlDelay time.Duration, err error) {
	rules, err := p.rules(ctx, u)
	if err != nil {
		return 0, err
	}
	if !rules.allowed(u) {
		return 0, &source.Error{Kind: source.Forbidden, Detail: "disallowed by robots.txt", URL: cleanURL(u)}
	}
	return rules.delay, nil
}

// nativeID returns the posting's address without the scheme: it stays the same when the site moves to https.
func nativeID(address string) string {
	_, id, _ := strings.Cut(address, "://")
	if len(id) > 400 {
		return source.Stamp(id)
	}
	return cmp.Or(id, address)
}
