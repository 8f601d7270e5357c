package jsonld

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

// site is a careers site with a sitemap of all its pages but the careers page.
type site struct {
	pages map[string]string // bodies by path
	mu    sync.Mutex
	asked map[string]int
}

func job(title string) string {
	return fmt.Sprintf(`<!doctype html><html><head><script type="application/ld+json">{"@type":"JobPosting","title":%q,"description":"<p>Work.</p>"}</script></head></html>`, title)
}

const nothing = `<!doctype html><html><body><p>We are a zoo.</p></body></html>`

func (s *site) start(t *testing.T) string {
	t.Helper()
	s.asked = map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Path]++
		s.mu.Unlock()
		if body, ok := s.pages[r.URL.Path]; ok {
			_, _ = w.Write([]byte(strings.ReplaceAll(body, "{host}", "http://"+r.Host)))
			return
		}
		if r.URL.Path != "/sitemap.xml" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte("<urlset>"))
		for path := range s.pages {
			if path != "/careers" {
				fmt.Fprintf(w, "<url><loc>http://%s%s</loc></url>", r.Host, path)
			}
		}
		_, _ = w.Write([]byte("</urlset>"))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

func (s *site) pull(t *testing.T, board source.Board) (res source.Result, titles []string) {
	t.Helper()
	res, err := source.Pull(context.Background(), Source{}, sourcetest.Fetcher(t), board, func(p source.Posting) error {
		titles = append(titles, p.Title)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(titles)
	return res, titles
}

// TestPostingsAreRecognisedByTheirPages checks that postings are recognised by the pages, not by the words in their
// addresses.
func TestPostingsAreRecognisedByTheirPages(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/offer/%d", "/post/%d-keeper", "/posizioni/milano/%d", "/de/vacature/%d.html", "/keeper-%d"} {
		s := site{pages: map[string]string{"/careers": nothing, "/": nothing, "/about/us": nothing}}
		var want []string
		for i := range 40 {
			s.pages[fmt.Sprintf("/news/%d", i)] = nothing
			s.pages[fmt.Sprintf("/shop/%d/item", i)] = nothing
		}
		for i := range 12 {
			title := fmt.Sprintf("Keeper %02d", i)
			s.pages[fmt.Sprintf(path, i)] = job(title)
			want = append(want, title)
		}
		host := s.start(t)
		res, got := s.pull(t, source.Board{Token: host + "/careers"})
		if res.Outcome != source.Complete || !slices.Equal(got, want) {
			t.Errorf("%s: got %v %q with %v, want complete with %v", path, res.Outcome, res.Reason, got, want)
		}
		looked := 0
		for path, n := range s.asked {
			if n > 1 && path != "/robots.txt" {
				t.Errorf("%s was read %d times", path, n)
			}
			if strings.HasPrefix(path, "/news/") || strings.HasPrefix(path, "/shop/") {
				looked++
			}
		}
		if looked > 2*samples {
			t.Errorf("%s: %d pages of other patterns were read", path, looked)
		}
	}
}

func TestFindingNothingIsNotComplete(t *testing.T) {
	t.Parallel()
	s := site{pages: map[string]string{"/careers": nothing, "/jobs/1": nothing, "/jobs/2": nothing, "/about": nothing}}
	host := s.start(t)
	res, got := s.pull(t, source.Board{Token: host + "/careers"})
	if res.Outcome != source.Partial || len(got) != 0 || !strings.Contains(res.Reason, "none of the 3 pages") {
		t.Errorf("got %v %q with %v, want partial without postings", res.Outcome, res.Reason, got)
	}
}

// TestOpenPostingsAreAlwaysRead checks that a page that is stored as an open posting is read even if none of the
// sampled pages is one.
func TestOpenPostingsAreAlwaysRead(t *testing.T) {
	t.Parallel()
	s := site{pages: map[string]string{"/careers": nothing, "/offer/1": job("Stoker")}}
	for i := range 200 {
		s.pages[fmt.Sprintf("/page-%d", i)] = nothing
	}
	for i := range 3 {
		s.pages[fmt.Sprintf("/page-7%d-keeper", i)] = job(fmt.Sprintf("Keeper %d", i))
	}
	host := s.start(t)
	id := strings.TrimPrefix(host, "http://") + "/page-70-keeper"
	res, got := s.pull(t, source.Board{Token: host + "/careers", Open: func(nativeID string) bool { return nativeID == id }})
	if want := []string{"Keeper 0", "Keeper 1", "Keeper 2", "Stoker"}; res.Outcome != source.Complete || !slices.Equal(got, want) {
		t.Errorf("got %v %q with %v, want complete with %v", res.Outcome, res.Reason, got, want)
	}
}

// TestLateSitemapsAboutJobsAreRead checks that a file about jobs is read even if an index names it after very many others.
func TestLateSitemapsAboutJobsAreRead(t *testing.T) {
	t.Parallel()
	urls := func(path string) string { return "<urlset><url><loc>{host}" + path + "</loc></url></urlset>" }
	s := site{pages: map[string]string{"/careers": nothing, "/jobs/1": job("Keeper"), "/jobs/2": job("Stoker"),
		"/sitemap-jobs-1.xml": urls("/jobs/1"), "/sitemap-jobs-2.xml": urls("/jobs/2")}}
	var index strings.Builder
	index.WriteString("<sitemapindex><sitemap><loc>{host}/sitemap-jobs-1.xml</loc></sitemap>")
	for i := range 2 * source.MaxSitemaps {
		fmt.Fprintf(&index, "<sitemap><loc>{host}/sitemap-shop-%d.xml</loc></sitemap>", i)
	}
	index.WriteString("<sitemap><loc>{host}/sitemap-jobs-2.xml</loc></sitemap></sitemapindex>")
	s.pages["/sitemap.xml"] = index.String()
	host := s.start(t)
	res, got := s.pull(t, source.Board{Token: host + "/careers"})
	if want := []string{"Keeper", "Stoker"}; res.Outcome != source.Complete || !slices.Equal(got, want) {
		t.Errorf("got %v %q with %v, want complete with %v", res.Outcome, res.Reason, got, want)
	}
}

// TestPostingsOnTheCareersPage covers postings without their own pages, which are described on the careers page.
func TestPostingsOnTheCareersPage(t *testing.T) {
	t.Parallel()
	const page = `<html><head><script type="application/ld+json">[
		{"@type":"JobPosting","title":"Keeper","url":"{host}/careers/#keeper","description":"<p>Keep.</p>"},
		{"@type":"JobPosting","title":"Stoker","identifier":{"value":"S-1"},"description":"<p>Stoke.</p>"}]</script></head></html>`
	s := site{pages: map[string]string{"/careers": page, "/about": nothing}}
	host := s.start(t)
	var ids []string
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: host + "/careers"}, func(p source.Posting) error {
		ids = append(ids, strings.TrimPrefix(p.NativeID, strings.TrimPrefix(host, "http://"))+" "+strings.TrimPrefix(p.URL, host))
		return nil
	})
	want := []string{"/careers#keeper /careers#keeper", "/careers#S-1 /careers"}
	if err != nil || res.Outcome != source.Partial || !slices.Equal(ids, want) {
		t.Errorf("got %v, %v with %q, want partial with %q", res, err, ids, want)
	}
}

