package e2e

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/env"
	"rolecall/internal/pgtest"
)

// crawlerMemory is the most memory that a crawler may use.
const crawlerMemory = 400 << 20

// TestHostileBoardsDoNotExhaustTheCrawler pulls all hostile boards of fakeboard at once. The crawler must stay within
// its memory limit, report none of them as complete, say why, and still read an honest board.
func TestHostileBoardsDoNotExhaustTheCrawler(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	owner := db.Pool("")
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	boards, handler := fakeboard.Hostile()
	hostile := httptest.NewServer(handler)
	t.Cleanup(hostile.Close)
	robots := httptest.NewServer(fakeboard.HostileRobots())
	t.Cleanup(robots.Close)
	honest := fakeboard.Employer{Family: "jsonld", Token: "tarnlabs", Name: "Tarn Labs", Postings: 300}
	friendly := httptest.NewServer(fakeboard.New([]fakeboard.Employer{honest}))
	t.Cleanup(friendly.Close)
	add := func(e fakeboard.Employer, server string) {
		exec(`INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES (gen_random_uuid(), $1, $2, $3)`, e.Family,
			e.Target(server), e.Name)
	}
	for _, b := range boards {
		add(b, hostile.URL)
	}
	add(fakeboard.Employer{Family: "jsonld", Token: "robots", Name: "Hostile robots"}, robots.URL)
	add(honest, friendly.URL)

	vars := map[string]string{
		"CRAWLER_DATABASE_URL": db.As("rolecall_crawler"), "PLATFORM_DATA_DIR": scratch(t), "CRAWLER_FETCH_ALLOW_PRIVATE": "true",
		"CRAWLER_FETCH_BOARD_TIMEOUT": "3m", "CRAWLER_FETCH_PER_HOST": "32",
		// Enrichment is not off, so that the crawl finds the facts.
		"CRAWLER_TRIGGER_POLL_CRON": "* * * * * ?", "CRAWLER_CRAWL_ENABLED": "false", "CRAWLER_ENRICHMENT_CRON": "0 0 0 1 1 ?",
	}
	for kind, base := range fakeboard.BaseURLs(hostile.URL) {
		vars[env.Name("crawler.source."+kind+".base-url")] = base
	}
	p := start(t, vars, []string{"crawler"})
	for _, kind := range []string{"crawl", "enrichment"} {
		began := time.Now()
		exec(`INSERT INTO crawler.trigger_request (id, kind, requested_by) VALUES (gen_random_uuid(), $1, gen_random_uuid())`, kind)
		waitUntil(t, "the "+kind+" ends", func() bool {
			var under int
			if err := owner.QueryRow(t.Context(), `SELECT count(*) FROM crawler.trigger_request WHERE status IN ('queued', 'running')`).Scan(
				&under); err != nil {
				t.Fatal(err)
			}
			if !running(p.cmd.Process.Pid) {
				t.Fatalf("the crawler ended:\n%s", p.out)
			}
			return under == 0
		})
		t.Logf("%s: %.1f s, at most %d MiB", kind, time.Since(began).Seconds(), highWater(t, p.cmd.Process.Pid)>>20)
	}
	if peak := highWater(t, p.cmd.Process.Pid); peak > crawlerMemory {
		t.Errorf("the crawler took %d MiB, allowed are %d", peak>>20, crawlerMemory>>20)
	}

	rows, err := owner.Query(t.Context(), `SELECT t.company_name, l.outcome, l.seen, coalesce(l.error, ''), coalesce(t.last_error, '')
		FROM crawler.pull_target t JOIN crawler.pull_log l ON l.target_id = t.id ORDER BY t.company_name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	// These boards are only large. They are read if no other holds the memory that they need.
	large := map[string]bool{"Hostile workable-held": true, "Hostile personio-bare": true}
	pulled := map[string]bool{}
	for rows.Next() {
		var name, outcome, reason, shown string
		var seen int
		if err := rows.Scan(&name, &outcome, &seen, &reason, &shown); err != nil {
			t.Fatal(err)
		}
		pulled[name] = true
		t.Logf("%s: %s, %d seen: %.200s", name, outcome, seen, reason)
		switch {
		case name == honest.Name && (outcome != "complete" || seen != honest.Postings):
			t.Errorf("the honest board: %s, %d seen: %s", outcome, seen, reason)
		case large[name] && outcome == "complete":
		case name != honest.Name && (outcome == "complete" || outcome == "unchanged" || reason == ""):
			t.Errorf("%s: %s, %q", name, outcome, reason)
		case len(reason) > 1000 || len(shown) > 1000:
			t.Errorf("%s: a reason of %d bytes", name, max(len(reason), len(shown)))
		case strings.Contains(reason, "longer than allowed"):
			t.Logf("%s: only time ended it", name)
		}
	}
	if len(pulled) != len(boards)+2 {
		t.Errorf("%d of %d boards were pulled", len(pulled), len(boards)+2)
	}
}

// highWater returns the peak resident memory of a process.
func highWater(t testing.TB, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(line, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
