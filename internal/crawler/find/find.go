// Package find finds the board of an employer from its name or from the address of its site.
//
// An address is tried first: it may be that of a board, or of a site that links to its board, embeds it or redirects to
// it. A name is tried as a token at every family that declares how it answers for unknown boards ([source.Guess]): one
// request per family, and none for a week where a family had no such board. What is found is read as far as is needed
// to recognise it.
package find

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/source"
	"rolecall/internal/egress"
	"rolecall/internal/slug"
)

const (
	lookTimeout = 20 * time.Second // limit for one board
	maxBoards   = 6                // number of boards that are looked at
)

// Finder finds boards.
type Finder struct {
	Sources source.Registry // the families that may be read
	Fetcher *source.Fetcher
	Base    func(family string) string // the address that replaces the vendor's, or empty
	// Missed reports whether a family had no board of this token a short time ago, and Miss records it.
	Missed func(ctx context.Context, family, token string) (bool, error)
	Miss   func(ctx context.Context, family, token string) error
	// Known returns which of the careers pages is read as a board already, or nothing.
	Known func(ctx context.Context, pages []string) (string, error)
	// Failed receives the errors that users are not shown: they name hosts and addresses of this network.
	Failed func(ctx context.Context, place string, err error)
}

// Board is a board that was found.
type Board struct {
	Family   string   `json:"family"`
	Token    string   `json:"token"`
	Name     string   `json:"name"` // name of the employer
	Site     string   `json:"site,omitempty"`
	Logo     string   `json:"logo,omitempty"`
	Postings int      `json:"postings"`
	More     bool     `json:"more,omitempty"` // there are more postings than that
	Titles   []string `json:"titles"`
	By       By       `json:"by"`
}

// By is the way in which a board was found.
type By string

// The ways.
const (
	ByAddress By = "address" // by its own address
	BySite    By = "site"    // the employer's site leads to it
	ByName    By = "name"    // a family has a board under the employer's name
)

// Step is a page or a family that was tried.
type Step struct {
	Place   string  `json:"place"`           // the page's address or the family's name
	Token   string  `json:"token,omitempty"` // token that was tried; empty for a page
	Outcome Outcome `json:"outcome"`
	Note    string  `json:"note,omitempty"`
}

// Outcome is the result of a step.
type Outcome string

// The outcomes.
const (
	Hit         Outcome = "found"
	Nothing     Outcome = "nothing"
	Remembered  Outcome = "remembered"  // nothing, according to an earlier step
	Disallowed  Outcome = "disallowed"  // disallowed by robots.txt, or by the server
	Unavailable Outcome = "unavailable" // no usable answer at the moment
	Nowhere     Outcome = "nowhere"     // the host of the address does not exist
)

// Found is the result of a search for a board.
type Found struct {
	Boards []Board
	Steps  []Step
}

// Find searches for boards. It calls report after every step with all steps so far. An error is internal: failures of a
// site or a vendor are in the steps.
func (f *Finder) Find(ctx context.Context, query string, report func([]Step)) (Found, error) {
	s := &search{Finder: f, report: report}
	var err error
	if u := address(query); u != nil {
		err = s.byAddress(ctx, u)
	} else {
		err = s.byName(ctx, query, employer{name: query})
	}
	if err == nil {
		err = ctx.Err()
	}
	return Found{Boards: s.boards, Steps: s.steps}, err
}

// address returns the query as an address, or nil if it is a name.
func address(query string) *url.URL {
	query = strings.TrimSpace(query)
	if !strings.Contains(query, "://") {
		host, _, _ := strings.Cut(query, "/")
		if strings.ContainsAny(query, " \t") || !strings.Contains(strings.Trim(host, "."), ".") {
			return nil
		}
		query = "https://" + query
	}
	u, err := url.Parse(query)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return nil
	}
	u.Host, u.Fragment = strings.ToLower(u.Host), ""
	return u
}

// employer holds what is known of the employer besides its board.
type employer struct{ name, site, logo string }

