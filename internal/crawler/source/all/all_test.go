package all_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

var today = time.Date(2026, 6, 15, 9, 30, 0, 0, time.UTC)

// world is a fake-board server with one board and a fetcher that does not wait.
type world struct {
	boards   *fakeboard.Server
	fetcher  *source.Fetcher
	employer fakeboard.Employer
	board    source.Board
	src      source.Source
}

func newWorld(t *testing.T, family string, postings int, options ...func(*source.Options)) *world {
	t.Helper()
	e := fakeboard.Employer{Family: family, Token: "tarnlabs", Name: "Tarn Labs", Postings: postings, Languages: []string{"en", "de", "es", "fr"}}
	w := &world{boards: fakeboard.NewAt([]fakeboard.Employer{e}, func() time.Time { return today }), employer: e}
	srv := httptest.NewServer(w.boards)
	t.Cleanup(srv.Close)
	opt := source.Options{
		UserAgent:    "Rolecall/test",
		AllowPrivate: true,
		Now:          func() time.Time { return today },
		Sleep:        func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	for _, o := range options {
		o(&opt)
	}
	w.fetcher = source.NewFetcher(opt)
	t.Cleanup(w.fetcher.Close)
	w.board = source.Board{Token: e.Target(srv.URL), BaseURL: fakeboard.BaseURLs(srv.URL)[family]}
	src, ok := all.Sources().Lookup(family)
	if !ok {
		t.Fatalf("no source for %s", family)
	}
	w.src = src
	return w
}

func (w *world) pull(t *testing.T) (source.Result, []source.Posting, error) {
	t.Helper()
	var got []source.Posting
	res, err := source.Pull(t.Context(), w.src, w.fetcher, w.board, func(p source.Posting) error {
		got = append(got, p)
		return nil
	})
	return res, got, err
}

func TestPullsWholeBoards(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		for _, size := range []int{0, 1, 100, 237} {
			t.Run(family, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, family, size)
				res, got, err := w.pull(t)
				if err != nil {
					t.Fatalf("pull of %d: %v", size, err)
				}
				want := source.Complete
				if family == "jsonld" && size == 0 {
					want = source.Partial // a site without a posting may describe them in another way
				}
				if res.Outcome != want || res.Seen != size || len(got) != size || res.Rejected != 0 {
					t.Fatalf("pull of %d: got %+v with %d postings, want %v with all", size, res, len(got), want)
				}
				ids := map[string]bool{}
				for _, p := range got {
					if ids[p.NativeID] {
						t.Errorf("id %s twice", p.NativeID)
					}
					ids[p.NativeID] = true
					if p.Touch || len(source.CleanHTML(p.Description)) < 500 || len(p.Locations) == 0 {
						t.Errorf("posting lacks something: %+v", p)
					}
				}
			})
		}
	}
}

// TestFakeTextsHaveHeadings checks that every list in the text of a fake posting has a heading, as in real postings.
func TestFakeTextsHaveHeadings(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			_, got, err := newWorld(t, family, 3).pull(t)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range got {
				if text := source.CleanHTML(p.Description); strings.Count(text, "<h3>") < strings.Count(text, "<ul>") {
					t.Errorf("a list without a heading: %s", text)
				}
			}
		})
	}
}

// TestSecondPullIsUnchanged checks that a board that sends a validator gets one conditional request.
func TestSecondPullIsUnchanged(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 30)
			first, _, err := w.pull(t)
			if err != nil {
				t.Fatalf("first pull: %+v, %v", first, err)
			}
			if first.Validator == "" {
				return
			}
			w.board.Validator = first.Validator
			before := w.boards.Requests(family, w.employer.Token)
			second, got, err := w.pull(t)
			if err != nil || second.Outcome != source.Unchanged || len(got) != 0 || second.Validator != first.Validator || second.Status != 304 {
				t.Fatalf("second pull: %+v, %d postings, %v", second, len(got), err)
			}
			if n := w.boards.Requests(family, w.employer.Token) - before; n != 1 {
				t.Errorf("second pull took %d requests, want 1", n)
			}
			w.boards.Edit(family, w.employer.Token, 1)
			third, got, err := w.pull(t)
			if err != nil || third.Outcome != source.Complete || len(got) != 30 {
				t.Fatalf("after an edit: %+v, %d postings, %v", third, len(got), err)
			}
		})
	}
}

func TestUnknownBoard(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 3)
			other := w.employer
			other.Token = "unknown-board"
			server, _, _ := strings.Cut(w.board.Token, "/jsonld/")
			w.board.Token = other.Target(server)
			res, _, err := w.pull(t)
			if family == "smartrecruiters" {
				if err != nil || res.Outcome != source.Complete || res.Reason == "" {
					t.Fatalf("got %+v, %v; want complete with a remark", res, err)
				}
				return
			}
			// Some vendors answer with a web page, which may as well be one about maintenance.
			if kind := source.KindOf(err); kind != source.NoBoard && kind != source.Broken || res.Outcome != source.Failed {
				t.Fatalf("got %+v, %v; want no such board", res, err)
			}
		})
	}
}

func TestCallbackErrorIsReturned(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 30)
			calls := 0
			res, err := source.Pull(t.Context(), w.src, w.fetcher, w.board, func(source.Posting) error {
				calls++
				return full
			})
			if !errors.Is(err, full) || source.KindOf(err) != 0 || res.Outcome == source.Complete || calls != 1 {
				t.Fatalf("got %+v, %v after %d calls, want %v after 1 call", res, err, calls, full)
			}
		})
	}
}
