package feed

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/index/analysis"
)

const (
	loadPage  = 2_000    // postings read by one statement of a load
	loadBatch = 20_000   // postings handed to the index at once
	loadBytes = 48 << 20 // bytes of text after which a batch is handed over early
	logEvery  = 10 * time.Second
)

// begin returns the replica to fill: read from the snapshot file, or an empty one.
func (f *Feed) begin(ctx context.Context) (*replica, error) {
	r := &replica{}
	var total int64
	err := f.at(ctx, "", func(tx pgx.Tx, identity, snapshot string, _ bool) error {
		r.identity, r.seen = identity, snapshot
		return tx.QueryRow(ctx, "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'crawler.job_post'::regclass").Scan(&total)
	})
	if err != nil {
		return nil, err
	}
	if f.open(ctx, r) {
		return r, nil
	}
	r.index = index.New(f.o.Index)
	f.note(func(s *Status) { s.Loaded, s.Total = 0, total })
	return r, nil
}

// load reads all boards and postings page by page, each page in its own snapshot, all of them later than the one that
// begin recorded. So a posting is read as it was then or newer, and whatever was inserted, changed, renamed or deleted
// since carries a stamp that the recorded snapshot could not see: the poll that follows reads it again, or removes it.
// Held snapshots would keep PostgreSQL from cleaning up for as long as the load takes.
func (f *Feed) load(ctx context.Context, r *replica) error {
	if err := f.confirm(ctx, f.o.DB, r, boardsSQL); err != nil {
		return err
	}
	batches := make(chan []index.Document) // one batch is applied while the next is read
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(batches)
		return f.readAll(ctx, r.after, func(docs []index.Document) error {
			select {
			case batches <- docs:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	work.Go(func() error {
		for docs := range batches {
			if err := f.put(r, docs, nil); err != nil {
				return err
			}
			r.after = docs[len(docs)-1].ID
		}
		return nil
	})
	if err := work.Wait(); err != nil {
		return err
	}
	r.loaded = true
	return nil
}

// readAll reads the postings with greater ids in large batches.
func (f *Feed) readAll(ctx context.Context, after uuid.UUID, hand func([]index.Document) error) error {
	logged := f.o.Now()
	var batch []index.Document
	size := 0
	for {
		docs, err := readDocuments(ctx, f.o.DB, documentSQL+"WHERE p.id > $1 ORDER BY p.id LIMIT $2", after, f.page)
		if err != nil {
			return err
		}
		for i := range docs {
			size += len(docs[i].Text)
		}
		batch = append(batch, docs...)
		f.note(func(s *Status) { s.Loaded += int64(len(docs)) })
		last := len(docs) < f.page
		if len(batch) > 0 && (last || len(batch) >= f.batch || size >= loadBytes) {
			if err := hand(batch); err != nil {
				return err
			}
			batch, size = nil, 0
		}
		if last {
			return nil
		}
		after = docs[len(docs)-1].ID
		if now := f.o.Now(); now.Sub(logged) >= logEvery {
			logged = now
			s := f.Status()
			f.o.Log.InfoContext(ctx, "the search index is loading", "loaded", s.Loaded, "total", s.Total)
		}
	}
}

// documentSQL reads postings with their places.
var documentSQL = selectDocuments(`crawler.corrected_post p`,
	`SELECT city, region, country, position FROM crawler.job_post_location WHERE post_id = p.id AND p.corrections -> 'places' IS NULL`)

// selectDocuments returns a statement that reads postings, named p, from tables. places is the SQL for the places of a posting
// unless an administrator set others. The triggers job_post_change, job_post_confirmation and pull_target_change watch the
// same columns.
func selectDocuments(tables, places string) string {
	return `SELECT p.id, p.target_id, t.company_name, p.title, p.description, p.requirements, p.listed_at,
			p.first_seen_at, p.closed_at IS NOT NULL,
			coalesce(p.workplace_type, ''), coalesce(p.employment_type, ''), coalesce(p.career_level, ''), coalesce(p.experience_years_min, -1),
			coalesce(round(p.yearly_min * coalesce(CASE WHEN p.compensation_min IS NULL THEN e.max ELSE e.min END, 1))::bigint, 0),
			coalesce(round(p.yearly_max * coalesce(CASE WHEN p.compensation_max IS NULL THEN e.min ELSE e.max END, 1))::bigint, 0),
			coalesce(p.compensation_currency, ''), p.languages, p.skills, p.unconfirmed_since,
			l.cities, l.regions, l.countries
		FROM ` + tables + `
		JOIN crawler.pull_target t ON t.id = p.target_id
		CROSS JOIN LATERAL ( -- what cents add to whole units
			SELECT p.compensation_min_exact / p.compensation_min AS min, p.compensation_max_exact / p.compensation_max AS max) e
		CROSS JOIN LATERAL (
			SELECT array_agg(coalesce(city, '') ORDER BY position) AS cities, array_agg(coalesce(region, '') ORDER BY position) AS regions,
				array_agg(coalesce(country, '') ORDER BY position) AS countries
			FROM (` + places + `
				UNION ALL SELECT a.place ->> 'city', a.place ->> 'region', a.place ->> 'country', a.n
				FROM jsonb_array_elements(p.corrections -> 'places') WITH ORDINALITY a (place, n)) places) l `
}

func readDocuments(ctx context.Context, db querier, sql string, args ...any) ([]index.Document, error) {
	docs, err := collect(ctx, db, document, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read postings: %w", err)
	}
	return docs, nil
}

func document(row pgx.CollectableRow) (d index.Document, err error) {
	var html string
	var requirements, cities, regions, countries []string
	var unconfirmed *time.Time
	err = row.Scan(&d.ID, &d.Target, &d.Company, &d.Title, &html, &requirements, &d.Listed, &d.FirstSeen, &d.Closed, &d.Workplace, &d.Employment,
		&d.Level, &d.YearsMin, &d.PayMin, &d.PayMax, &d.Currency, &d.Languages, &d.Skills, &unconfirmed, &cities, &regions, &countries)
	if err != nil {
		return d, err
	}
	if unconfirmed != nil {
		d.Unconfirmed = *unconfirmed
	}
	d.Text = strings.Join(append([]string{analysis.Plain(html)}, requirements...), "\n")
	if d.Currency == "" || d.PayMax == 0 { // an amount without its currency compares with nothing
		d.PayMin, d.PayMax, d.Currency = 0, 0, ""
	}
	for i, city := range cities {
		d.Places = append(d.Places, index.Place{City: city, Region: regions[i], Country: countries[i]})
	}
	return d, nil
}
