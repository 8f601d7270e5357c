package notifications

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"rolecall/internal/background"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// hitBatch is the number of hits that one call to job search returns.
const hitBatch = 500

// pullHits copies the hits that job search has found, then confirms to it which were taken. A process that dies in
// between leaves them there: they are read again, and those that are stored already are not stored twice. It returns
// the number of new ones.
func (s *Service) pullHits(ctx context.Context) (int, error) {
	stored := 0
	for !background.Stopping(ctx) {
		list, err := s.jobs.ListAlertHits(ctx, jobs.ListAlertHitsParams{Size: jobs.NewOptInt64(hitBatch)})
		if err != nil {
			return stored, fmt.Errorf("read alert hits: %w", peer.Fault("Job search", err))
		}
		if len(list.Hits) == 0 {
			return stored, nil
		}
		n, err := s.storeHits(ctx, list.Hits)
		if err != nil {
			return stored, err
		}
		stored += n
		taken := make([]uuid.UUID, len(list.Hits))
		for i, hit := range list.Hits {
			taken[i] = hit.ID
		}
		if err := s.jobs.TakeAlertHits(ctx, &jobs.TakenAlertHits{Ids: taken}); err != nil {
			return stored, fmt.Errorf("confirm alert hits: %w", peer.Fault("Job search", err))
		}
	}
	return stored, ctx.Err()
}

// storeHits adds the hits that are not stored yet, each with the time at which to report it.
func (s *Service) storeHits(ctx context.Context, hits []jobs.AlertHit) (int, error) {
	// Always in the same order, so that two processes do not deadlock.
	slices.SortFunc(hits, func(a, b jobs.AlertHit) int {
		return cmp.Or(bytes.Compare(a.UserId[:], b.UserId[:]), bytes.Compare(a.Job.ID[:], b.Job.ID[:]))
	})
	arg := store.StoreHitsParams{}
	for _, hit := range hits {
		arg.UserIds = append(arg.UserIds, hit.UserId)
	}
	plans, err := s.alertPlans(ctx, arg.UserIds)
	if err != nil {
		return 0, err
	}
	now := s.now()
	for _, hit := range hits {
		reasons, err := json.Marshal(hit.Reasons)
		if err != nil {
			return 0, fmt.Errorf("encode reasons: %w", err)
		}
		marks, err := json.Marshal(hit.TitleMarks)
		if err != nil {
			return 0, fmt.Errorf("encode marks: %w", err)
		}
		facts, err := json.Marshal(factsOf(hit.Job))
		if err != nil {
			return 0, fmt.Errorf("encode facts: %w", err)
		}
		arg.JobIds, arg.FilterIds = append(arg.JobIds, hit.Job.ID), append(arg.FilterIds, hit.FilterId)
		arg.FilterNames, arg.Rhythms = append(arg.FilterNames, hit.FilterName), append(arg.Rhythms, string(hit.Rhythm))
		arg.Titles, arg.TitleMarks = append(arg.Titles, hit.Job.Title), append(arg.TitleMarks, string(marks))
		arg.Companies, arg.Locations = append(arg.Companies, hit.Job.Company.Name), append(arg.Locations, place(hit.Job))
		arg.Reasons, arg.Facts = append(arg.Reasons, string(reasons)), append(arg.Facts, string(facts))
		arg.Matched, arg.Due = append(arg.Matched, hit.MatchedAt), append(arg.Due, plans(hit.UserId).due(hit.Rhythm, now))
	}
	n, err := s.q.StoreHits(ctx, s.db, arg)
	return int(n), pg.Fault(pg.Wrap("store alert hits", err))
}
