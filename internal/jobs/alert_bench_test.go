package jobs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/seed"
)

var (
	alertSearches = flag.Int("alert.searches", 100_000, "saved searches of BenchmarkAlerts")
	alertBase     = flag.Int("alert.base", 30_000, "postings that BenchmarkAlerts begins with")
	alertNew      = flag.Int("alert.new", 10_000, "postings that BenchmarkAlerts adds")
	alertCheck    = flag.Int("alert.check", 10, "BenchmarkAlerts checks the hits of one of so many users by brute force")
)

const searchesPerUser = 5

// BenchmarkAlerts adds postings to a database with many alerts, as a crawl does, while alerts are evaluated, and compares the
// hits with what searches find. Run it once, with -benchtime 1x and a -timeout.
func BenchmarkAlerts(b *testing.B) {
	for b.Loop() {
		w := newWorld(b)
		insert := w.stash()
		w.manyAlerts(rand.New(rand.NewPCG(29, 2)))
		w.sync(w.svc)
		empty := heap()
		w.svc.LoadAlerts(b)
		b.ReportMetric(float64(heap()-empty)/1e6, "MB-of-alerts")

		start := time.Now()
		inserted := make(chan time.Duration)
		go func() {
			insert()
			inserted <- time.Since(start)
		}()
		took := time.Duration(0)
		for postings := 0; postings < *alertNew; {
			done, err := w.svc.EvaluateAlerts(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			if postings += done.Postings; done.Postings > 0 {
				b.Logf("after %s: %+v", time.Since(start).Round(time.Millisecond), done)
			}
			took = time.Since(start)
		}
		b.ReportMetric((<-inserted).Seconds(), "s-to-insert")
		b.ReportMetric(took.Seconds(), "s-to-all-hits")
		b.ReportMetric(float64(heap()-empty)/1e6, "MB-after")
		w.checkAlerts(b)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// stash makes postings and takes the last ones away again. The function it returns inserts them as crawls of small boards do.
func (w *world) stash() (insert func()) {
	if err := seed.Run(w.t.Context(), w.owner, seed.Options{Postings: *alertBase + *alertNew, Seed: 7, Now: now}); err != nil {
		w.t.Fatal(err)
	}
	columns := scan[string](w, `SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
		WHERE table_schema = 'crawler' AND table_name = 'job_post' AND is_generated = 'NEVER' AND column_name <> 'change_xid'`)
	w.exec(fmt.Sprintf(`CREATE TABLE stash AS SELECT row_number() OVER () AS n, s.* FROM (
		SELECT %s FROM crawler.job_post WHERE closed_at IS NULL ORDER BY id DESC LIMIT %d) s`, columns, *alertNew))
	w.exec("CREATE TABLE stash_place AS SELECT * FROM crawler.job_post_location WHERE post_id IN (SELECT id FROM stash)")
	w.exec("ALTER TABLE crawler.job_post DROP CONSTRAINT job_post_repost_of_fkey") // it has no index, and only this test deletes
	w.exec("DELETE FROM crawler.job_post WHERE id IN (SELECT id FROM stash)")
	w.exec("TRUNCATE crawler.posting_change")
	return func() {
		const board = 100
		for from := 0; from < *alertNew; from += board {
			err := pgx.BeginFunc(w.t.Context(), w.owner, func(tx pgx.Tx) error {
				if _, err := tx.Exec(w.t.Context(), fmt.Sprintf("INSERT INTO crawler.job_post (%s) SELECT %s FROM stash WHERE n > $1 AND n <= $2",
					columns, columns), from, from+board); err != nil {
					return err
				}
				_, err := tx.Exec(w.t.Context(), `INSERT INTO crawler.job_post_location
					SELECT p.* FROM stash_place p JOIN stash s ON s.id = p.post_id WHERE s.n > $1 AND s.n <= $2`, from, from+board)
				return err
			})
			if err != nil {
				w.t.Error(err)
			}
		}
	}
}

// manyAlerts writes saved searches made of the words and facts of the postings.
func (w *world) manyAlerts(r *rand.Rand) {
	column := func(sql string) []string {
		rows, err := w.owner.Query(w.t.Context(), sql)
		if err != nil {
			w.t.Fatal(err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			w.t.Fatal(err)
		}
		return list
	}
	titles := column("SELECT title FROM crawler.job_post LIMIT 5000")
	texts := column("SELECT regexp_replace(description, '<[^>]*>', ' ', 'g') FROM crawler.job_post LIMIT 2000")
	places := column("SELECT city FROM crawler.job_post_location WHERE city IS NOT NULL LIMIT 5000")
	skills := column("SELECT unnest(skills) FROM crawler.job_post LIMIT 5000")
	companies := column("SELECT company_name FROM crawler.pull_target LIMIT 5000")
	filters := func() []byte {
		f := map[string]any{"location": []string{pick(r, places)}}
		switch r.IntN(10) {
		case 0, 1, 2, 3:
			f["keyword"] = pick(r, titles)
		case 4, 5:
			words := strings.Fields(pick(r, texts))
			f["keyword"] = pick(r, words) + " " + pick(r, words)
		case 6:
			f["keyword"] = `"` + pick(r, titles) + `" OR "` + pick(r, titles) + `"`
		case 7, 8:
			f["skill"] = []string{pick(r, skills), pick(r, skills)}
		case 9:
			f = map[string]any{"company": []string{pick(r, companies)}}
		}
		if r.IntN(2) == 0 {
			f["workplaceType"] = []string{pick(r, []string{"remote", "hybrid", "onsite"})}
		}
		if r.IntN(3) == 0 {
			f["careerLevel"] = []string{pick(r, []string{"junior", "mid", "senior", "lead"})}
		}
		if r.IntN(5) == 0 {
			f["compensationMin"] = 40_000 + 1_000*r.IntN(40)
		}
		if r.IntN(500) == 0 {
			f = map[string]any{"near": pick(r, places), "within": "5km", "keyword": "-" + pick(r, skills)}
		}
		text, err := json.Marshal(f)
		if err != nil {
			w.t.Fatal(err)
		}
		return text
	}
	ids, users := make([]uuid.UUID, *alertSearches), make([]uuid.UUID, *alertSearches)
	for i := range ids {
		if ids[i], users[i] = uuid.New(), uuid.New(); i%searchesPerUser > 0 {
			users[i] = users[i-1]
		}
	}
	copied := func(table string, columns []string, row func(i int) []any) {
		if _, err := w.owner.CopyFrom(w.t.Context(), pgx.Identifier{"job", table}, columns,
			pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) { return row(i), nil })); err != nil {
			w.t.Fatal(err)
		}
	}
	copied("saved_filter", []string{"id", "user_id", "name", "filters"}, func(i int) []any { return []any{ids[i], users[i], "x", filters()} })
	copied("alert", []string{"filter_id", "user_id", "rhythm"}, func(i int) []any { return []any{ids[i], users[i], "AT_ONCE"} })
}

// checkAlerts searches for every alert of some users and compares what it finds among the new postings with the hits.
func (w *world) checkAlerts(b *testing.B) {
	w.sync(w.svc)
	added := map[uuid.UUID]bool{}
	some := fmt.Sprintf(" WHERE get_byte(uuid_send(user_id), 0) %% %d = 0", *alertCheck)
	collect := func(sql string, row func(user, job uuid.UUID)) {
		rows, err := w.owner.Query(b.Context(), sql)
		if err != nil {
			b.Fatal(err)
		}
		var user, job uuid.UUID
		if _, err := pgx.ForEachRow(rows, []any{&user, &job}, func() error { row(user, job); return nil }); err != nil {
			b.Fatal(err)
		}
	}
	collect("SELECT id, id FROM stash", func(_, job uuid.UUID) { added[job] = true })
	hits, doubled := map[told]bool{}, 0
	b.ReportMetric(scan[float64](w, "SELECT count(*) FROM job.alert_hit"), "hits")
	collect("SELECT user_id, job_id FROM job.alert_hit"+some, func(user, job uuid.UUID) {
		if hits[told{user, job}] {
			doubled++
		}
		hits[told{user, job}] = true
	})
	start := time.Now()
	want := map[told]bool{}
	rows, err := w.owner.Query(b.Context(), "SELECT user_id, filters FROM job.saved_filter"+some)
	if err != nil {
		b.Fatal(err)
	}
	type search struct {
		User    uuid.UUID
		Filters []byte
	}
	searches, err := pgx.CollectRows(rows, pgx.RowToStructByPos[search])
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range searches {
		for _, id := range w.svc.AlertMatches(b, s.Filters) {
			if added[id] {
				want[told{s.User, id}] = true
			}
		}
	}
	missed, wrong := 0, 0
	for key := range want {
		if !hits[key] {
			missed++
		}
	}
	for key := range hits {
		if !want[key] {
			wrong++
		}
	}
	b.ReportMetric(float64(len(want)), "hits-checked")
	b.ReportMetric(time.Since(start).Seconds(), "s-of-brute-force")
	b.ReportMetric(float64(missed), "missed")
	b.ReportMetric(float64(wrong+doubled), "wrong-or-doubled")
	if missed+wrong+doubled > 0 {
		b.Errorf("%d missed, %d wrong, %d doubled of %d", missed, wrong, doubled, len(want))
	}
}