// search is one run of Find.
type search struct {
	*Finder
	report func([]Step)

	mu     sync.Mutex
	steps  []Step
	boards []Board
}

func (s *search) step(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, step)
	s.report(slices.Clone(s.steps))
}

// byAddress looks at a board's own address, or at a site. If the site leads to no board, its name is tried, and then
// its careers page is read as one.
func (s *search) byAddress(ctx context.Context, u *url.URL) error {
	if b, ok := s.detect(u.String()); ok {
		return s.look(ctx, []board{b}, employer{}, ByAddress)
	}
	if err := s.known(ctx, []string{u.String()}, employer{}, ByAddress); err != nil || len(s.boards) > 0 {
		return err
	}
	site := &site{search: s, start: u, memory: &source.Memory{}}
	defer site.memory.Release()
	site.visit(ctx)
	known := employer{name: site.name(), site: u.Scheme + "://" + u.Host, logo: site.logo}
	if err := s.look(ctx, site.leads, known, BySite); err != nil || len(s.boards) > 0 {
		return err
	}
	if err := s.known(ctx, site.careers(), known, BySite); err != nil || len(s.boards) > 0 {
		return err
	}
	if err := s.byName(ctx, known.name, known); err != nil || len(s.boards) > 0 {
		return err
	}
	for _, page := range site.careers() {
		if err := s.look(ctx, []board{{"jsonld", page}}, known, BySite); err != nil || len(s.boards) > 0 {
			return err
		}
	}
	return nil
}

// board names a board that may exist.
type board struct{ family, token string }

// detect recognises the address of a vendor's board; an employer's own page is none.
func (s *search) detect(address string) (board, bool) {
	family, token, ok := s.Sources.Detect(address)
	return board{family, token}, ok && family != "jsonld"
}

// known adds the board if one of the pages is read as one already, even if the site is away at the moment.
func (s *search) known(ctx context.Context, pages []string, of employer, by By) error {
	var spellings []string
	for _, page := range pages {
		scheme, rest, _ := strings.Cut(page, "://")
		bare := strings.TrimSuffix(rest, "/")
		other := map[string]string{"http": "https", "https": "http"}[scheme]
		spellings = append(spellings, page, scheme+"://"+bare, scheme+"://"+bare+"/", other+"://"+bare, other+"://"+bare+"/")
	}
	token, err := s.Known(ctx, spellings)
	src, ok := s.Sources.Lookup("jsonld")
	if err != nil || token == "" || !ok {
		return err
	}
	b := board{"jsonld", token}
	glance, err := s.glance(ctx, src, s.Fetcher, b)
	if err != nil {
		s.Failed(ctx, token, err)
	}
	s.add(b, glance, of, by)
	s.step(Step{Place: b.family, Token: token, Outcome: Hit})
	return nil
}

// look looks at boards that something leads to.
func (s *search) look(ctx context.Context, list []board, known employer, by By) error {
	looks, ctx := errgroup.WithContext(ctx)
	for _, b := range list[:min(len(list), maxBoards)] {
		looks.Go(func() error {
			src, ok := s.Sources.Lookup(b.family)
			if !ok {
				return nil
			}
			glance, err := s.glance(ctx, src, s.Fetcher, b)
			step := Step{Place: b.family, Token: b.token, Outcome: Hit}
			// A careers page without a posting is a page like any other.
			if err != nil {
				step.Outcome, step.Note = s.failed(ctx, b.family+"/"+b.token, err)
			} else if b.family == "jsonld" && glance.Postings == 0 {
				step.Outcome = Nothing
			}
			if step.Outcome == Hit {
				s.add(b, glance, known, by)
			}
			s.step(step)
			return nil
		})
	}
	return looks.Wait()
}