// TestUnreadablePagesAreAFault checks that a site that refuses its pages fails, and does not count as one without
// postings.
func TestUnreadablePagesAreAFault(t *testing.T) {
	t.Parallel()
	host := sourcetest.Site{
		"GET /sitemap.xml": file("sitemap.xml"), "GET /careers": file("plain.html"), "GET /jobs/gatekeeper": {{Status: 403}}, "GET /jobs/plumber": {{Status: 403}},
		"GET /jobs/keeper?ref=1": {{Status: 403}}, "GET /jobs/expired": {{Status: 403}}, "GET /careers/benefits": {{Status: 403}}, "GET /about": {{Status: 403}},
	}.Start(t)
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: host + "/careers"}, func(source.Posting) error { return nil })
	if source.KindOf(err) != source.Forbidden || res.Outcome != source.Failed {
		t.Errorf("got %+v, %v, want failed as forbidden", res, err)
	}
}

// TestCareersPageFreesItsSlots checks that a careers page without a sitemap can be read with one request at a time: the
// pages that it links to wait for its slots.
func TestCareersPageFreesItsSlots(t *testing.T) {
	t.Parallel()
	s := site{pages: map[string]string{"/careers": `<html><a href="/jobs/1">Keeper</a><a href="/jobs/2">Stoker</a></html>`,
		"/sitemap.xml": nothing, "/jobs/1": job("Keeper"), "/jobs/2": job("Stoker")}}
	host := s.start(t)
	f := source.NewFetcher(source.Options{UserAgent: "Rolecall/test", AllowPrivate: true, Concurrency: 1, PerHost: 1})
	t.Cleanup(f.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var titles []string
	_, err := source.Pull(ctx, Source{}, f, source.Board{Token: host + "/careers"}, func(p source.Posting) error {
		titles = append(titles, p.Title)
		return nil
	})
	slices.Sort(titles)
	if want := []string{"Keeper", "Stoker"}; err != nil || !slices.Equal(titles, want) {
		t.Errorf("got %q, %v, want %q", titles, err, want)
	}
}

// TestPullsStartElsewhere checks that pulls of a large site start with different pages: a pull that is out of time would
// otherwise leave out the same pages each time.
func TestPullsStartElsewhere(t *testing.T) {
	t.Parallel()
	s := site{pages: map[string]string{"/careers": nothing}}
	var sitemap strings.Builder
	for i := range 12 {
		path := fmt.Sprintf("/jobs/%d", i)
		s.pages[path] = job(path)
		sitemap.WriteString("<url><loc>{host}" + path + "</loc></url>")
	}
	s.pages["/sitemap.xml"] = "<urlset>" + sitemap.String() + "</urlset>"
	host := s.start(t)
	first := map[string]bool{}
	for i := range 12 {
		now := sourcetest.Today.Add(time.Duration(i) * time.Second)
		f := source.NewFetcher(source.Options{UserAgent: "Rolecall/test", AllowPrivate: true, Now: func() time.Time { return now }})
		t.Cleanup(f.Close)
		var titles []string
		board := source.Board{Token: host + "/careers", Open: func(string) bool { return false }}
		_, err := source.Pull(t.Context(), Source{}, f, board, func(p source.Posting) error {
			titles = append(titles, p.Title)
			return nil
		})
		if err != nil || len(titles) != 12 {
			t.Fatalf("got %q, %v, want 12 postings", titles, err)
		}
		first[titles[0]] = true
	}
	if len(first) != 12 {
		t.Errorf("12 pulls started with %d pages, want 12", len(first))
	}
}

// TestEncodings reads pages whose encoding is not stated at their start. A page that is valid UTF-8 is UTF-8.
func TestEncodings(t *testing.T) {
	t.Parallel()
	page := "<html><head><!-- " + strings.Repeat("x", 1100) + " -->" + job("Wärter") + "</head></html>"
	latin := strings.ReplaceAll(page, "ä", "\xe4")
	for name, tt := range map[string]struct{ contentType, body string }{
		"UTF-8 by itself":    {"text/html", page},
		"UTF-8 by header":    {"text/html; charset=utf-8", page},
		"UTF-8 in spite":     {"text/html; charset=iso-8859-1", page},
		"Latin 1 by header":  {"text/html; charset=iso-8859-1", latin},
		"Latin 1 by default": {"text/html", latin},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", tt.contentType)
			_, _ = w.Write([]byte(tt.body))
		}))
		t.Cleanup(srv.Close)
		got, err := Load(t.Context(), sourcetest.Fetcher(t), &source.Memory{}, source.Request{URL: srv.URL})
		if err != nil || got.Title != "Wärter" {
			t.Errorf("%s: got %q, %v, want Wärter", name, got.Title, err)
		}
	}
}
