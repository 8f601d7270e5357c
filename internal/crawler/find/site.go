package find

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/jsonld"
)

const (
	maxPages   = 8 // pages of a site that are read
	maxCareers = 3 // links to careers pages that are followed from one page

	pageTimeout = 10 * time.Second
)

// errAtVendor ends a request that was redirected to a vendor: the address is all that is needed.
var errAtVendor = errors.New("redirected to a board")

// site holds what is read of an employer's site, page by page.
type site struct {
	*search
	start  *url.URL
	memory *source.Memory
	allow  func(context.Context, *url.URL) (time.Duration, error)

	visited  map[string]bool
	outcomes map[string]Outcome // of the pages that could not be read
	called   string             // name that the first of the pages gives the site
	logo     string
	found    []string // careers pages that were read
	leads    []board  // boards that the site leads to
}

// visit reads the given page, the careers pages that it links to, and then the usual addresses of careers pages, until
// one of them leads to a board. A site that does not answer is not asked again: each page would take its timeout.
func (s *site) visit(ctx context.Context) {
	s.visited, s.outcomes, s.allow = map[string]bool{}, map[string]Outcome{}, jsonld.Rules(s.Fetcher, s.memory)
	first := s.read(ctx, s.start)
	linked := s.follow(ctx, first)
	failed := s.outcomes[s.start.String()]
	if len(s.leads) > 0 || failed == Unavailable {
		return
	}
	for _, host := range []string{"careers.", "jobs."} {
		if domain := s.domain(); domain != "" && !strings.HasPrefix(s.start.Host, host) {
			s.try(ctx, &url.URL{Scheme: s.start.Scheme, Host: host + domain, Path: "/"})
		}
	}
	for _, path := range []string{"careers", "jobs"} {
		if !linked && failed != Nowhere {
			s.try(ctx, s.start.JoinPath(path))
		}
	}
}

// follow reads the careers pages that a page links to, and reports whether there are any.
func (s *site) follow(ctx context.Context, from page) (linked bool) {
	for i, u := range from.careers {
		if i == maxCareers || len(s.leads) > 0 {
			break
		}
		s.try(ctx, u)
	}
	return len(from.careers) > 0
}

// try reads a careers page and those that it links to.
func (s *site) try(ctx context.Context, u *url.URL) {
	if len(s.leads) > 0 || ctx.Err() != nil {
		return
	}
	p := s.read(ctx, u)
	if p.url == nil {
		return
	}
	s.found = append(s.found, p.url.String())
	for _, next := range p.careers[:min(len(p.careers), maxCareers)] {
		if len(s.leads) > 0 {
			return
		}
		if nested := s.read(ctx, next); nested.url != nil {
			s.found = append(s.found, nested.url.String())
		}
	}
}

// read reads a page, unless it was read before or enough pages were. The zero page is one that cannot be read.
func (s *site) read(ctx context.Context, u *url.URL) page {
	if s.visited[u.String()] || len(s.visited) == maxPages || ctx.Err() != nil {
		return page{}
	}
	s.visited[u.String()] = true
	before := len(s.leads)
	p, err := s.fetch(ctx, u)
	step := Step{Place: u.String(), Outcome: Nothing}
	switch {
	case errors.Is(err, errAtVendor):
	case err != nil:
		step.Outcome, step.Note = s.failed(ctx, u.String(), err)
		s.outcomes[u.String()] = step.Outcome
	default:
		s.learn(p)
	}
	if len(s.leads) > before {
		step.Outcome = Hit
	}
	s.step(step)
	return p
}

func (s *site) fetch(ctx context.Context, u *url.URL) (page, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	res, err := s.Fetcher.Fetch(ctx, source.Request{URL: u.String(), Format: source.HTML, MaxBody: source.MaxPage, Redirects: source.Anywhere,
		Allow: func(ctx context.Context, hop *url.URL) (time.Duration, error) {
			if s.leadsTo(hop.String()) {
				return 0, errAtVendor
			}
			return s.allow(ctx, hop)
		}})
	if err != nil {
		return page{}, err
	}
	defer res.Body.Close()
	doc, err := source.ReadText(res, s.memory)
	if err != nil {
		return page{}, err
	}
	defer s.memory.Drop(doc)
	var p page
	err = source.DecodeSlot(len(doc), func() error {
		p = readPage(doc, res.URL)
		return nil
	})
	return p, err
}

// learn takes over what a page states about the employer and its boards.
func (s *site) learn(p page) {
	for _, a := range p.addresses {
		s.leadsTo(a)
	}
	s.called, s.logo = cmp.Or(s.called, p.name), cmp.Or(s.logo, p.logo)
}

// leadsTo reports whether the address belongs to a board, and adds the board.
func (s *site) leadsTo(address string) bool {
	b, ok := s.detect(address)
	if ok && !slices.Contains(s.leads, b) {
		s.leads = append(s.leads, b)
	}
	return ok
}

// domain returns the domain under which the site may have other hosts, or nothing for an address in numbers.
func (s *site) domain() string {
	host := s.start.Hostname()
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	if port := s.start.Port(); port != "" {
		domain += ":" + port
	}
	return domain
}

// name returns the employer's name: what the pages call their site, or else its domain.
func (s *site) name() string {
	label, _, _ := strings.Cut(s.domain(), ".")
	return cmp.Or(s.called, label)
}

// careers returns the pages that may list the postings, likeliest first.
func (s *site) careers() []string {
	pages := s.found
	switch failed := s.outcomes[s.start.String()]; {
	case failed == Unavailable || failed == Nowhere:
	case careersWord.MatchString(s.start.Path): // its links may be single postings
		pages = append([]string{s.start.String()}, pages...)
	default:
		pages = append(pages, s.start.String())
	}
	return pages[:min(len(pages), maxCareers)]
}
