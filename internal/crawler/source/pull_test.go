package source

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// script is a source with a fixed result.
type script struct {
	yields []Posting
	result Result
	err    error
	panics bool
}

func (script) Family() Family                          { return Family{Name: "script"} }
func (script) Token(raw string) (string, error)        { return PathToken(raw) }
func (script) Detect(*url.URL) (token string, ok bool) { return "", false }
func (s script) Pull(_ context.Context, _ *Fetcher, _ Board, yield func(Posting) error) (Result, error) {
	for _, p := range s.yields {
		if err := yield(p); err != nil {
			return Result{}, err
		}
	}
	if s.panics {
		panic("surprise")
	}
	return s.result, s.err
}

func good(id string) Posting {
	return Posting{NativeID: id, Title: "Kiln Operator", URL: "https://jobs.example/" + id}
}

func TestPullOutcome(t *testing.T) {
	t.Parallel()
	complete := Result{Outcome: Complete, Status: 200, Validator: "v"}
	tests := []struct {
		name      string
		src       script
		validator string
		want      Outcome
		kind      ErrorKind
		reason    bool
	}{
		{"whole", script{yields: []Posting{good("1")}, result: complete}, "", Complete, 0, false},
		{"empty", script{result: complete}, "", Complete, 0, false},
		{"nothing claimed", script{yields: []Posting{good("1")}}, "", Failed, 0, false},
		{"failed before", script{err: Errorf(Unavailable, "down")}, "", Failed, Unavailable, false},
		{"failed after", script{yields: []Posting{good("1")}, result: complete, err: Errorf(Broken, "cut")}, "", Partial, Broken, false},
		{"posting without a title", script{yields: []Posting{good("1"), {NativeID: "2", URL: "https://jobs.example"}}, result: complete}, "", Partial, 0, true},
		{"no id", script{yields: []Posting{{Title: "x", URL: "https://jobs.example"}}, result: complete}, "", Partial, 0, true},
		{"rejected by the source", script{result: Result{Outcome: Complete, Rejected: 1}}, "", Partial, 0, true},
		{"unchanged", script{result: Result{Outcome: Unchanged, Status: 304, Validator: "v"}}, "v", Unchanged, 0, false},
		{"unchanged without a validator", script{result: Result{Outcome: Unchanged}}, "", Failed, Broken, false},
		{"panic", script{yields: []Posting{good("1")}, panics: true}, "", Partial, Broken, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res, err := Pull(t.Context(), tt.src, testFetcher(t, nil), Board{Token: "x", Validator: tt.validator}, func(Posting) error { return nil })
			if res.Outcome != tt.want || KindOf(err) != tt.kind || (res.Reason != "") != tt.reason {
				t.Errorf("got %+v, %v, want %v", res, err, tt.want)
			}
			if keep := res.Outcome == Complete || res.Outcome == Unchanged; !keep && res.Validator != "" {
				t.Errorf("a validator survived")
			}
		})
	}
}

func TestPullTidiesPostings(t *testing.T) {
	t.Parallel()
	raw := Posting{
		NativeID: " a\x00b ", Title: "  Night\n Shift\t\x00 Dispatcher\xff ", URL: " https://jobs.example/1#app ",
		Description: "<p>a\x00b\nc</p>", Locations: []string{" Lisbon ", "", "Lisbon", "Porto"},
		Places:   []Place{{City: "Lisbon", CountryCode: "pt", Primary: true}, {City: "Lisbon", CountryCode: "PT"}, {}, {Country: "Portugal", CountryCode: "PRT"}},
		PostedAt: testNow.AddDate(1, 0, 0),
	}
	want := Posting{
		NativeID: "ab", Title: "Night Shift Dispatcher\uFFFD", URL: "https://jobs.example/1#app", Description: "<p>ab\nc</p>", Locations: []string{"Lisbon", "Porto"},
		Places: []Place{{City: "Lisbon", CountryCode: "PT", Primary: true}, {Country: "Portugal"}},
	}
	var got []Posting
	src := script{yields: []Posting{raw, raw, {NativeID: "t", Touch: true, Stamp: "s"}}, result: Result{Outcome: Complete}}
	res, err := Pull(t.Context(), src, testFetcher(t, nil), Board{Token: "x"}, func(p Posting) error {
		got = append(got, p)
		return nil
	})
	if err != nil || res.Seen != 2 || res.Outcome != Complete {
		t.Fatalf("got %+v, %v, want complete with 2 seen", res, err)
	}
	if diff := cmp.Diff(got, []Posting{want, {NativeID: "t", Touch: true, Stamp: "s"}}); diff != "" {
		t.Error(diff)
	}
}

