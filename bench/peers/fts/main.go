// Command fts answers searches with PostgreSQL's full-text search, set up as its documentation shows: a stored tsvector with weights
// and a GIN index, ordinary indexes on the filter columns, websearch_to_tsquery, and plain SQL for a page and its total. It takes the
// parameters of Rolecall's GET /jobs. It has no typo correction, synonyms, places inside keywords, currency conversion, distances or
// highlights.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// postings selects what the table of the peer holds.
const postings = `SELECT p.id, p.title, p.url, p.location, t.company_name AS company, lower(t.company_name) AS company_key,
		p.workplace_type, p.employment_type, p.career_level, p.languages, p.skills, p.experience_years_min AS years,
		p.yearly_max::float8 AS pay, p.compensation_currency AS currency, p.listed_at,
		ARRAY(SELECT DISTINCT lower(n)
			FROM crawler.job_post_location l, LATERAL (VALUES (city), (region), (country), (city || ', ' || country)) v (n)
			WHERE l.post_id = p.id AND n <> '') || CASE WHEN p.workplace_type = 'remote' THEN '{remote}'::text[] ELSE '{}' END AS places,
		setweight(to_tsvector('english', p.title), 'A')
			|| setweight(to_tsvector('english', t.company_name || ' ' || array_to_string(p.skills, ' ')), 'B')
			|| to_tsvector('english', p.description) AS words -- its parser leaves out tags
	FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE p.closed_at IS NULL`

// half selects a half of the postings: two sessions load them, since making tsvectors takes most of the time and one processor.
const half = ` AND get_byte(uuid_send(p.id), 15) % 2 = `

// Without fastupdate, as PostgreSQL's documentation advises where response times must be consistent: with it, some updates and searches
// pay for the others.
var indexes = []string{
	"CREATE INDEX ON peer.post USING gin (words) WITH (fastupdate = off)",
	"CREATE INDEX ON peer.post USING gin (places) WITH (fastupdate = off)",
	"CREATE INDEX ON peer.post USING gin (skills) WITH (fastupdate = off)",
	"CREATE INDEX ON peer.post (listed_at DESC, id)",
	"CREATE INDEX ON peer.post USING gin (languages) WITH (fastupdate = off)",
	"CREATE INDEX ON peer.post (company_key)",
	"CREATE INDEX ON peer.post (workplace_type)",
	"CREATE INDEX ON peer.post (employment_type)",
	"CREATE INDEX ON peer.post (career_level)",
	"CREATE INDEX ON peer.post (coalesce(years, 0))",
	"CREATE INDEX ON peer.post (currency, pay)",
}

func main() {
	database := flag.String("url", "", "database URL")
	address := flag.String("address", "127.0.0.1:0", "address to listen on")
	changes := flag.Int("changes", 0, "postings to change per second")
	flag.Parse()
	if err := run(context.Background(), *database, *address, *changes); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, database, address string, changes int) error {
	cfg, err := pgxpool.ParseConfig(database)
	if err != nil {
		return err
	}
	cfg.MaxConns = 10 // as in each Rolecall service
	// A generic plan is worse than one for the given words.
	cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_custom_plan"
	cfg.ConnConfig.RuntimeParams["maintenance_work_mem"] = "512MB"
	db, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	if err := setUp(ctx, db); err != nil {
		return err
	}
	if changes > 0 {
		go keepChanging(ctx, db, changes)
	}
	http.HandleFunc("GET /api/health", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("GET /jobs", func(w http.ResponseWriter, r *http.Request) {
		page, err := search(r.Context(), db, r.URL.Query())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(page)
	})
	server := &http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}

// setUp copies the open postings and builds the indexes, two at a time: the first takes as long as all others together.
func setUp(ctx context.Context, db *pgxpool.Pool) error {
	run := func(ctx context.Context, sql string) error {
		if _, err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%.60s: %w", sql, err)
		}
		return nil
	}
	err := run(ctx, "DROP SCHEMA IF EXISTS peer CASCADE; CREATE SCHEMA peer; CREATE TABLE peer.post AS "+postings+" LIMIT 0")
	if err != nil {
		return err
	}
	loading, each := errgroup.WithContext(ctx)
	for _, n := range []string{"0", "1"} {
		loading.Go(func() error { return run(each, "INSERT INTO peer.post "+postings+half+n) })
	}
	if err := loading.Wait(); err != nil {
		return err
	}
	if err := run(ctx, "ALTER TABLE peer.post ADD PRIMARY KEY (id)"); err != nil {
		return err
	}
	building, each := errgroup.WithContext(ctx)
	building.SetLimit(2)
	for _, sql := range indexes {
		building.Go(func() error { return run(each, sql) })
	}
	if err := building.Wait(); err != nil {
		return err
	}
	return run(ctx, "VACUUM (ANALYZE) peer.post")
}