// byName tries the employer's name at every family that can be guessed.
func (s *search) byName(ctx context.Context, name string, known employer) error {
	slugged, ok := slug.Make(name)
	if !ok || len(slugged) < 2 {
		return nil
	}
	guesses, ctx := errgroup.WithContext(ctx)
	for _, src := range s.Sources {
		guess := src.Family().Guess
		if guess == nil {
			continue
		}
		token, err := src.Token(guess.Spelling(slugged))
		if err != nil {
			continue
		}
		guesses.Go(func() error { return s.guess(ctx, src, token, known) })
	}
	if err := guesses.Wait(); err != nil {
		return err
	}
	// A board whose employer has this very name comes first.
	slices.SortStableFunc(s.boards, func(a, b Board) int { return cmp.Compare(unlike(a.Name, slugged), unlike(b.Name, slugged)) })
	return nil
}

// unlike returns 0 for a name with the slug, else 1.
func unlike(name, slugged string) int {
	if made, ok := slug.Make(name); ok && made == slugged {
		return 0
	}
	return 1
}

// guess asks a family for a token that may not exist.
func (s *search) guess(ctx context.Context, src source.Source, token string, known employer) error {
	family := src.Family()
	step := Step{Place: family.Name, Token: token, Outcome: Hit}
	missed, err := s.Missed(ctx, family.Name, token)
	if err != nil {
		return err
	}
	if missed {
		step.Outcome = Remembered
		s.step(step)
		return nil
	}
	b := board{family.Name, token}
	glance, err := s.glance(ctx, src, s.Fetcher.Guessing(), b)
	switch {
	case err != nil:
		step.Outcome, step.Note = s.failed(ctx, b.family+"/"+b.token, err)
	case glance.Postings == 0 && family.Guess.NeedsPosting:
		step.Outcome = Nothing
	default:
		s.add(b, glance, known, ByName)
	}
	if step.Outcome == Nothing {
		if err := s.Miss(ctx, family.Name, token); err != nil {
			return err
		}
	}
	s.step(step)
	return nil
}

func (s *search) glance(ctx context.Context, src source.Source, f *source.Fetcher, b board) (source.Glance, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	return source.Look(ctx, src, f, source.Board{Token: b.token, BaseURL: s.Base(b.family)})
}

func (s *search) add(b board, g source.Glance, known employer, by By) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.boards = append(s.boards, Board{
		Family: b.family, Token: b.token, Name: cmp.Or(g.Company, known.name, b.token), Site: known.site, Logo: known.logo,
		Postings: g.Postings, More: g.More, Titles: append([]string{}, g.Titles...), By: by,
	})
}

// failed returns what an error of a board or a page means for the search, and in a few words why where the outcome does
// not say it already.
func (s *search) failed(ctx context.Context, place string, err error) (Outcome, string) {
	outcome := outcomeOf(err)
	if errors.Is(err, egress.ErrRefused) { // its text has the address, which may be one of this network
		s.Failed(ctx, place, err)
		return outcome, "the address is not public"
	}
	if outcome == Nowhere || outcome == Unavailable && source.StatusOf(err) == 0 {
		s.Failed(ctx, place, err)
		return outcome, ""
	}
	if outcome == Nothing {
		return outcome, ""
	}
	return outcome, note(err)
}

func outcomeOf(err error) Outcome {
	if noSuchHost(err) {
		return Nowhere
	}
	switch source.KindOf(err) {
	case source.NoBoard:
		return Nothing
	case source.Forbidden, source.Refused:
		return Disallowed
	default:
		return Unavailable
	}
}

func noSuchHost(err error) bool {
	dns, ok := errors.AsType[*net.DNSError](err)
	return ok && dns.IsNotFound
}

// note returns in a few words why a place did not answer.
func note(err error) string {
	e, ok := errors.AsType[*source.Error](err)
	if !ok {
		return "no answer in time"
	}
	text := e.Kind.String()
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return source.Shorten(oneLine(text), 200)
}

// oneLine returns text without control characters and runs of spaces: PostgreSQL refuses some of them.
func oneLine(s string) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) })
	return strings.Join(words, " ")
}