func TestImplausibleDatesAreDropped(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{time.Unix(1, 0), testNow.AddDate(1, 0, 0)} {
		if got := plausible(at, testNow); !got.IsZero() {
			t.Errorf("plausible(%v) = %v, want none", at, got)
		}
	}
}

func TestWebURL(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://jobs.example/a b": "https://jobs.example/a%20b", "http://jobs.example": "http://jobs.example", "javascript:alert(1)": "", "data:text/html,x": "",
		"//jobs.example/x": "", "/jobs/1": "", "https://": "", "https://user:pw@jobs.example/": "", "ftp://jobs.example": "", "https://jobs.example/" + strings.Repeat("x", 3000): "",
	} {
		if got := webURL(in); got != want {
			t.Errorf("webURL(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestHashCoversVisibleFields(t *testing.T) {
	t.Parallel()
	base := good("1")
	same := base
	same.Stamp = "s"
	if base.Hash() != same.Hash() {
		t.Error("the list stamp changed the hash")
	}
	for name, change := range map[string]func(*Posting){
		"title": func(p *Posting) { p.Title = "x" }, "text": func(p *Posting) { p.Description = "x" }, "pay": func(p *Posting) { p.Pay = &Pay{Min: 1} },
		"place": func(p *Posting) { p.Locations = []string{"x"} }, "date": func(p *Posting) { p.PostedAt = testNow },
	} {
		other := base
		change(&other)
		if base.Hash() == other.Hash() {
			t.Errorf("%s did not change the hash", name)
		}
	}
}

func TestBadTokensNeverReachTheNetwork(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", " ", "a/b", "../x", "a?b", "a#b", "a%2fb", strings.Repeat("x", 200), "a b", "-a", "a\x00"} {
		if _, err := Pull(t.Context(), script{}, testFetcher(t, nil), Board{Token: token}, nil); KindOf(err) != Refused {
			t.Errorf("%q: got %v, want kind %v", token, err, Refused)
		}
	}
}

func TestDetails(t *testing.T) {
	t.Parallel()
	down := Errorf(Unavailable, "down")
	list := func(n int, load func(i int) (Posting, error)) []Detail {
		out := make([]Detail, n)
		for i := range out {
			out[i] = Detail{NativeID: fmt.Sprint(i), Stamp: "s", Load: func(context.Context) (Posting, error) { return load(i) }}
		}
		return out
	}
	tests := []struct {
		name          string
		load          func(i int) (Posting, error)
		known         func(id, stamp string) bool
		full, touched int
		note, failed  bool
	}{
		{"all well", func(i int) (Posting, error) { return good("x"), nil }, nil, 50, 0, false, false},
		{"all known", nil, func(_, stamp string) bool { return stamp == "s" }, 0, 50, false, false},
		{"one in ten fails", func(i int) (Posting, error) {
			if i%10 == 0 {
				return Posting{}, down
			}
			return good("x"), nil
		}, nil, 45, 5, true, false},
		{"one in ten vanished", func(i int) (Posting, error) {
			if i%10 == 0 {
				return Posting{}, Errorf(NoBoard, "gone")
			}
			return good("x"), nil
		}, nil, 45, 5, false, false},
		{"half are no postings", func(i int) (Posting, error) {
			if i%2 == 0 {
				return Posting{}, ErrGone
			}
			return good("x"), nil
		}, nil, 25, 0, false, false},
		{"all fail", func(int) (Posting, error) { return Posting{}, down }, nil, 0, 50, false, true},
		{"all panic", func(int) (Posting, error) { panic("x") }, nil, 0, 50, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			full, touched := 0, 0
			note, err := Details(t.Context(), Board{Known: tt.known}, list(50, tt.load), func(p Posting) error {
				if p.Touch {
					touched++
				} else {
					full++
				}
				return nil
			})
			if full != tt.full || touched != tt.touched || (err != nil) != tt.failed || (!tt.failed && (note != "") != tt.note) {
				t.Errorf("got %d in full, %d touched, %q, %v, want %d and %d", full, touched, note, err, tt.full, tt.touched)
			}
		})
	}
	var memory Memory
	if _, err := Details(t.Context(), Board{Memory: &memory}, list(50, func(int) (Posting, error) {
		return Posting{Description: "<p>Filled.</p>"}, ErrGone
	}), func(Posting) error { return nil }); err != nil || memory.size != 50*64 {
		t.Errorf("postings that are gone: got %d bytes held, %v, want those of the list alone", memory.size, err)
	}
	loads := 0
	stop := errors.New("stop")
	if _, err := Details(t.Context(), Board{}, list(50, func(int) (Posting, error) { return good("x"), nil }), func(Posting) error {
		loads++
		return stop
	}); !errors.Is(err, stop) || loads != 1 {
		t.Errorf("got %v after %d postings, want %v after 1", err, loads, stop)
	}
}
