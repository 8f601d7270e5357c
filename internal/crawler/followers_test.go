package crawler

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// follow lets users follow the board of a token.
func (w *world) follow(token string, users ...uuid.UUID) {
	w.t.Helper()
	for _, u := range users {
		w.exec("INSERT INTO job.follow (user_id, target_id, followed_at) SELECT $1, id, now() FROM crawler.pull_target WHERE token = $2", u, token)
	}
}

func (w *world) followers() (got map[string]int) {
	w.t.Helper()
	return value[map[string]int](w, "SELECT jsonb_object_agg(token, followers) FROM crawler.pull_target")
}

func TestEveryCrawlCountsFollowers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 1), employer("greenhouse", "acorn-2", 1), employer("lever", "birch", 1), employer("lever", "cedar", 1))
	company := uuid.New()
	w.exec("INSERT INTO job.company (id, slug, name) VALUES ($1, 'acorn', 'Acorn')", company)
	w.exec("UPDATE crawler.pull_target SET company_id = $1 WHERE token LIKE 'acorn%'", company)
	mira, noor := uuid.New(), uuid.New()
	w.follow("acorn", mira, noor)
	w.follow("acorn-2", noor) // the same employer: noor counts once
	w.follow("birch", mira)

	one, two := w.worker(), w.worker()
	w.crawl(one)
	if diff := cmp.Diff(w.followers(), map[string]int{"acorn": 2, "acorn-2": 2, "birch": 1, "cedar": 0}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	w.exec("DELETE FROM job.follow WHERE user_id = $1", mira)
	w.exec("UPDATE crawler.pull_target SET followers = 77 WHERE token = 'cedar'") // wrong for whatever reason
	w.crawl(two)
	if diff := cmp.Diff(w.followers(), map[string]int{"acorn": 1, "acorn-2": 1, "birch": 0, "cedar": 0}); diff != "" {
		t.Errorf("after a deletion (-got +want)\n%s", diff)
	}
}

func TestBoardFollowedBeforeAPassIsPulledFirstInIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1), employer("greenhouse", "birch", 1), employer("lever", "cedar", 1), employer("lever", "dogwood", 1))
	for _, token := range []string{"dogwood", "birch"} {
		user := uuid.New()
		w.follow(token, user)
		w.exec("DELETE FROM crawler.pull_log")
		w.crawl(w.worker(func(c *Config) { c.Fetch.Concurrency = 1 }))
		first := value[string](w, "SELECT t.token FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id ORDER BY l.id LIMIT 1")
		if first != token {
			t.Errorf("%s was pulled first, and %s is followed", first, token)
		}
		w.exec("DELETE FROM job.follow WHERE user_id = $1", user)
	}
}

func TestBoardUnderWriteDoesNotHoldUpTheCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 1), employer("lever", "birch", 1))
	w.follow("acorn", uuid.New())
	w.follow("birch", uuid.New())
	tx, err := w.owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "SELECT FROM crawler.pull_target WHERE token = 'acorn' FOR NO KEY UPDATE"); err != nil {
		t.Fatal(err)
	}
	worker := w.worker()
	if _, err := worker.q.CountFollowers(t.Context(), worker.db); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w.followers(), map[string]int{"acorn": 0, "birch": 1}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
}

func TestCrawlerSeesFollowerCountsNotFollowers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("lever", "acorn", 1))
	w.follow("acorn", uuid.New())
	worker := w.worker()
	var n int
	if err := worker.db.QueryRow(t.Context(), "SELECT followers FROM crawler.follower_count").Scan(&n); err != nil || n != 1 {
		t.Errorf("got %d, %v, want 1", n, err)
	}
	if err := worker.db.QueryRow(t.Context(), "SELECT count(*) FROM job.follow").Scan(&n); err == nil {
		t.Error("the crawler read who follows")
	}
}
