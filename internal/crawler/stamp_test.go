package crawler

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/schema"
)

// stamps returns a hash of the stamps of all postings.
func (w *world) stamps() string {
	w.t.Helper()
	return value[string](w, "SELECT md5(string_agg(id::text || change_xid::text, ' ' ORDER BY id)) FROM crawler.job_post")
}

// listen returns a function that reports whether changes were announced since it was last called.
func (w *world) listen() func() bool {
	w.t.Helper()
	conn, err := w.owner.Acquire(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Hijack().Close(context.Background()) })
	if _, err := conn.Exec(w.t.Context(), "LISTEN crawler_changes"); err != nil {
		w.t.Fatal(err)
	}
	return func() (announced bool) {
		w.exec("SELECT pg_notify('crawler_changes', 'asked')") // notifications arrive in the order of their commits
		for {
			n, err := conn.Conn().WaitForNotification(w.t.Context())
			if err != nil {
				w.t.Fatal(err)
			}
			if n.Payload == "asked" {
				return announced
			}
			announced = true
		}
	}
}

// stampWorld has one board, closed and open postings, and a function that reports whether a change stamps a posting.
func stampWorld(t *testing.T) (w *world, ids []string, stamps func(id, sql string, args ...any) bool) {
	w = newWorld(t, employer("greenhouse", "acorn", 4), employer("lever", "birch", 1))
	w.crawl(w.worker())
	rows, err := w.owner.Query(t.Context(), "SELECT p.id::text FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE t.source_type = 'greenhouse' ORDER BY p.id")
	if err != nil {
		t.Fatal(err)
	}
	if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	crawler := w.db.Pool(schema.CrawlerRole) // triggers have its rights
	return w, ids, func(id, sql string, args ...any) bool {
		t.Helper()
		const read = "SELECT change_xid::text FROM crawler.job_post WHERE id = $1"
		before := value[string](w, read, id)
		if _, err := crawler.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		return value[string](w, read, id) != before
	}
}

// TestIndexedColumnsAreStamped checks that every column is on one of two lists: in the search index, or not.
func TestIndexedColumnsAreStamped(t *testing.T) {
	t.Parallel()
	w, ids, stamps := stampWorld(t)
	indexed := map[string]string{
		"target_id": "(SELECT id FROM crawler.pull_target WHERE source_type = 'lever')", "title": "'Another'", "description": "'another text'",
		"requirements": "'{driving}'", "posted_at": "'2020-01-01'", "first_seen_at": "'2020-01-01'", "closed_at": "now()",
		"workplace_type": "'hybrid'", "employment_type": "'freelance'", "career_level": "'director'", "compensation_min": "10",
		"compensation_max": "20", "compensation_currency": "'CHF'", "compensation_period": "'week'", "languages": "'{fi}'", "skills": "'{Zig}'",
		"experience_years_min": "17", "unconfirmed_since": "'2026-03-01'", "compensation_min_exact": "10.5", "compensation_max_exact": "20.5",
	}
	other := map[string]string{
		"native_id": "'n'", "url": "'u'", "apply_url": "'u'", "location": "'somewhere'", "board": `'{"x":1}'`, "last_seen_at": "'2030-01-01'",
		"last_pull_id": "gen_random_uuid()", "repost_of": "id", "content_hash": `'\x01'`, "stamp": "'s'", "repost_key": `'\x01'`,
		"enrichment_status": "'failed'", "enrichment_attempts": "7", "enrichment_version": "7", "enrichment_error": "'e'",
		"experience_years_max": "18", "fact_sources": `'{"x":1}'`, "fact_evidence": `'{"x":1}'`,
	}
	rows, err := w.owner.Query(t.Context(), `SELECT attname::text FROM pg_attribute WHERE attrelid = 'crawler.job_post'::regclass
		AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('id', 'change_xid')`)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columns {
		next, yes := indexed[c]
		if !yes {
			if next = other[c]; next == "" {
				t.Errorf("is %s known to the search index?", c)
				continue
			}
		}
		set := fmt.Sprintf("UPDATE crawler.job_post SET %s = %s WHERE id = $1", c, next)
		if got := stamps(ids[0], set, ids[0]); got != yes {
			t.Errorf("%s: stamped %v, want %v", set, got, yes)
		}
		if keep := fmt.Sprintf("UPDATE crawler.job_post SET %[1]s = %[1]s WHERE id = $1", c); stamps(ids[0], keep, ids[0]) {
			t.Errorf("%s: stamped without a change", keep)
		}
	}
	if !stamps(ids[0], "UPDATE crawler.job_post SET closed_at = NULL WHERE id = $1", ids[0]) {
		t.Error("reopened and not stamped")
	}
	if stamps(ids[1], "UPDATE crawler.job_post SET title = 'Another' WHERE id = $1", ids[0]) {
		t.Error("another posting is stamped")
	}
}

// TestConfirmationIsAHotUpdate checks that a pull, which confirms every open posting, adds no index entries.
func TestConfirmationIsAHotUpdate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 40))
	w.crawl(w.worker())
	before := w.stamps()
	tx, err := w.owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	var updated, hot int
	const counts = "SELECT pg_stat_get_xact_tuples_updated(oid), pg_stat_get_xact_tuples_hot_updated(oid) FROM pg_class WHERE oid = 'crawler.job_post'::regclass"
	if _, err := tx.Exec(t.Context(), "UPDATE crawler.job_post SET last_seen_at = now(), last_pull_id = gen_random_uuid()"); err != nil {
		t.Fatal(err)
	}
	if err := tx.QueryRow(t.Context(), counts).Scan(&updated, &hot); err != nil {
		t.Fatal(err)
	}
	if updated != 40 || hot != 40 {
		t.Errorf("%d rows updated, %d of them beside the old version", updated, hot)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.stamps() != before {
		t.Error("a confirmation moved stamps")
	}
}

