package jobs_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/seed"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

// recorder keeps the statements that a service runs.
type recorder struct {
	mu   sync.Mutex
	list []pgx.TraceQueryStartData
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, q)
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) TraceBatchStart(ctx context.Context, conn *pgx.Conn, b pgx.TraceBatchStartData) context.Context {
	for _, q := range b.Batch.QueuedQueries {
		ctx = r.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: q.SQL, Args: q.Arguments})
	}
	return ctx
}

func (*recorder) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (*recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// take gives the recorded statements on postings and forgets them.
func (r *recorder) take() []pgx.TraceQueryStartData {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []pgx.TraceQueryStartData
	for _, q := range r.list {
		if strings.Contains(q.SQL, "job_post") && !strings.HasPrefix(q.SQL, "EXPLAIN") && !strings.Contains(q.SQL, "data_stamp") {
			out = append(out, q)
		}
	}
	r.list = nil
	return out
}

// seeded is a world with many made-up postings, whose statements are recorded.
func seeded(t testing.TB, postings int) (*world, *recorder) {
	t.Helper()
	rec := &recorder{}
	w := newWorld(t)
	if err := seed.Run(t.Context(), w.owner, seed.Options{Postings: postings, Seed: 7, Now: now}); err != nil {
		t.Fatal(err)
	}
	recorded := w.readPool(func(o *pg.Options) { o.Tracer = rec })
	w.serve(w.service(func(_ *jobs.Config, d *jobs.Deps) { d.Read = recorded }))
	w.planner = w.readPool(nil)
	return w, rec
}

// foundByAge is how the plan of a part of byAge begins when the index finds it by words and by age.
var foundByAge = regexp.MustCompile(`^\s+->  Bitmap Heap Scan on job_post p_\d+ .*\n.*\n\s+->  Bitmap Index Scan on job_post_open_search .*\n\s+Index Cond: .*@@.* AND .*crawler.search_tags`)

// TestLargeData asks everything that can be asked of many postings: no statement reads them all, what is counted is
// counted right, and paging is complete where the result is walked through rather than gathered.
func TestLargeData(t *testing.T) {
	t.Parallel()
	w, rec := seeded(t, 16_000)
	id := scan[uuid.UUID](w, "SELECT id FROM crawler.job_post LIMIT 1")
	slug := scan[string](w, `SELECT c.slug FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id JOIN job.company c ON c.id = t.company_id
		GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`)
	company := scan[string](w, `SELECT t.company_name FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`)
	filters := []string{
		"", "", values("keyword", "engineer"), values("keyword", "the"), values("keyword", "engineer kubernetes"), values("keyword", "hydrologist"),
		values("keyword", "-the"), values("keyword", `"and the"`), values("keyword", "nosuchword"), values("keyword", "nurse or hydrologist"),
		values("location", "Berlin"), values("location", "Germany"), values("location", "Berlin, Germany"), values("location", "Remote"),
		values("location", "Remote", "location", "Nairobi"), values("location", "Nowhere"), values("company", company), values("company", "Nobody"),
		values("workplaceType", "remote"), values("employmentType", "freelance"), values("careerLevel", "director"), values("language", "fi"), values("language", "en"),
		values("skill", "Prolog"), values("skill", "excel"), values("compensationMin", "100000"), values("compensationMin", "1000000000"), values("compensationCurrency", "KES"),
		values("postedWithin", "today"), values("postedWithin", "month"),
		values("keyword", "engineer", "location", "Germany", "workplaceType", "remote", "language", "en", "compensationMin", "40000"),
		values("skill", "go", "careerLevel", "senior", "postedWithin", "week"),
	}
	for i, f := range filters {
		closed := []string{"", "&includeClosed=true"}[i%2] // each filter meets one, each kind of filter both
		sorts := []string{"newest", "relevance&page=200", []string{"oldest&page=400", "relevance", "salary-desc", "salary-asc&page=40"}[i%4]}
		for _, sort := range sorts {
			w.quickly("/jobs?"+f+"&sort="+sort+closed, new(oas.JobPage))
			w.explain(rec, f+" "+sort+closed)
		}
		w.quickly("/jobs/facets?"+f+closed, new(oas.FacetsResponse))
		w.explain(rec, "facets "+f+closed)
	}
	w.Do(http.MethodGet, "/jobs/"+id.String(), nil).Want(http.StatusOK)
	w.explain(rec, "one posting")
	w.Do(http.MethodGet, "/jobs/companies/"+slug, nil).Want(http.StatusOK)
	w.explain(rec, "company")

	// What is rare is found by the index made for it, and the order of an unfiltered result comes without the postings.
	for query, index := range map[string]string{
		values("keyword", "hydrologist"): "Bitmap Index Scan on job_post_open_search", values("skill", "prolog"): "Bitmap Index Scan on job_post_open_search",
		values("location", "Tallinn"): "Bitmap Index Scan on job_post_open_search", values("location", "Tallinn", "includeClosed", "true"): "job_post_location_city",
		values("skill", "prolog", "includeClosed", "true"): "Bitmap Index Scan on job_post_open_skills", values("company", company): "job_post_open_of_target",
		values("keyword", "hydrologist", "includeClosed", "true"):                                                     "Bitmap Index Scan on job_post_closed_document",
		values("keyword", "hydrologist", "workplaceType", "remote", "employmentType", "full-time"):                    "Bitmap Index Scan on job_post_open_search_usual",
		values("keyword", "and", "workplaceType", "remote", "workplaceType", "hybrid", "employmentType", "full-time"): "Bitmap Index Scan on job_post_open_search_usual",
		"page=500": "Index Only Scan using job_post_open_newest", "sort=salary-desc&page=500": "Index Only Scan using job_post_open_best_paid",
		"sort=salary-asc&page=500": "Index Only Scan using job_post_open_least_paid", "workplaceType=remote&careerLevel=senior&compensationMin=1": "Index Only Scan using job_post_open_newest",
	} {
		w.quickly("/jobs?"+query, new(oas.JobPage))
		if plans := w.explain(rec, query); !strings.Contains(plans[len(plans)-1], index) {
			t.Errorf("%s: no %q in\n%s", query, index, plans[len(plans)-1])
		}
	}

	// Titles with a common word are looked for among the newest first: the index of words knows ages too.
	w.quickly("/jobs?keyword=engineer&sort=relevance&size=7", new(oas.JobPage))
	titles := w.explain(rec, "titles")[0]
	if _, newest, _ := strings.Cut(titles, "CTE part1"); !foundByAge.MatchString(newest) {
		t.Errorf("titles are not looked for by age:\n%s", titles)
	}

	t.Run("totals", w.checkTotals)
	t.Run("words", w.checkWords)
	t.Run("titles", w.checkTitles)
	t.Run("facets", w.checkEstimatedFacets)
	t.Run("paging", w.checkLargePaging)
	t.Run("random", w.checkRandom)
	t.Run("samples", func(t *testing.T) { w.checkSamples(t, rec) })
}

// explain plans the recorded statements again, with the settings and values they ran with.
func (w *world) explain(rec *recorder, what string) (plans []string) {
	w.t.Helper()
	for _, q := range rec.take() {
		rows, err := w.planner.Query(context.Background(), "EXPLAIN "+q.SQL, withMode(q.Args)...)
		if err != nil {
			w.t.Fatalf("%s: %v", what, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			w.t.Fatalf("%s: %v", what, err)
		}
		for _, line := range lines {
			if strings.Contains(line, "Seq Scan on job_post ") {
				w.t.Errorf("%s: reads all postings:\n%s\n%s", what, q.SQL, strings.Join(lines, "\n"))
				break
			}
		}
		plans = append(plans, strings.Join(lines, "\n"))
	}
	return plans
}

func withMode(args []any) []any {
	if len(args) > 0 {
		if _, ok := args[0].(pgx.QueryExecMode); ok {
			return args
		}
	}
	return append([]any{pgx.QueryExecModeCacheDescribe}, args...)
}

func (w *world) checkTotals(t *testing.T) {
	open := scan[int64](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL")
	for range 2 { // found out, then remembered
		page := w.search("size=1")
		if !page.CountIsEstimate || page.TotalElements < open*8/10 || page.TotalElements > open*12/10 {
			t.Errorf("of all %d: total %d, estimate %t", open, page.TotalElements, page.CountIsEstimate)
		}
	}
	few := scan[int64](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND career_level = 'senior'")
	if page := w.search("careerLevel=senior"); page.CountIsEstimate || page.TotalElements != few {
		t.Errorf("senior: total %d, estimate %t, want %d", page.TotalElements, page.CountIsEstimate, few)
	}
	// The last page of a large result knows where it ends; the ones beyond it are empty.
	last := (open - 1) / 100
	if page := w.search(fmt.Sprintf("size=100&page=%d", last)); int64(len(page.Content)) != open-last*100 || (len(page.Content) < 100 && page.TotalElements != open) {
		t.Errorf("last page: %d postings, total %d, want %d of %d", len(page.Content), page.TotalElements, open-last*100, open)
	}
	if page := w.search(fmt.Sprintf("size=100&page=%d", last+2)); len(page.Content) != 0 || page.TotalElements > (last+2)*100 {
		t.Errorf("beyond the end: %d postings, total %d", len(page.Content), page.TotalElements)
	}
}

// checkWords compares what is found by the numbers in the index of words with what the columns say.
func (w *world) checkWords(t *testing.T) {
	const found = `SELECT array_agg(id ORDER BY listed_at DESC, id DESC) FROM crawler.job_post
		WHERE closed_at IS NULL AND document @@ 'engineer' AND `
	compare := func(query, where string) {
		t.Helper()
		want := scan[[]uuid.UUID](w, found+where)
		var got []uuid.UUID
		for page := 0; len(got) == page*100; page++ {
			got = append(got, w.ids(fmt.Sprintf("keyword=engineer&sort=newest&size=100&page=%d&%s", page, query))...)
		}
		if diff := cmp.Diff(got, want); diff != "" || len(want) == 0 {
			t.Errorf("%s: %d postings, want %d: (-got +want)\n%s", query, len(got), len(want), diff)
		}
	}
	for _, c := range []struct{ parameter, column, values string }{
		{"workplaceType", "workplace_type", "remote hybrid onsite"},
		{"employmentType", "employment_type", "full-time part-time contract freelance internship"},
		{"careerLevel", "career_level", "internship junior mid senior lead principal manager director"},
	} {
		for v := range strings.FieldsSeq(c.values) {
			compare(values(c.parameter, v), fmt.Sprintf("%s = '%s'", c.column, v))
		}
	}
	compare("workplaceType=remote&workplaceType=onsite&employmentType=contract&employmentType=freelance&careerLevel=mid",
		"workplace_type IN ('remote', 'onsite') AND employment_type IN ('contract', 'freelance') AND career_level = 'mid'")
	// The usual kinds have an index to themselves.
	for _, c := range []struct{ query, workplaces string }{
		{"workplaceType=remote&workplaceType=hybrid", "'remote', 'hybrid'"}, {"workplaceType=hybrid&workplaceType=hybrid", "'hybrid'"}, {"workplaceType=remote", "'remote'"},
		{"workplaceType=remote&workplaceType=onsite", "'remote', 'onsite'"},
	} {
		compare(c.query+"&employmentType=full-time", "workplace_type IN ("+c.workplaces+") AND employment_type = 'full-time'")
		compare(c.query+"&employmentType=full-time&employmentType=contract", "workplace_type IN ("+c.workplaces+") AND employment_type IN ('full-time', 'contract')")
	}
	// Dates that no posting should have do not lose it.
	w.exec(`UPDATE crawler.job_post SET posted_at = '3000-01-01' WHERE id = (SELECT id FROM crawler.job_post WHERE closed_at IS NULL AND career_level = 'lead' AND document @@ 'engineer' LIMIT 1)`)
	w.exec(`UPDATE crawler.job_post SET posted_at = '1066-10-14' WHERE id = (SELECT id FROM crawler.job_post WHERE closed_at IS NULL AND career_level = 'lead' AND document @@ 'engineer' ORDER BY id DESC LIMIT 1)`)
	compare("careerLevel=lead", "career_level = 'lead'")
}

func (w *world) checkEstimatedFacets(t *testing.T) {
	var facets oas.FacetsResponse
	w.Do(http.MethodGet, "/jobs/facets", nil).Want(http.StatusOK).JSON(&facets)
	senior := scan[int64](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND career_level = 'senior'")
	if !facets.CountIsEstimate {
		t.Error("facets over all postings are said to be exact")
	}
	for _, v := range facets.CareerLevels {
		if v.Value == "senior" && (v.Count < senior*8/10 || v.Count > senior*12/10) {
			t.Errorf("senior: %d, want about %d", v.Count, senior)
		}
	}
	if len(facets.Companies) != 100 || len(facets.Locations) == 0 || len(facets.Skills) == 0 || len(facets.Languages) == 0 {
		t.Errorf("groups have %d, %d, %d, %d values", len(facets.Companies), len(facets.Locations), len(facets.Skills), len(facets.Languages))
	}
}

func (w *world) checkLargePaging(t *testing.T) {
	for name, tt := range map[string]struct {
		sort    store.Sort
		keyword string
		where   string
	}{
		"newest":      {store.Newest, "", "true"},
		"oldest":      {store.Oldest, "", "true"},
		"salary-desc": {store.SalaryDesc, "", "true"},
		"salary-asc":  {store.SalaryAsc, "", "true"},
		"relevance":   {store.Relevance, "and or und or de", "document @@ 'and | und | de'::tsquery"},
	} {
		const size = 900 // more than the contract allows, so that the end is near
		seen := map[uuid.UUID]bool{}
		for skip := int64(0); ; skip += size {
			res, err := w.svc.Search(t.Context(), jobs.Filters{Keyword: tt.keyword}, tt.sort, size, skip)
			if err != nil {
				t.Fatalf("%s from %d: %v", name, skip, err)
			}
			if len(res.Postings) == 0 {
				break
			}
			for _, p := range res.Postings {
				if seen[p.ID] {
					t.Fatalf("%s from %d: %s again", name, skip, p.ID)
				}
				seen[p.ID] = true
			}
		}
		want := scan[int](w, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND "+tt.where)
		if len(seen) != want || want <= store.MaxExact {
			t.Errorf("%s: %d postings seen, want %d, more than %d", name, len(seen), want, store.MaxExact)
		}
	}
}
