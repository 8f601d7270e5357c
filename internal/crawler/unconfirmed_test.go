package crawler

import (
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/store"
)

func (w *world) unconfirmed() int {
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE unconfirmed_since IS NOT NULL")
}

// TestPostingsOfAForbiddenBoardBecomeUnconfirmed checks that a board that stays forbidden neither closes its postings
// nor shows them as confirmed for ever.
func TestPostingsOfAForbiddenBoardBecomeUnconfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4), employer("lever", "birch", 6))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Break("lever", "acorn", fakeboard.Status(401))
	w.crawl(worker)
	forbidden := w.clock.Now()
	w.clock.Add(22 * time.Hour)
	if w.crawl(worker); w.unconfirmed() != 0 {
		t.Fatalf("%d unconfirmed within a day, want 0", w.unconfirmed())
	}
	w.crawl(worker)
	stamps := w.stamps()
	w.crawl(worker)
	if w.unconfirmed() != 4 || w.open() != 10 || w.closed() != 0 {
		t.Fatalf("%d unconfirmed, %d open, %d closed", w.unconfirmed(), w.open(), w.closed())
	}
	if since := value[time.Time](w, "SELECT DISTINCT unconfirmed_since FROM crawler.job_post WHERE unconfirmed_since IS NOT NULL"); !since.Equal(forbidden) {
		t.Errorf("unconfirmed since %s, want %s", since, forbidden)
	}
	if got := w.stamps(); got != stamps {
		t.Error("postings that are unconfirmed already were changed again")
	}
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	if w.crawl(worker); w.unconfirmed() != 0 || w.open() != 10 {
		t.Errorf("confirmed again: %d unconfirmed, %d open", w.unconfirmed(), w.open())
	}
	if !value[bool](w, "SELECT bool_and(unconfirmed_since IS NULL) FROM crawler.pull_target") {
		t.Error("the board is still unconfirmed")
	}
}

// TestPartialPullsConfirmPostingsTheySee checks that a board that never proves its list confirms what it shows, and nothing
// else.
func TestPartialPullsConfirmPostingsTheySee(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("jsonld", "acorn", 12))
	worker := w.worker()
	w.crawl(worker)
	if w.open() != 12 {
		t.Fatalf("%d open, want 12", w.open())
	}
	// Without its sitemap the site shows the ten postings of its careers page.
	w.boards.Break("jsonld", "acorn", fakeboard.Missing("/sitemap.xml"))
	for range 3 {
		w.clock.Add(24 * time.Hour)
		w.crawl(worker)
	}
	if w.unconfirmed() != 2 || w.open() != 12 {
		t.Errorf("%d unconfirmed, %d open", w.unconfirmed(), w.open())
	}
	w.boards.Break("jsonld", "acorn", fakeboard.Fault{})
	if w.crawl(worker); w.unconfirmed() != 0 || w.open() != 12 {
		t.Errorf("with the sitemap back: %d unconfirmed, %d open", w.unconfirmed(), w.open())
	}
}

func TestClosedPostingsAreNotUnconfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 4))
	worker := w.worker()
	w.crawl(worker)
	w.boards.Break("lever", "acorn", fakeboard.Status(403))
	w.crawl(worker)
	w.clock.Add(48 * time.Hour)
	w.crawl(worker)
	w.boards.Break("lever", "acorn", fakeboard.Fault{})
	w.boards.Close("lever", "acorn", 1)
	if w.crawl(worker); w.closed() != 1 || w.unconfirmed() != 0 {
		t.Errorf("%d closed, %d unconfirmed", w.closed(), w.unconfirmed())
	}
}

// TestAddressesNamePostings checks that a source that reads a board in a second way finds the ids of the first by
// address, however it is written.
func TestAddressesNamePostings(t *testing.T) {
	t.Parallel()
	reads := 0
	in := newIntake(time.Now(), nil)
	defer in.close()
	in.addresses = func() ([]store.OpenAddressesRow, error) {
		reads++
		return []store.OpenAddressesRow{{NativeID: "7", Url: "https://waterwiel.example/o/molenaar"}}, nil
	}
	for address, want := range map[string]string{
		"https://waterwiel.example/o/molenaar": "7", "http://waterwiel.example/o/molenaar/?ref=x": "7", "https://waterwiel.example/o/sluis": "",
	} {
		if got := in.idOf(address); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
	if reads != 1 {
		t.Errorf("the addresses were read %d times, want 1", reads)
	}
}
