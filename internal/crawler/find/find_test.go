package find_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/find"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

// world is an internet of fake boards and sites, and a finder.
type world struct {
	t      *testing.T
	url    string
	finder *find.Finder

	mu       sync.Mutex
	requests map[string]int // requests by the first part of the path, which is the family
	misses   map[string]bool
	known    string   // careers page that is read as a board
	failed   []string // errors that users are not shown
}

func newWorld(t *testing.T, employers []fakeboard.Employer, tune ...func(*source.Options)) *world {
	t.Helper()
	w := &world{t: t, requests: map[string]int{}, misses: map[string]bool{}}
	boards := fakeboard.New(employers)
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.requests[strings.Split(r.URL.Path, "/")[1]]++
		w.mu.Unlock()
		boards.ServeHTTP(rw, r)
	}))
	t.Cleanup(srv.Close)
	w.url = srv.URL
	o := source.Options{UserAgent: "Rolecall/test", AllowPrivate: true,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	for _, change := range tune {
		change(&o)
	}
	fetcher := source.NewFetcher(o)
	t.Cleanup(fetcher.Close)
	bases := fakeboard.BaseURLs(srv.URL)
	w.finder = &find.Finder{
		Sources: all.Sources(), Fetcher: fetcher, Base: func(family string) string { return bases[family] },
		Missed: func(_ context.Context, family, token string) (bool, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.misses[family+" "+token], nil
		},
		Miss: func(_ context.Context, family, token string) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.misses[family+" "+token] = true
			return nil
		},
		Known: func(_ context.Context, pages []string) (string, error) {
			if i := slices.IndexFunc(pages, func(p string) bool { return p == w.known }); i >= 0 {
				return pages[i], nil
			}
			return "", nil
		},
		Failed: func(_ context.Context, place string, err error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.failed = append(w.failed, place+": "+err.Error())
		},
	}
	return w
}

func (w *world) find(query string) find.Found {
	w.t.Helper()
	found, err := w.finder.Find(w.t.Context(), query, func([]find.Step) {})
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// outcome returns what the step at a place brought, or nothing.
func outcome(found find.Found, place string) find.Outcome {
	for _, s := range found.Steps {
		if s.Place == place {
			return s.Outcome
		}
	}
	return ""
}

// guessed lists the families that are found by name.
func guessed() (out []source.Family) {
	for _, s := range all.Sources() {
		if f := s.Family(); f.Guess != nil {
			out = append(out, f)
		}
	}
	return out
}

func TestEmployerIsFoundByName(t *testing.T) {
	t.Parallel()
	for _, f := range guessed() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			token := f.Guess.Spelling("tarn-and-sons-labs")
			w := newWorld(t, []fakeboard.Employer{{Family: f.Name, Token: token, Name: "Tarn & Sons Labs", Postings: 4}})
			found := w.find("Tarn & Sons Labs GmbH")
			if len(found.Boards) != 1 {
				t.Fatalf("found %+v\nafter %+v", found.Boards, found.Steps)
			}
			b := found.Boards[0]
			if b.Family != f.Name || !strings.EqualFold(b.Token, token) || b.By != find.ByName || len(b.Titles) == 0 || len(b.Titles) > 3 {
				t.Errorf("found %+v", b)
			}
			if b.Postings != 4 && (b.Postings == 0 || !b.More) {
				t.Errorf("%d postings, more: %v, want 4", b.Postings, b.More)
			}
			if !strings.HasPrefix(b.Name, "Tarn & Sons Labs") {
				t.Errorf("the employer is called %q", b.Name)
			}
		})
	}
}

func TestUnknownNameCostsOneRequestPerFamilyAndIsRemembered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	found := w.find("Unknown Employer")
	if len(found.Boards) != 0 {
		t.Fatalf("found %+v", found.Boards)
	}
	want := map[string]int{}
	for _, f := range guessed() {
		want[f.Name] = 1
		if got := outcome(found, f.Name); got != find.Nothing {
			t.Errorf("%s: %q, want %q", f.Name, got, find.Nothing)
		}
	}
	if diff := cmp.Diff(w.requests, want); diff != "" {
		t.Errorf("requests by family (-got +want):\n%s", diff)
	}
	again := w.find("UNKNOWN employer, Inc.")
	if diff := cmp.Diff(w.requests, want); diff != "" {
		t.Errorf("requests after the second find (-got +want):\n%s", diff)
	}
	for _, f := range guessed() {
		if got := outcome(again, f.Name); got != find.Remembered {
			t.Errorf("%s again: %q, want %q", f.Name, got, find.Remembered)
		}
	}
}

