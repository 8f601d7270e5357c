package jobs_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/jobs"
	"rolecall/internal/pg"
)

// TestNastyInput sends what breaks searches. The answer is 200 or 400, and soon.
func TestNastyInput(t *testing.T) {
	t.Parallel()
	w, _ := seeded(t, 2_000)
	inputs := []string{
		`"`, `""`, `"""`, `"unclosed`, `-`, `--`, `-"a b"`, `- - -`, `!`, `!!go`, `&`, `|`, `a & b`, `a | b`, `()`, `(((`, `)`, `<->`, `a <-> b`, `a:*`, `a:A`, `:`, `\`, `\\`, `'`, `''`,
		`'; DROP TABLE crawler.job_post; --`, `" OR 1=1 --`, `%`, `_`, `%%%`, `$1`, `?`, `??`, `{}`, `[]`, `*`, `or`, `or or or`, `and`, `-or`, "\x00", "a\x00b", "\xff\xfe", "a\xc3",
		"😀", "👩‍👩‍👧‍👦 😀😀", "\u202eoverride", "العربية", "עברית", "日本語 開発", "ﷺ", "Ｆｕｌｌ", "e\u0301", "\u200b", "\u00a0", "\t\n\r", "İstanbul", "ß", "a\u0300\u0301\u0302\u0303",
		strings.Repeat("a", 500), strings.Repeat("a ", 250), strings.Repeat(`"`, 500), strings.Repeat("-", 500), strings.Repeat("😀", 500), strings.Repeat("a or ", 100),
		strings.Repeat("the and ", 62), strings.Repeat(`"and the" `, 50), strings.Repeat("-the ", 100), strings.Repeat("x", 501), strings.Repeat("x", 100<<10), strings.Repeat("漢", 500),
		strings.Repeat(",", 200), strings.Repeat("a,", 100), "<script>alert(1)</script>", "http://example.org/?q=1&r=2", "user@example.org", "1e309", "-1", "NaN",
	}
	for _, in := range inputs {
		for _, name := range []string{"keyword", "location", "company", "skill", "language", "compensationCurrency", "compensationMin", "sort", "page"} {
			for _, path := range []string{"/jobs?sort=relevance&", "/jobs/facets?"} {
				if name == "sort" {
					path = strings.Replace(path, "sort=relevance&", "", 1)
				}
				rec := httptest.NewRecorder()
				start := time.Now()
				w.handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path+values(name, in), nil))
				if rec.Code != http.StatusOK && rec.Code != http.StatusBadRequest {
					t.Errorf("%s%s=%.40q: got %d: %s", path, name, in, rec.Code, rec.Body)
				}
				if took := time.Since(start); took > 10*time.Second { // a few milliseconds, unless the machine is busy
					t.Errorf("%s%s=%.40q took %s", path, name, in, took)
				}
			}
		}
		// And so do the others that take text, with answers held against the contract.
		for _, path := range []string{"/jobs/companies?" + values("q", in)} {
			if res := w.Do(http.MethodGet, path, nil); res.Status != http.StatusOK && res.Status != http.StatusBadRequest {
				t.Errorf("%.60q: got %d: %s", path, res.Status, res.Body)
			}
		}
	}
	if n := scan[int](w, "SELECT count(*) FROM crawler.job_post"); n != 2_000 {
		t.Errorf("%d postings are left", n)
	}
}

// TestTooLongSearchIsAnsweredFromTheNewest makes the first statement of a search end as the time limit ends one: the
// answer then comes from fewer postings, says that its total is an estimate, and is not an error.
func TestTooLongSearchIsAnsweredFromTheNewest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	for range 3 {
		w.post(func(p *post) { p.Board, p.Level = b, ptr("senior") })
	}
	slow := w.readPool(func(o *pg.Options) { o.Tracer = &impatience{owner: w.owner} })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = slow }))
	if page := w.search("keyword=engineer"); len(page.Content) != 3 || page.TotalElements != 3 || !page.CountIsEstimate {
		t.Errorf("%d postings, total %d, estimate %t", len(page.Content), page.TotalElements, page.CountIsEstimate)
	}
	if f := w.facets("keyword=engineer"); !f.CountIsEstimate || len(f.CareerLevels) != 1 || f.CareerLevels[0].Count != 3 {
		t.Errorf("facets: %+v", f)
	}
	if lines := w.log.all(); len(lines) != 3 || !strings.Contains(lines[0], "took too long") { // and one of the unresolved company
		t.Errorf("logged: %s", lines)
	}
}

// impatience holds up a search over all postings until its time is over, and lets one over the newest pass.
type impatience struct {
	owner *pgxpool.Pool
	lock  pgx.Tx
}

func (i *impatience) TraceQueryStart(ctx context.Context, conn *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	limit := "SET statement_timeout = '2min'"
	switch {
	case strings.Contains(q.SQL, "LIMIT 4000"):
		i.release()
	case strings.Contains(q.SQL, "document @@"):
		i.release()
		tx, err := i.owner.Begin(context.Background())
		if err != nil {
			panic(err)
		}
		if _, err := tx.Exec(context.Background(), "LOCK TABLE crawler.job_post IN ACCESS EXCLUSIVE MODE"); err != nil {
			panic(err)
		}
		i.lock = tx
		limit = "SET statement_timeout = '20ms'"
	}
	if _, err := conn.PgConn().Exec(ctx, limit).ReadAll(); err != nil {
		panic(err)
	}
	return ctx
}

func (i *impatience) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (i *impatience) release() {
	if i.lock != nil {
		_ = i.lock.Rollback(context.Background())
		i.lock = nil
	}
}
