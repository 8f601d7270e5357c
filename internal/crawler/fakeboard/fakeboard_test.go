package fakeboard_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
)

var today = time.Date(2026, 6, 15, 9, 30, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func get(h http.Handler, path string) (int, string) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func one(family string, postings int) []fakeboard.Employer {
	return []fakeboard.Employer{{Family: family, Token: "tarnlabs", Name: "Tarn Labs", Postings: postings, Languages: []string{"en", "de", "es", "fr"}}}
}

const list = "/greenhouse/v1/boards/tarnlabs/jobs?content=true"

func TestPostingsAreDeterministic(t *testing.T) {
	t.Parallel()
	_, a := get(fakeboard.NewAt(one("greenhouse", 20), at(today)), list)
	_, b := get(fakeboard.NewAt(one("greenhouse", 20), at(today)), list)
	if a != b || len(a) < 20_000 {
		t.Errorf("two servers differ, or say little: %d and %d bytes", len(a), len(b))
	}
}

// TestPublicationDatesAreStable checks that a demo restarted the next day has not changed all its postings.
func TestPublicationDatesAreStable(t *testing.T) {
	t.Parallel()
	dates := func(now time.Time) map[float64]string {
		_, body := get(fakeboard.NewAt(one("greenhouse", 90), at(now)), list)
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

func TestFaultAfterAndTimes(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(one("greenhouse", 5), at(today))
	f := fakeboard.Status(http.StatusBadGateway)
	f.After, f.Times = 1, 2
	s.Break("greenhouse", "tarnlabs", f)
	var got []int
	for range 5 {
		code, _ := get(s, list)
		got = append(got, code)
	}
	if want := []int{200, 502, 502, 200, 200}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.Requests("greenhouse", "tarnlabs") != 5 {
		t.Errorf("counted %d requests, want 5", s.Requests("greenhouse", "tarnlabs"))
	}
	s.Break("greenhouse", "tarnlabs", fakeboard.Status(500))
	s.Break("greenhouse", "tarnlabs", fakeboard.Fault{})
	if code, _ := get(s, list); code != 200 {
		t.Errorf("a mended board answers %d, want 200", code)
	}
}

// TestPublicPages checks that the address of a posting in the demo leads to a page.
func TestPublicPages(t *testing.T) {
	t.Parallel()
	s := fakeboard.NewAt(fakeboard.Demo(), at(today))
	code, body := get(s, "http://127.0.0.1:9000/postings/greenhouse/marrowpine/0")
	if code != http.StatusOK || !strings.Contains(body, "Marrow &amp; Pine Robotics") || !strings.Contains(body, "JobPosting") {
		t.Errorf("got %d: %.200s, want 200 with the employer and a JobPosting", code, body)
	}
	if code, _ := get(s, "/postings/greenhouse/marrowpine/9999"); code != http.StatusNotFound {
		t.Errorf("a posting that does not exist: %d, want %d", code, http.StatusNotFound)
	}
}
