package crawler

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"rolecall/internal/crawler/enrich/evaluate"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/store"
)

// EvaluateRules measures the rules of enrichment on the postings whose board states facts in separate fields. It writes
// nothing.
func (w *Worker) EvaluateRules(ctx context.Context, fields []string, report func(done, total int, note string)) (*evaluate.Report, error) {
	total, err := w.q.CountStated(ctx, w.db)
	if err != nil {
		return nil, fmt.Errorf("count postings: %w", err)
	}
	out := evaluate.NewReport()
	for after := uuid.Nil; ; {
		rows, err := w.q.StatedPostings(ctx, w.db, store.StatedPostingsParams{Longest: enrichText, After: after, Most: enrichBatch})
		if err != nil {
			return nil, fmt.Errorf("read postings: %w", err)
		}
		for i := range rows {
			e, err := exampleOf(&rows[i])
			if err != nil {
				return nil, err
			}
			out.Add(e, fields)
		}
		report(out.Postings, int(total), "postings")
		if len(rows) < enrichBatch {
			return out, nil
		}
		after = rows[len(rows)-1].ID
	}
}

func exampleOf(r *store.StatedPostingsRow) (evaluate.Example, error) {
	var s statement
	if err := json.Unmarshal(r.Board, &s); err != nil {
		return evaluate.Example{}, fmt.Errorf("decode the board's statement of %s: %w", r.ID, err)
	}
	in := s.input(r.Title, r.CompanyName, r.Description)
	in.Places = append([]place.Place(nil), s.Places...) // without those that the location line names
	return evaluate.Example{ID: r.ID.String(), Family: r.SourceType, Language: s.Language, Input: in}, nil
}