// keepChanging changes titles and their tsvectors, ten per transaction.
func keepChanging(ctx context.Context, db *pgxpool.Pool, perSecond int) {
	for range time.Tick(10 * time.Second / time.Duration(perSecond)) {
		_, err := db.Exec(ctx, `UPDATE peer.post SET title = title || ' x', words = words || setweight(to_tsvector('english', 'x'), 'A')
			WHERE id IN (SELECT id FROM peer.post TABLESAMPLE SYSTEM (0.5) LIMIT 10)`)
		if err != nil {
			log.Fatal(err)
		}
	}
}

type posting struct {
	ID, Title, URL, Location, Company string
	WorkplaceType, EmploymentType     string
	Skills                            []string
	ListedAt                          time.Time
	Total                             int `json:"-"` // of all matches, if there are keywords
}

type page struct {
	Content       []posting
	TotalElements int
}

// conditions holds the SQL of the filters that match any of their values.
var conditions = map[string]string{
	"company": "company_key = ANY(%s)", "excludeCompany": "company_key <> ALL(%s)", "workplaceType": "workplace_type = ANY(%s)",
	"employmentType": "employment_type = ANY(%s)", "careerLevel": "career_level = ANY(%s)", "language": "languages && %s",
	"location": "places && %s", "skill": "skills && %s",
}

var since = map[string]string{"today": "24 hours", "3d": "72 hours", "week": "7 days", "month": "30 days"}

func search(ctx context.Context, db *pgxpool.Pool, q url.Values) (page, error) {
	args := pgx.NamedArgs{}
	where := []string{"true"}
	order := "listed_at DESC, id"
	for name, values := range q {
		condition, known := conditions[name]
		if !known {
			continue
		}
		if name != "skill" {
			for i := range values {
				values[i] = strings.ToLower(values[i])
			}
		}
		args[name] = values
		where = append(where, fmt.Sprintf(condition, "@"+name))
	}
	if text := q.Get("keyword"); text != "" {
		args["keyword"] = text
		where = append(where, "words @@ websearch_to_tsquery('english', @keyword)")
		order = "ts_rank(words, websearch_to_tsquery('english', @keyword)) DESC, " + order
	}
	if limit := q.Get("experienceMax"); limit != "" {
		args["years"] = limit
		where = append(where, "coalesce(years, 0) <= @years::int")
	}
	if minimum := q.Get("compensationMin"); minimum != "" {
		args["pay"], args["currency"] = minimum, q.Get("compensationCurrency")
		where = append(where, "pay >= @pay::float8 AND currency = @currency")
	}
	if within := since[q.Get("postedWithin")]; within != "" {
		where = append(where, "listed_at >= now() - interval '"+within+"'")
	}
	all := strings.Join(where, " AND ")
	hits := "SELECT id, 0 AS total FROM peer.post WHERE " + all + " ORDER BY " + order + " LIMIT 20"
	var out page
	if q.Has("keyword") { // every match is ranked, so it can be counted in the same pass
		hits = strings.Replace(hits, "0 AS", "count(*) OVER () AS", 1)
	} else if err := db.QueryRow(ctx, "SELECT count(*) FROM peer.post WHERE "+all, args).Scan(&out.TotalElements); err != nil {
		return out, err
	}
	rows, err := db.Query(ctx, `SELECT id::text, title, url, coalesce(location, ''), company, coalesce(workplace_type, ''),
		coalesce(employment_type, ''), skills, listed_at, total FROM (`+hits+`) h JOIN peer.post USING (id) ORDER BY `+order, args)
	if err != nil {
		return out, err
	}
	out.Content, err = pgx.CollectRows(rows, pgx.RowToStructByPos[posting])
	if len(out.Content) > 0 && q.Has("keyword") {
		out.TotalElements = out.Content[0].Total
	}
	return out, err
}
