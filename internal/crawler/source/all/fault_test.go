package all_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

// faults lists all faults of boards with the kinds of error that they cause. jsonld reads several
// documents and may end partial without an error instead.
var faults = []struct {
	fault fakeboard.Fault
	want  []source.ErrorKind
}{
	{fakeboard.Slow(time.Hour), []source.ErrorKind{source.Unavailable}},
	{fakeboard.Status(http.StatusNotModified), []source.ErrorKind{source.Broken}},
	{fakeboard.Status(http.StatusAccepted), []source.ErrorKind{source.Unavailable}},
	{fakeboard.Status(http.StatusNoContent), []source.ErrorKind{source.Broken}},
	{fakeboard.Status(http.StatusBadRequest), []source.ErrorKind{source.Broken}},
	{fakeboard.Status(http.StatusUnauthorized), []source.ErrorKind{source.Forbidden}},
	{fakeboard.Status(http.StatusForbidden), []source.ErrorKind{source.Forbidden}},
	{fakeboard.Status(http.StatusNotFound), []source.ErrorKind{source.NoBoard}},
	{fakeboard.Status(http.StatusGone), []source.ErrorKind{source.NoBoard}},
	{fakeboard.Status(http.StatusUnprocessableEntity), []source.ErrorKind{source.Broken}},
	{fakeboard.Status(http.StatusInternalServerError), []source.ErrorKind{source.Unavailable}},
	{fakeboard.Status(http.StatusBadGateway), []source.ErrorKind{source.Unavailable}},
	{fakeboard.Throttled("3510"), []source.ErrorKind{source.Throttled}},
	{fakeboard.ThrottledUntil(today.Add(3510 * time.Second)), []source.ErrorKind{source.Throttled}},
	{fakeboard.Throttled(""), []source.ErrorKind{source.Throttled}},
	{fakeboard.Redirect(http.StatusFound, "http://169.254.169.254/latest/meta-data/"), []source.ErrorKind{source.Refused, source.Broken}},
	{fakeboard.Redirect(http.StatusFound, "file:///etc/passwd"), []source.ErrorKind{source.Refused, source.Broken}},
	{fakeboard.Redirect(http.StatusSeeOther, "/maintenance"), []source.ErrorKind{source.Broken, source.Unavailable}},
	{fakeboard.HTML(), []source.ErrorKind{source.Broken}},
	{fakeboard.Empty(), []source.ErrorKind{source.Broken}},
	{fakeboard.UnexpectedJSON(), []source.ErrorKind{source.Broken}},
	{fakeboard.CutOff(), []source.ErrorKind{source.Broken}},
	{fakeboard.Huge(), []source.ErrorKind{source.Broken}},
	{fakeboard.Bomb(), []source.ErrorKind{source.Broken}},
	{fakeboard.Reset(), []source.ErrorKind{source.Unavailable}},
}

// limits keeps large bodies cheap to test and times out slow boards early, but no others: a busy
// machine must not make a healthy board look slow.
func limits(f fakeboard.Fault) func(*source.Options) {
	return func(o *source.Options) {
		o.MaxBody = 4 << 20
		if f.Name == "slow" {
			o.Timeout, o.Attempts = time.Second, 1
		}
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		for _, f := range faults {
			t.Run(family+"/"+f.fault.Name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, family, 30, limits(f.fault))
				w.boards.Break(family, w.employer.Token, f.fault)
				res, got, err := w.pull(t)
				if res.Outcome == source.Complete || res.Outcome == source.Unchanged {
					t.Fatalf("claims %v: %+v", res.Outcome, res)
				}
				if family == "jsonld" && err == nil {
					if res.Outcome != source.Partial || res.Reason == "" {
						t.Fatalf("got %+v, want partial with a reason", res)
					}
					return
				}
				if !slices.Contains(f.want, source.KindOf(err)) {
					t.Fatalf("got %v (%v), want %v", source.KindOf(err), err, f.want)
				}
				if len(got) == 0 && res.Outcome != source.Failed {
					t.Errorf("got %v without a posting, want failed", res.Outcome)
				}
				if res.Validator != "" {
					t.Errorf("a validator survived: %q", res.Validator)
				}
			})
		}
	}
}