func TestPlaceChangesStampPosting(t *testing.T) {
	t.Parallel()
	w, ids, stamps := stampWorld(t)
	for _, step := range []string{
		"DELETE FROM crawler.job_post_location WHERE post_id = $1",
		"INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 5, 'Oslo')",
		"UPDATE crawler.job_post_location SET region = 'East' WHERE post_id = $1",
	} {
		if !stamps(ids[0], step, ids[0]) {
			t.Errorf("%s: not stamped", step)
		}
	}
	move := "UPDATE crawler.job_post_location SET post_id = $2 WHERE post_id = $1 AND position = 5"
	if !stamps(ids[0], move, ids[0], ids[1]) || !stamps(ids[1], move, ids[1], ids[2]) {
		t.Error("a place moved away and its posting is not stamped")
	}
	if stamps(ids[3], move, ids[2], ids[0]) {
		t.Error("another posting is stamped")
	}

	// A new posting with its places is written once.
	tx, err := w.owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	id := uuid.New()
	for _, sql := range []string{
		"INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash) SELECT $1, target_id, 'new', 'New', 'https://boards.example', '' FROM crawler.job_post LIMIT 1",
		"INSERT INTO crawler.job_post_location (post_id, position, city) SELECT $1, n, 'Oslo' FROM generate_series(1, 3) n",
		"UPDATE crawler.job_post_location SET city = 'Bergen' WHERE post_id = $1",
	} {
		if _, err := tx.Exec(t.Context(), sql, id); err != nil {
			t.Fatal(err)
		}
	}
	var updated int
	if err := tx.QueryRow(t.Context(), "SELECT pg_stat_get_xact_tuples_updated('crawler.job_post'::regclass)").Scan(&updated); err != nil || updated != 0 {
		t.Errorf("%d postings written again, %v", updated, err)
	}
}

func TestBoardStamps(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	crawler := w.db.Pool(schema.CrawlerRole)
	const read = "SELECT ARRAY[change_xid::text, name_xid::text] FROM crawler.pull_target"
	for _, c := range []struct {
		sql           string
		change, named bool
	}{
		{"UPDATE crawler.pull_target SET last_success_at = now()", true, false},
		{"UPDATE crawler.pull_target SET last_success_at = last_success_at, doubted_pull = doubted_pull, company_name = company_name", false, false},
		{"UPDATE crawler.pull_target SET doubted_pull = gen_random_uuid()", true, false},
		{"UPDATE crawler.pull_target SET doubted_pull = NULL", true, false},
		{"UPDATE crawler.pull_target SET last_attempt_at = now(), last_error = 'x', etag = 'x', status = 'paused'", false, false},
		{"UPDATE crawler.pull_target SET company_name = 'Another'", true, true},
	} {
		before := value[[]string](w, read)
		if _, err := crawler.Exec(t.Context(), c.sql); err != nil {
			t.Fatal(err)
		}
		after := value[[]string](w, read)
		if (after[0] != before[0]) != c.change || (after[1] != before[1]) != c.named {
			t.Errorf("%s: %v became %v", c.sql, before, after)
		}
	}
}

func TestDeletedPostingsAreRecorded(t *testing.T) {
	t.Parallel()
	w, ids, _ := stampWorld(t)
	w.exec("INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 9, 'Oslo')", ids[0])
	w.exec("DELETE FROM crawler.job_post WHERE id = ANY($1::uuid[])", ids[:2])
	if got := value[[]string](w, "SELECT array_agg(id::text ORDER BY id) FROM crawler.job_post_deleted"); !slices.Equal(got, ids[:2]) {
		t.Errorf("noted %v, want %v", got, ids[:2])
	}
}

func TestEnrichmentKeepsPlacesUnlessItFindsSome(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	w.exec("UPDATE crawler.job_post SET title = (ARRAY['better', 'unknown'])[1 + abs(hashtext(native_id)) % 2]")
	const places = `SELECT coalesce(string_agg(DISTINCT concat_ws('|', l.city, l.country), ' and '), '') FROM crawler.job_post p JOIN crawler.job_post_location l ON l.post_id = p.id WHERE title = $1`
	before := value[string](w, places, "unknown")
	worker.facts = func(in enrich.Input) enrich.Facts {
		f := enrich.Posting(in)
		f.Places = map[string][]place.Place{"better": {{City: "Reykjavík", Country: "Iceland", CountryCode: "IS", Primary: true}}}[in.Title]
		return f
	}
	if sum := w.enrich(worker); sum.Enriched != 30 || sum.Failed != 0 {
		t.Fatalf("got %+v, want 30 enriched and 0 failed", sum)
	}
	if got := value[string](w, places, "better"); got != "Reykjavík|Iceland" {
		t.Errorf("better: %q, want %q", got, "Reykjavík|Iceland")
	}
	if got := value[string](w, places, "unknown"); got != before {
		t.Errorf("without a place found: %q became %q", before, got)
	}
	stamps := w.stamps()
	w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending'")
	if sum := w.enrich(worker); sum.Unchanged != 30 || w.stamps() != stamps {
		t.Errorf("again: %+v, or stamps moved", sum)
	}
}

// TestPostingIndexes lists the indexes: each slows every crawl down, and search needs none.
func TestPostingIndexes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	want := []string{"job_post_board_key", "job_post_change", "job_post_enriched", "job_post_open_of_target", "job_post_pending", "job_post_pkey", "job_post_repost"}
	if got := value[[]string](w, "SELECT array_agg(indexname::text ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'crawler' AND tablename = 'job_post'"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
