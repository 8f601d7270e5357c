package feed

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/index"
)

// Compare counts open and closed postings, and the open ones of each board, in the database and in the index, both at
// one snapshot. When they differ, the index is rebuilt. The result describes the counts.
func (f *Feed) Compare(ctx context.Context) (string, error) {
	select {
	case f.busy <- struct{}{}:
		defer func() { <-f.busy }()
	case <-ctx.Done(): // a load may take minutes
		return "", context.Cause(ctx)
	}
	if err := f.advance(ctx); err != nil { // even if it turns out to be another database
		return "", err
	}
	now := f.o.Now()
	var result string
	equal := false
	err := f.poll(ctx, f.live, func(tx pgx.Tx) (err error) {
		result, equal, err = compare(ctx, tx, f.live.index)
		return err
	})
	if err != nil {
		return "", err
	}
	f.note(func(s *Status) { s.ComparedAt, s.Comparison = now, result })
	if equal {
		f.o.Log.InfoContext(ctx, "the search index equals the database", "result", result)
		return result, nil
	}
	f.o.Log.ErrorContext(ctx, "the search index differs from the database and is rebuilt", "result", result)
	return result, f.rebuild(ctx)
}

func compare(ctx context.Context, tx pgx.Tx, x *index.Index) (result string, equal bool, err error) {
	type count struct {
		Board        uuid.UUID
		Open, Closed int
	}
	counts, err := collect(ctx, tx, pgx.RowToStructByPos[count], `SELECT target_id, count(*) FILTER (WHERE closed_at IS NULL),
		count(*) FILTER (WHERE closed_at IS NOT NULL) FROM crawler.job_post GROUP BY target_id`)
	if err != nil {
		return "", false, fmt.Errorf("count postings: %w", err)
	}
	known := x.OpenByBoard()
	var wrongBoard uuid.UUID
	var open, closed, boards, wrong int
	for _, c := range counts {
		open, closed = open+c.Open, closed+c.Closed
		if c.Open > 0 {
			boards++
		}
		if known[c.Board] != c.Open {
			wrongBoard = c.Board
			wrong++
		}
	}
	stats := x.Stats()
	result = fmt.Sprintf("%d open and %d closed postings on %d boards", open, closed, boards)
	if stats.Open == open && stats.Closed == closed && wrong == 0 {
		return result + ", the same in the index", true, nil
	}
	result += fmt.Sprintf("; in the index %d open and %d closed", stats.Open, stats.Closed)
	if wrong > 0 {
		result += fmt.Sprintf(", and another number on %d boards such as %s", wrong, wrongBoard)
	}
	return result, false, nil
}
