package crawler

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestKilledEnrichersLoseNothing has two processes enrich postings while their holders are killed repeatedly: each
// posting is enriched exactly once, no attempt stays counted, and a second run changes nothing.
func TestKilledEnrichersLoseNothing(t *testing.T) {
	t.Parallel()
	pile, kills := 800, 3
	if n, err := strconv.Atoi(os.Getenv("ROLECALL_TEST_POSTINGS")); err == nil {
		pile = n // set for longer runs
	}
	if n, err := strconv.Atoi(os.Getenv("ROLECALL_TEST_KILLS")); err == nil {
		kills = n
	}
	w := newWorld(t, employer("greenhouse", "acorn", 40))
	w.crawl(w.worker())
	w.pileUp(pile)
	w.countEnrichments()

	children, spawn := w.spawnTwo()
	done := func() int {
		return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'done'")
	}
	killed, passes := 0, 0
	for done() < pile && !t.Failed() {
		id := w.request(EnrichmentPass)
		passes++
		w.within(time.Hour, "the end of a pass", func() bool {
			// Spread the kills, so that each hits other postings.
			if victim := children[w.holder(EnrichmentPass)]; victim != nil && killed < kills && done()*(kills+1) > killed*pile {
				pause(t.Context(), rand.N(60*time.Millisecond))
				w.killHolder(victim)
				delete(children, victim.cmd.Process.Pid)
				spawn()
				killed++
			}
			got := w.trigger(id)
			return got.Status == "succeeded" || got.Status == "failed" && got.Reason == "lease expired"
		})
	}
	t.Logf("%d postings, %d kills, %d passes", pile, killed, passes)

	for what, query := range map[string]string{
		"not enriched":        "SELECT count(*) FROM crawler.job_post WHERE enrichment_status <> 'done'",
		"with attempts left":  "SELECT count(*) FROM crawler.job_post WHERE enrichment_attempts <> 0",
		"enriched twice":      "SELECT count(*) FROM (SELECT post_id FROM crawler.enriched GROUP BY post_id HAVING count(*) > 1) twice",
		"not enriched at all": "SELECT count(*) FROM crawler.job_post p WHERE NOT EXISTS (SELECT FROM crawler.enriched e WHERE e.post_id = p.id)",
		"without their facts": "SELECT count(*) FROM crawler.job_post WHERE fact_sources = '{}'",
	} {
		if n := value[int](w, query); n != 0 {
			t.Errorf("%d of %d postings are %s", n, pile, what)
		}
	}
	before := w.factsDigest()
	again := w.request(EnrichmentPass)
	w.within(time.Hour, "a second run", func() bool { return w.trigger(again).Status == "succeeded" })
	if diff := cmp.Diff(w.factsDigest(), before); diff != "" {
		t.Errorf("a second run changed facts (-got +want)\n%s", diff)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.enriched"); n != pile {
		t.Errorf("%d enrichments of %d postings", n, pile)
	}
}

// pileUp copies the crawled postings until there are n, all pending.
func (w *world) pileUp(n int) {
	w.t.Helper()
	originals := value[int](w, "SELECT count(*) FROM crawler.job_post")
	for have, round := originals, 1; have < n; round++ {
		more := min(n-have, 20*originals)
		w.exec(`INSERT INTO crawler.job_post (id, target_id, native_id, title, url, description, location, board, content_hash, repost_key)
			SELECT gen_random_uuid(), p.target_id, p.native_id || '-' || $1::int || '-' || g, p.title, p.url, p.description, p.location, p.board, p.content_hash, p.repost_key
			FROM (SELECT * FROM crawler.job_post ORDER BY id LIMIT $2) p CROSS JOIN generate_series(1, 20) g LIMIT $3`, round, originals, more)
		have += more
	}
	if got := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE enrichment_status = 'pending'"); got != n {
		w.t.Fatalf("%d postings are pending, want %d", got, n)
	}
}

// countEnrichments records every update that sets a posting to done.
func (w *world) countEnrichments() {
	w.t.Helper()
	w.exec("CREATE TABLE crawler.enriched (post_id uuid NOT NULL)")
	w.exec("GRANT INSERT ON crawler.enriched TO rolecall_crawler")
	w.exec(`CREATE FUNCTION crawler.note_enriched() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN INSERT INTO crawler.enriched VALUES (NEW.id); RETURN NULL; END'`)
	w.exec(`CREATE TRIGGER note_enriched AFTER UPDATE ON crawler.job_post FOR EACH ROW
		WHEN (NEW.enrichment_status = 'done' AND OLD.enrichment_status <> 'done') EXECUTE FUNCTION crawler.note_enriched()`)
}

// factsDigest returns a hash of all postings with their row versions: it also changes if the same facts are written again.
func (w *world) factsDigest() string {
	return value[string](w, `SELECT md5(string_agg(md5(p.xmin::text || p::text), '' ORDER BY p.id)) FROM crawler.job_post p`)
}
