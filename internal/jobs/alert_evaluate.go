package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	"rolecall/internal/jobs/feed"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

const (
	evaluateEvery = time.Second
	evaluateBatch = 500    // changed postings of one transaction; a crawl that changes one of them waits for it
	dropBatch     = 20_000 // changed postings that are dropped at once while no user has an alert
	insertHits    = 5_000  // hits per statement, exceeded by at most the hits of one posting
	maxQueue      = 100_000
	syncTimeout   = 20 * time.Second // the crawler may be waiting for the transaction
	trimHitsEvery = 24 * time.Hour
)

// Evaluated counts what an evaluation of alerts did.
type Evaluated struct {
	Postings, Dropped, Candidates int
	Hits                          int64
}

// keepAlerting evaluates alerts until the context ends.
func (s *Service) keepAlerting(ctx context.Context) {
	runner := &background.Runner{Log: s.log, Metrics: s.deps.Metrics}
	done := make(chan struct{})
	go func() {
		defer close(done)
		background.Every(ctx, runner, "alert hits", trimHitsEvery, s.TrimAlertHits)
	}()
	background.Every(ctx, runner, "alerts", evaluateEvery, s.EvaluateAlerts)
	<-done
}

// EvaluateAlerts compares the postings that are new or changed with all alerts, and writes the hits. Any number of replicas
// may do so at once. Only one goroutine of a service may.
func (s *Service) EvaluateAlerts(ctx context.Context) (sum Evaluated, err error) {
	status := s.feed.Status()
	if s.feed.Index() == nil || status.Problem != "" && !status.Full {
		return sum, nil // the feed reports it
	}
	defer func() {
		if waiting, countErr := s.q.CountChanges(ctx, s.db, maxQueue); countErr == nil {
			s.meters.queue.Set(float64(waiting))
		}
	}()
	for ctx.Err() == nil && !background.Stopping(ctx) {
		dropped, err := s.q.DropChanges(ctx, s.db, dropBatch)
		if err != nil {
			return sum, pg.Fault(err)
		}
		if sum.Dropped += int(dropped); dropped > 0 {
			continue
		}
		done, err := s.evaluateBatch(ctx, status.Full)
		if err != nil {
			return sum, err
		}
		sum.Postings, sum.Candidates, sum.Hits = sum.Postings+done.Postings, sum.Candidates+done.Candidates, sum.Hits+done.Hits
		if done.Postings == 0 {
			break
		}
	}
	return sum, nil
}

// evaluateBatch claims changed postings, evaluates them and writes the hits in one transaction, so that nothing remains
// of a process that is killed and another one does all of it again.
func (s *Service) evaluateBatch(ctx context.Context, full bool) (done Evaluated, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.AllowLongEvaluation(ctx, tx); err != nil {
			return pg.Fault(err)
		}
		changes, err := s.q.ClaimChanges(ctx, tx, evaluateBatch)
		if err != nil || len(changes) == 0 {
			return pg.Fault(err)
		}
		x, err := s.searchable(ctx, full)
		if err != nil {
			return err
		}
		if err := s.alerts.refresh(ctx, s, tx, x); err != nil {
			return pg.Fault(err)
		}
		e := &evaluation{Service: s, changedAt: map[uuid.UUID]time.Time{}, titles: map[uuid.UUID]string{}}
		before := make(map[uuid.UUID]json.RawMessage, len(changes))
		for _, c := range changes {
			before[c.JobID], e.changedAt[c.JobID] = c.Before, c.ChangedAt
		}
		changed, err := feed.ReadChanged(ctx, tx, before)
		if err != nil {
			return pg.Fault(err)
		}
		hits, err := e.hits(ctx, tx, e.match(ctx, x, changed))
		if err != nil {
			return err
		}
		done = Evaluated{Postings: len(changes), Candidates: e.candidates}
		done.Hits, err = s.insertHits(ctx, tx, hits)
		return err
	})
	if err == nil {
		s.meters.postings.Add(float64(done.Postings))
		s.meters.hits.Add(float64(done.Hits))
	}
	return done, err
}

// searchable returns the index with everything that is committed, so that the words of new postings are known to it. An
// index that is full does not follow any more; it is taken as it is.
func (s *Service) searchable(ctx context.Context, full bool) (*index.Index, error) {
	if full {
		return s.index()
	}
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	if err := s.feed.Sync(ctx); err != nil && !errors.Is(err, index.ErrFull) {
		return nil, fmt.Errorf("bring the index up to date: %w", err)
	}
	return s.index()
}

// insertHits writes hits. Those of one posting stay together, so that of several alerts of a user the right one gets it.
func (s *Service) insertHits(ctx context.Context, tx pgx.Tx, hits []hit) (written int64, err error) {
	slices.SortFunc(hits, func(a, b hit) int { return bytes.Compare(a.JobID[:], b.JobID[:]) })
	for len(hits) > 0 {
		n := min(insertHits, len(hits))
		for n < len(hits) && hits[n].JobID == hits[n-1].JobID {
			n++
		}
		rows, err := json.Marshal(hits[:n])
		if err != nil {
			return 0, err
		}
		inserted, err := s.q.InsertAlertHits(ctx, tx, store.InsertAlertHitsParams{Now: s.now(), Hits: rows})
		if err != nil {
			return 0, pg.Fault(fmt.Errorf("write hits: %w", err))
		}
		hits, written = hits[n:], written+inserted
	}
	return written, nil
}