// later are the faults that differ in what they mean for a document after the first.
var later = []fakeboard.Fault{
	fakeboard.Status(http.StatusNotModified), fakeboard.Status(http.StatusForbidden), fakeboard.Status(http.StatusNotFound),
	fakeboard.Status(http.StatusInternalServerError), fakeboard.Throttled("3510"), fakeboard.Redirect(http.StatusFound, "file:///etc/passwd"),
	fakeboard.HTML(), fakeboard.Empty(), fakeboard.UnexpectedJSON(), fakeboard.CutOff(), fakeboard.Huge(), fakeboard.EmptyPage(),
}

// TestFaultsOnLaterPages checks that after a fault in the middle of a board what was read is kept and nothing is
// proven.
func TestFaultsOnLaterPages(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		for _, f := range later {
			t.Run(family+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, family, 250, limits(f))
				w.board.Known = func(string, string) bool { return true } // only lists are tested here
				if f.After, f.Part = 1, fakeboard.Lists; family == "join" {
					f.After = 2 // the first request is for the company's number
				}
				w.boards.Break(family, w.employer.Token, f)
				res, got, err := w.pull(t)
				if w.boards.Lists(family, w.employer.Token) <= f.After {
					return // the list has no later page
				}
				// The last page of Teamtailor is the one without a link; the second feed of Personio only adds texts.
				if f.Name == "empty page" && (family == "teamtailor" || family == "personio") {
					return
				}
				if res.Outcome == source.Complete || res.Outcome == source.Unchanged {
					t.Fatalf("got %+v, %d postings, %v, want neither complete nor unchanged", res, len(got), err)
				}
				if source.KindOf(err) == source.NoBoard {
					t.Errorf("a missing page was taken for a missing board: %v", err)
				}
				if len(got) > 0 && res.Outcome == source.Failed || err == nil && res.Reason == "" {
					t.Errorf("got %+v with %d postings, %v, want a reason, and not failed with postings", res, len(got), err)
				}
			})
		}
	}
}

// TestFaultsOfDetails checks that a posting whose own document cannot be read is confirmed by the list, and never
// stored without its text.
func TestFaultsOfDetails(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		for _, f := range later {
			t.Run(family+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, family, 12, limits(f))
				f.Part = fakeboard.Details
				w.boards.Break(family, w.employer.Token, f)
				res, got, err := w.pull(t)
				if w.boards.Requests(family, w.employer.Token) == w.boards.Lists(family, w.employer.Token) {
					return // the list has the texts
				}
				if f.Name == "unexpected json" && family == "smartrecruiters" {
					return // the family has postings without any text
				}
				for _, p := range got {
					if !p.Touch && p.Description == "" {
						t.Fatalf("%s was yielded without its text: %+v, %v", p.NativeID, res, err)
					}
				}
				missing := f.Name == "status 404" || f.Name == "empty page" // the posting vanished since the list was read
				if err == nil && res.Outcome == source.Complete && res.Reason == "" && !missing {
					t.Errorf("got %+v with %d postings, want an error or a reason", res, len(got))
				}
			})
		}
	}
}

// TestSwollenTexts checks that a text beyond all limits is cut or rejected, and that the pull reports it.
func TestSwollenTexts(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 3, func(o *source.Options) { o.MaxBody = 64 << 20 })
			w.boards.Break(family, w.employer.Token, fakeboard.HugeText())
			res, got, err := w.pull(t)
			if err == nil && res.Reason == "" {
				t.Errorf("got %+v, want an error or a reason", res)
			}
			for _, p := range got {
				if len(p.Description) > 300<<10 {
					t.Errorf("a description of %d bytes passed", len(p.Description))
				}
			}
		})
	}
}

func TestRetryAfterIsReturned(t *testing.T) {
	t.Parallel()
	for _, f := range []fakeboard.Fault{fakeboard.Throttled("3510"), fakeboard.ThrottledUntil(today.Add(3510 * time.Second))} {
		w := newWorld(t, "greenhouse", 3)
		w.boards.Break("greenhouse", w.employer.Token, f)
		res, _, err := w.pull(t)
		fault, ok := errors.AsType[*source.Error](err)
		if !ok || fault.RetryAfter != 3510*time.Second || fault.Status != 429 || res.Status != 429 {
			t.Errorf("%s: got %+v, %v, want 429 and the time to wait", f.Name, res, err)
		}
		if n := w.boards.Requests("greenhouse", w.employer.Token); n != 1 {
			t.Errorf("%s: asked %d times although told to wait an hour, want 1", f.Name, n)
		}
	}
}

