package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/pg"
)

// RankTitled gives the newest matches that have the keyword in their title, best first, and about how many there are.
// They come before all others.
func RankTitled(ctx context.Context, db pg.Conn, f *Search, way Way) (ids []uuid.UUID, all int64, err error) {
	s := f.statement(way)
	// A title is part of its document, so a match of it needs no second look, except at what must not occur.
	titled := s.titled("p.title")
	if strings.Contains(f.Query, "!") {
		titled += " AND " + s.text
	}
	s.text = titled
	if f.Titled > 0 {
		s.expected = f.Titled
	}
	matches := ""
	if way == ByAge {
		matches = s.byTitle("matches", rankColumns, MaxRanked, f)
	}
	if matches == "" {
		matches = s.source("matches", rankColumns, way, MaxRanked, f)
	}
	sql := s.rank(matches, Walk)
	list, err := readRanked(ctx, db, sql, f.planned(s.where.Args(), way))
	if err != nil {
		return nil, 0, err
	}
	all = int64(len(list.ids))
	if all == MaxRanked {
		all = f.Ages.Expected(all, list.oldest)
	}
	return list.ids, all, nil
}

// RankText gives the newest matches beside the titled ones, best first, and the total of Find. The matches that are in
// neither list follow by date.
func RankText(ctx context.Context, db pg.Conn, f *Search, titled []uuid.UUID, way Way) (ids []uuid.UUID, total int64, err error) {
	s := f.statement(way)
	source := s.source("matches", rankColumns, way, MaxRanked+int64(len(titled)), f)
	if len(titled) > 0 {
		s.rest = "WHERE m.id <> ALL(" + s.where.Arg(titled) + ")"
	}
	list, err := readRanked(ctx, db, s.rank(source, way), f.planned(s.where.Args(), way))
	return list.ids, list.total, err
}

func (s *statement) titled(title string) string {
	return "to_tsvector('simple', crawler.apart(" + title + ")) @@ " + s.query
}

// rankColumns are what rank needs of the matches. Where a posting lies holds as long as the statement, and leads to its
// document at once.
const rankColumns = "p.id, p.listed_at, p.ctid AS spot"

func (s *statement) rank(matches string, way Way) string {
	return fmt.Sprintf(`WITH %s,
		candidates AS MATERIALIZED (SELECT m.spot FROM matches m %s ORDER BY m.listed_at DESC, m.id DESC LIMIT %d),
		counted AS (SELECT %s)
		SELECT p.id, p.listed_at, counted.total FROM counted LEFT JOIN (candidates JOIN crawler.job_post p ON p.ctid = candidates.spot) ON true
		ORDER BY ts_rank('{0.1, 0.2, 0.4, 1.0}', p.document, %s, 1) DESC, p.listed_at DESC, p.id DESC`,
		matches, s.rest, MaxRanked, way.totalColumn(), s.query)
}

type ranking struct {
	ids    []uuid.UUID
	oldest time.Time // of them
	total  int64
}

func readRanked(ctx context.Context, db pg.Conn, sql string, args []any) (list ranking, err error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return ranking{}, err
	}
	_, err = pg.Collect(rows, MaxRanked, func(r *pg.Row, _ *struct{}) {
		id, listed := r.OptUUID(), r.OptTime()
		list.total = r.Int64()
		if id == nil || listed == nil { // nothing to rank, only to count
			return
		}
		if len(list.ids) == 0 || listed.Before(list.oldest) {
			list.oldest = *listed
		}
		list.ids = append(list.ids, *id)
	})
	return list, err
}
