package fakeboard_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
)

var today = time.Date(2026, 6, 15, 9, 30, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func get(t *testing.T, h http.Handler, path string, header ...string) (int, http.Header, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Header(), w.Body.String()
}

func one(kind string, postings int) []fakeboard.Employer {
	return []fakeboard.Employer{{Kind: kind, Token: "tarnlabs", Name: "Tarn Labs", Postings: postings, Languages: []string{"en", "de", "es", "fr"}}}
}

const list = "/greenhouse/v1/boards/tarnlabs/jobs?content=true"

func ids(t *testing.T, h http.Handler) map[float64]string {
	t.Helper()
	_, _, body := get(t, h, list)
	var doc struct {
		Jobs []struct {
			ID      float64 `json:"id"`
			Content string  `json:"content"`
		} `json:"jobs"`
		Meta struct{ Total int } `json:"meta"`
	}
	if err := json.Unmarshal([]byte(body), &doc); err != nil {
		t.Fatal(err)
	}
	out := map[float64]string{}
	for _, j := range doc.Jobs {
		out[j.ID] = j.Content
	}
	if len(out) != doc.Meta.Total {
		t.Errorf("%d ids of %d", len(out), doc.Meta.Total)
	}
	return out
}

func TestSameSeedSamePostings(t *testing.T) {
	t.Parallel()
	_, _, a := get(t, fakeboard.NewAt(one("greenhouse", 20), at(today)), list)
	_, _, b := get(t, fakeboard.NewAt(one("greenhouse", 20), at(today)), list)
	if a != b || len(a) < 20_000 {
		t.Errorf("two servers differ, or say little: %d and %d bytes", len(a), len(b))
	}
}

// A demo that is restarted the next day must not look like a board rewritten from scratch.
func TestPostingsAgeGently(t *testing.T) {
	t.Parallel()
	dates := func(now time.Time) map[float64]string {
		_, _, body := get(t, fakeboard.NewAt(one("greenhouse", 90), at(now)), list)
		var doc struct {
			Jobs []struct {
				ID        float64 `json:"id"`
				Published string  `json:"first_published"`
			} `json:"jobs"`
		}
		if err := json.Unmarshal([]byte(body), &doc); err != nil {
			t.Fatal(err)
		}
		out := map[float64]string{}
		for _, j := range doc.Jobs {
			published, err := time.Parse(time.RFC3339, j.Published)
			if err != nil || published.After(now) || published.Before(now.AddDate(0, 0, -47)) {
				t.Errorf("published %s on %s", j.Published, now)
			}
			out[j.ID] = j.Published
		}
		return out
	}
	first, next := dates(today), dates(today.AddDate(0, 0, 1))
	moved := 0
	for id, published := range first {
		if next[id] != published {
			moved++
		}
	}
	if moved > 10 {
		t.Errorf("%d of %d postings changed their date over night", moved, len(first))
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(one("greenhouse", 10), at(today))
	before := ids(t, s)
	s.Add("greenhouse", "tarnlabs", 3)
	s.Close("greenhouse", "tarnlabs", 2)
	s.Edit("greenhouse", "tarnlabs", 1)
	after := ids(t, s)
	kept, changed := 0, 0
	for id, text := range before {
		if now, ok := after[id]; ok {
			kept++
			if now != text {
				changed++
			}
		}
	}
	if len(after) != 11 || kept != 8 || changed != 1 || s.Open("greenhouse", "tarnlabs") != 11 {
		t.Errorf("got %d postings, %d kept, %d changed", len(after), kept, changed)
	}
	s.Reopen("greenhouse", "tarnlabs")
	if again := ids(t, s); len(again) != 13 {
		t.Errorf("got %d after reopening", len(again))
	}
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(one("greenhouse", 5), at(today))
	_, header, _ := get(t, s, list)
	tag := header.Get("ETag")
	if code, _, body := get(t, s, list, "If-None-Match", tag); code != http.StatusNotModified || body != "" {
		t.Errorf("got %d with %d bytes", code, len(body))
	}
	s.Edit("greenhouse", "tarnlabs", 1)
	if code, _, _ := get(t, s, list, "If-None-Match", tag); code != http.StatusOK {
		t.Errorf("after an edit: got %d", code)
	}
}

func TestFaultsComeAndGo(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(one("greenhouse", 5), at(today))
	f := fakeboard.Status(http.StatusBadGateway)
	f.After, f.Times = 1, 2
	s.Break("greenhouse", "tarnlabs", f)
	var got []int
	for range 5 {
		code, _, _ := get(t, s, list)
		got = append(got, code)
	}
	if want := []int{200, 502, 502, 200, 200}; !equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.Requests("greenhouse", "tarnlabs") != 5 {
		t.Errorf("counted %d requests", s.Requests("greenhouse", "tarnlabs"))
	}
	s.Break("greenhouse", "tarnlabs", fakeboard.Status(500))
	s.Break("greenhouse", "tarnlabs", fakeboard.Fault{})
	if code, _, _ := get(t, s, list); code != 200 {
		t.Errorf("a mended board answers %d", code)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// In the demo a person who follows the address of a posting finds it.
func TestAddressesOfPostingsLeadSomewhere(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(fakeboard.Demo(), at(today))
	code, _, body := get(t, s, "http://127.0.0.1:9000/postings/greenhouse/marrowpine/0")
	if code != http.StatusOK || !strings.Contains(body, "Marrow &amp; Pine Robotics") || !strings.Contains(body, "JobPosting") {
		t.Errorf("got %d: %.200s", code, body)
	}
	if code, _, _ := get(t, s, "/postings/greenhouse/marrowpine/9999"); code != http.StatusNotFound {
		t.Errorf("a posting that does not exist: %d", code)
	}
}

func TestDemoCatalogue(t *testing.T) {
	t.Parallel()
	total, kinds := 0, map[string]bool{}
	for _, e := range fakeboard.Demo() {
		total += e.Postings
		kinds[e.Kind] = true
	}
	if total < 230 || total > 270 || len(kinds) < 6 {
		t.Errorf("%d postings on %d kinds of board", total, len(kinds))
	}
}

// BenchmarkMany is the cost of the other side in a benchmark of the crawler.
func BenchmarkMany(b *testing.B) {
	catalogue := fakeboard.Many(1000, 100)
	s := fakeboard.NewAt(catalogue, at(today))
	srv := httptest.NewServer(s)
	defer srv.Close()
	paths := map[string]string{
		"greenhouse": "/greenhouse/v1/boards/%/jobs?content=true", "lever": "/lever/v0/postings/%?mode=json", "ashby": "/ashby/posting-api/job-board/%",
		"workable": "/workable/api/v1/widget/accounts/%?details=true", "recruitee": "/recruitee/%/api/offers/",
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e := catalogue[i%len(catalogue)]
		res, err := http.Get(srv.URL + strings.ReplaceAll(paths[e.Kind], "%", e.Token))
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatal(res, err)
		}
		n, _ := io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		b.SetBytes(n)
	}
	b.ReportMetric(float64(b.N*100)/b.Elapsed().Seconds(), "postings/s")
}