func TestTransientFaultsAreRetried(t *testing.T) {
	t.Parallel()
	passing := []fakeboard.Fault{fakeboard.Status(500), fakeboard.Status(503), fakeboard.Throttled("2"), fakeboard.Throttled(""), fakeboard.Reset()}
	for _, family := range all.Sources().Families() {
		for _, f := range passing {
			t.Run(family+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, family, 30)
				f.Times = 2
				w.boards.Break(family, w.employer.Token, f)
				res, got, err := w.pull(t)
				if err != nil || res.Outcome != source.Complete || len(got) != 30 {
					t.Fatalf("got %+v, %d postings, %v, want complete with 30", res, len(got), err)
				}
			})
		}
	}
}

// TestEndlessBoards checks that an endless board is given up, and does not fill the memory until then.
func TestEndlessBoards(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 30, func(o *source.Options) { o.MaxBody = 3 << 20 })
			w.boards.Break(family, w.employer.Token, fakeboard.Endless())
			res, err := source.Pull(t.Context(), w.src, w.fetcher, w.board, func(source.Posting) error { return nil })
			if res.Outcome == source.Complete || (err == nil && res.Reason == "") {
				t.Fatalf("got %+v, %v, want an error or a reason, and not complete", res, err)
			}
		})
	}
}

// TestLargeBoardsStream checks that postings are yielded while the rest of the board is still being sent, and that the
// memory in use does not grow.
func TestLargeBoardsStream(t *testing.T) {
	for _, family := range []string{"greenhouse", "ashby", "recruitee", "lever"} {
		w := newWorld(t, family, 1, func(o *source.Options) { o.MaxBody = 1 << 30 })
		w.boards.Break(family, w.employer.Token, fakeboard.Endless())
		enough := errors.New("enough")
		var base, peak uint64
		n := 0
		_, err := source.Pull(t.Context(), w.src, w.fetcher, w.board, func(source.Posting) error {
			n++
			if n%1000 != 0 {
				return nil
			}
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if base == 0 {
				base = m.HeapAlloc
			}
			peak = max(peak, m.HeapAlloc)
			if n == 8000 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) {
			t.Fatalf("%s: %v after %d postings", family, err, n)
		}
		if grown := int64(peak) - int64(base); grown > 12<<20 { // half of what a source that keeps everything would hold
			t.Errorf("%s: %d postings of some 24 MB left %d bytes behind", family, n, grown)
		}
	}
}

func TestCancelledPull(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 30)
			w.boards.Break(family, w.employer.Token, fakeboard.Slow(time.Hour))
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			res, err := source.Pull(ctx, w.src, w.fetcher, w.board, func(source.Posting) error { return nil })
			if !errors.Is(err, context.Canceled) || source.KindOf(err) != 0 || res.Outcome != source.Failed {
				t.Errorf("got %+v, %v, want failed with context.Canceled and no fault of the board", res, err)
			}
		})
	}
}

func TestKnownDetailsAreNotFetched(t *testing.T) {
	t.Parallel()
	for _, family := range all.Sources().Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, family, 30)
			_, first, err := w.pull(t)
			if err != nil {
				t.Fatal(err)
			}
			if w.boards.Requests(family, w.employer.Token) == w.boards.Lists(family, w.employer.Token) {
				return // the list has the texts
			}
			stamps := map[string]string{}
			for _, p := range first {
				stamps[p.NativeID] = p.Stamp
			}
			w.board.Known = func(id, stamp string) bool { return stamps[id] == stamp }
			w.boards.Close(family, w.employer.Token, 2)
			w.boards.Add(family, w.employer.Token, 3)
			details := func() int {
				return w.boards.Requests(family, w.employer.Token) - w.boards.Lists(family, w.employer.Token)
			}
			before := details()
			res, second, err := w.pull(t)
			if err != nil || res.Outcome != source.Complete || len(second) != 31 {
				t.Fatalf("got %+v, %d postings, %v, want complete with 31", res, len(second), err)
			}
			touched := 0
			for _, p := range second {
				if p.Touch {
					touched++
				}
			}
			if touched != 28 {
				t.Errorf("got %d touches, want 28", touched)
			}
			if n := details() - before; n > 4 {
				t.Errorf("took %d requests for three new postings", n)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "greenhouse", 3)
	w.boards.Break("greenhouse", w.employer.Token, fakeboard.HTML())
	_, _, err := w.pull(t)
	if got := err.Error(); !strings.HasPrefix(got, "broken answer: expected JSON, got a web page (HTTP 200) at http://127.0.0.1:") || strings.Contains(got, "?") {
		t.Errorf("got %q, want a broken answer at the address without its query", got)
	}
}