// TestOutageIsNotRemembered checks that a family that throttles or is down does not count as one without the board.
func TestOutageIsNotRemembered(t *testing.T) {
	t.Parallel()
	e := fakeboard.Employer{Family: "greenhouse", Token: "tarnlabs", Name: "Tarn Labs", Postings: 3}
	boards := fakeboard.New([]fakeboard.Employer{e})
	boards.Break(e.Family, e.Token, fakeboard.Status(http.StatusServiceUnavailable))
	srv := httptest.NewServer(boards)
	t.Cleanup(srv.Close)
	w := newWorld(t, nil)
	w.finder.Base = func(family string) string { return fakeboard.BaseURLs(srv.URL)[family] }
	if got := outcome(w.find("Tarn Labs"), "greenhouse"); got != find.Unavailable {
		t.Errorf("down: %q, want %q", got, find.Unavailable)
	}
	boards.Break(e.Family, e.Token, fakeboard.Fault{})
	if found := w.find("Tarn Labs"); len(found.Boards) != 1 {
		t.Errorf("up again: %+v", found.Steps)
	}
}

func TestAnEmptyListProvesNoBoardWhereUnknownOnesLookTheSame(t *testing.T) {
	t.Parallel()
	for family, want := range map[string]int{"ashby": 0, "greenhouse": 1} {
		w := newWorld(t, []fakeboard.Employer{{Family: family, Token: "tarnlabs", Name: "Tarn Labs"}})
		if found := w.find("Tarn Labs"); len(found.Boards) != want {
			t.Errorf("%s: found %+v", family, found.Boards)
		}
	}
}

func TestBoardOfTheSameNameComesFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []fakeboard.Employer{
		{Family: "greenhouse", Token: "tarn", Name: "Tarn Fisheries", Postings: 3}, {Family: "teamtailor", Token: "tarn", Name: "Tarn", Postings: 3}})
	found := w.find("Tarn AG")
	if len(found.Boards) != 2 || found.Boards[0].Name != "Tarn" {
		t.Errorf("found %+v", found.Boards)
	}
}

func TestEmployerIsFoundBySite(t *testing.T) {
	t.Parallel()
	for _, family := range fakeboard.Families {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			e := fakeboard.Employer{Family: family, Token: "quiltworks", Name: "Quilt Works AG", Postings: 5}
			w := newWorld(t, []fakeboard.Employer{e})
			for _, way := range []string{fakeboard.Linked, fakeboard.Embedded, fakeboard.Scripted, fakeboard.Redirected} {
				if family == "jsonld" && (way == fakeboard.Embedded || way == fakeboard.Scripted) {
					continue // a separate careers page is linked, or redirected to
				}
				found := w.find(e.Site(w.url, way))
				if len(found.Boards) != 1 {
					t.Fatalf("%s: found %+v\nafter %+v", way, found.Boards, found.Steps)
				}
				b := found.Boards[0]
				if b.Family != family || b.Token != e.Target(w.url) || b.By != find.BySite || len(b.Titles) == 0 || b.Postings == 0 {
					t.Errorf("%s: found %+v", way, b)
				}
				if !strings.HasPrefix(b.Name, "Quilt Works AG") || b.Site != w.url || !strings.HasSuffix(b.Logo, "/icon.png") {
					t.Errorf("%s: name %q, site %q, logo %q", way, b.Name, b.Site, b.Logo)
				}
			}
		})
	}
}

func TestBoardIsFoundByItsOwnAddress(t *testing.T) {
	t.Parallel()
	e := fakeboard.Employer{Family: "lever", Token: "quiltworks", Name: "Quilt Works", Postings: 5}
	w := newWorld(t, []fakeboard.Employer{e})
	found := w.find("jobs.lever.co/quiltworks/1234")
	if len(found.Boards) != 1 || found.Boards[0].By != find.ByAddress || found.Boards[0].Postings != 5 {
		t.Errorf("found %+v", found.Boards)
	}
}

// TestSiteGivesTheNameToTry checks that a site that does not mention its board at least gives the name to try.
func TestSiteGivesTheNameToTry(t *testing.T) {
	t.Parallel()
	e := fakeboard.Employer{Family: "greenhouse", Token: "quiltworks", Name: "Quilt Works AG", Postings: 5}
	w := newWorld(t, []fakeboard.Employer{e})
	found := w.find(e.Site(w.url, fakeboard.Silent))
	if len(found.Boards) != 1 || found.Boards[0].By != find.ByName || found.Boards[0].Site != w.url {
		t.Errorf("found %+v\nafter %+v", found.Boards, found.Steps)
	}
}

func TestRobotsAreObeyed(t *testing.T) {
	t.Parallel()
	var asked []string
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		switch r.URL.Path {
		case "/robots.txt":
			_, _ = rw.Write([]byte("User-agent: *\nDisallow: /careers\n"))
		case "/":
			_, _ = rw.Write([]byte(`<html><a href="/careers">Careers</a></html>`))
		default:
			_, _ = rw.Write([]byte(`<html><a href="https://jobs.lever.co/quiltworks">Jobs</a></html>`))
		}
	}))
	t.Cleanup(srv.Close)
	w := newWorld(t, nil)
	found := w.find(srv.URL)
	if len(found.Boards) != 0 || slices.Contains(asked, "/careers") || outcome(found, srv.URL+"/careers") != find.Disallowed {
		t.Errorf("asked for %q, steps %+v", asked, found.Steps)
	}
}

func TestMissingPageOrBoardNeedsNoReason(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	missing := 0
	for _, s := range w.find(w.url + "/nowhere").Steps {
		if s.Outcome == find.Nothing {
			missing++
			if s.Note != "" {
				t.Errorf("%s: note %q repeats the outcome", s.Place, s.Note)
			}
		}
	}
	if missing == 0 {
		t.Error("nothing was missing")
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	e := fakeboard.Employer{Family: "lever", Token: "quiltworks", Name: "Quilt Works", Postings: 5}
	w := newWorld(t, []fakeboard.Employer{e}, func(o *source.Options) { o.AllowPrivate = false })
	found := w.find(e.Site(w.url, fakeboard.Linked))
	if len(found.Boards) != 0 || len(w.requests) != 0 {
		t.Errorf("found %+v, sent %v", found.Boards, w.requests)
	}
	for _, s := range found.Steps {
		if s.Outcome != find.Disallowed || s.Note != "the address is not public" { // the note must not have the address
			t.Errorf("step %+v", s)
		}
	}
}

// TestUsualCareersAddressesAreTried checks that the usual hosts and paths of careers pages are tried where the site
// links to none.
func TestUsualCareersAddressesAreTried(t *testing.T) {
	t.Parallel()
	var asked []string
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		http.NotFound(rw, r)
	}))
	t.Cleanup(srv.Close)
	newWorld(t, nil).find(srv.URL + "/")
	for _, path := range []string{"/careers", "/jobs"} {
		if !slices.Contains(asked, path) {
			t.Errorf("asked for %q, not for %s", asked, path)
		}
	}
}

// TestHostThatDoesNotExist checks that the other hosts of the domain are tried, that the domain is tried as a name, and
// that nobody is shown which name server was asked.
func TestHostThatDoesNotExist(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil, func(o *source.Options) { o.Resolver = noNames(t) })
	found := w.find("www.quiltworks.example")
	for place, want := range map[string]find.Outcome{
		"https://www.quiltworks.example": find.Nowhere, "https://careers.quiltworks.example/": find.Nowhere,
		"https://jobs.quiltworks.example/": find.Nowhere, "https://www.quiltworks.example/careers": "",
	} {
		if got := outcome(found, place); got != want {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}
	for _, s := range found.Steps {
		if strings.Contains(s.Note, "lookup") {
			t.Errorf("step %+v", s)
		}
	}
	if len(w.failed) != 3 || !strings.Contains(w.failed[0], "no such host") {
		t.Errorf("for the log: %q", w.failed)
	}
	if !slices.ContainsFunc(found.Steps, func(s find.Step) bool { return s.Token == "quiltworks" }) {
		t.Error("the domain was not tried as a name")
	}
}

// TestSiteThatDoesNotAnswerIsAskedOnce checks that the time for a site that is away does not add up.
func TestSiteThatDoesNotAnswerIsAskedOnce(t *testing.T) {
	t.Parallel()
	away := errors.New("no network")
	w := newWorld(t, nil, func(o *source.Options) {
		o.Attempts = 1
		o.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, away }}
	})
	found := w.find("www.quiltworks.example")
	if found.Steps[0].Outcome != find.Unavailable || found.Steps[0].Note != "" || len(w.failed) != 1 {
		t.Errorf("steps %+v, for the log: %q", found.Steps, w.failed)
	}
}

// TestPageThatIsReadAlreadyIsFound checks that the address of a careers page that is a board finds that board, not one of
// the pages that it links to, however the address is spelled.
func TestPageThatIsReadAlreadyIsFound(t *testing.T) {
	t.Parallel()
	e := fakeboard.Employer{Family: "jsonld", Token: "quiltworks", Name: "Quilt Works AG", Postings: 5}
	w := newWorld(t, []fakeboard.Employer{e})
	page := e.Target(w.url)
	for _, known := range []string{"", page} {
		w.known = known
		for _, query := range []string{page, page + "/"} {
			if known == "" && query != page {
				continue
			}
			found := w.find(query)
			if len(found.Boards) != 1 || found.Boards[0].Token != page || found.Boards[0].Postings == 0 {
				t.Errorf("%s, known %q: found %+v\nafter %+v", query, known, found.Boards, found.Steps)
			}
		}
	}
}

// noNames returns a resolver for which no host exists.
func noNames(t *testing.T) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		query := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(query)
			if err != nil {
				return
			}
			answer := slices.Clone(query[:n])
			answer[2], answer[3] = 0x81, 0x83 // a response: no such name
			clear(answer[6:12])               // no records, also none of those that the query carries
			_, _ = server.WriteTo(answer, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}
