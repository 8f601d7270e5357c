package crawler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/find"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

const (
	findTimeout    = 90 * time.Second
	missesKept     = 7 * 24 * time.Hour // a family without a board of a token is not queried again
	findsKept      = 48 * time.Hour
	stepsEvery     = 300 * time.Millisecond // interval between two reports of the steps
	foundNowhere   = "The board is no longer known: look for it again."
	boardPollEvery = time.Second
	boardRetry     = 10 * time.Second // pause after the database did not answer
	boardWorkers   = 3                // requests at a time
)

// Find searches for the boards of an employer, given its name or the address of its site. Report receives all steps so
// far after each step.
func (w *Worker) Find(ctx context.Context, query string, report func([]find.Step)) (find.Found, error) {
	ctx, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	finder := find.Finder{
		Sources: slices.DeleteFunc(slices.Clone(w.sources), func(s source.Source) bool {
			_, err := w.source(s.Family().Name)
			return err != nil
		}),
		Fetcher: w.fetcher,
		Base:    w.cfg.BaseURL.of,
		Missed: func(ctx context.Context, family, token string) (bool, error) {
			return w.q.Missed(ctx, w.db, store.MissedParams{SourceType: family, Token: token, Since: w.now().Add(-missesKept)})
		},
		Miss: func(ctx context.Context, family, token string) error {
			return w.q.InsertMiss(ctx, w.db, store.InsertMissParams{SourceType: family, Token: token, Now: w.now()})
		},
		Known: func(ctx context.Context, pages []string) (string, error) {
			token, err := w.q.KnownPage(ctx, w.db, pages)
			if errors.Is(err, pgx.ErrNoRows) {
				return "", nil
			}
			return token, err
		},
		Failed: func(ctx context.Context, place string, err error) {
			w.log.InfoContext(ctx, "place not read while looking for a board", "place", place, "error", err)
		},
	}
	found, err := finder.Find(ctx, query, report)
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil // what was found until then counts
	}
	return found, err
}

// PollBoards answers the oldest request about a board that waits or whose holder died.
func (w *Worker) PollBoards(ctx context.Context) (Report, error) {
	holder := fmt.Sprintf("%s#%d", w.instance, w.claims.Add(1))
	req, err := w.q.ClaimBoardRequest(ctx, w.db, store.ClaimBoardRequestParams{Holder: &holder, Lease: w.cfg.Lease})
	if errors.Is(err, pgx.ErrNoRows) {
		return Report{}, nil
	}
	if err != nil {
		pause(ctx, boardRetry)
		return Report{}, fmt.Errorf("claim a request: %w", pg.Fault(err))
	}
	h := &lease{kind: boardRequest, holder: holder, board: req.ID}
	v, err := w.run(ctx, h, func(ctx context.Context) (verdict, error) {
		switch {
		case req.Attempts > maxDeadHolders:
			return verdict{failed: true, reason: "lease expired", summary: "failed: its holders died"}, nil
		case req.Kind == "forget":
			return w.forget(ctx, h, req.RequestedBy)
		case req.Kind == "add":
			return w.addFound(ctx, h, *req.FindID, int(*req.Choice))
		case req.Kind == "find":
			return w.answerFind(ctx, h, *req.Query)
		default:
			return w.act(ctx, h, req.Kind, *req.TargetID)
		}
	})
	if errors.Is(err, errLeaseLost) {
		return Report{}, nil
	}
	return Report{Kind: boardRequest, Summary: v.summary}, err
}

// answerFind searches for boards and writes what was found.
func (w *Worker) answerFind(ctx context.Context, h *lease, query string) (verdict, error) {
	var last time.Time
	found, err := w.Find(ctx, query, func(steps []find.Step) {
		if now := time.Now(); now.Sub(last) >= stepsEvery {
			last = now
			w.reportSteps(ctx, h, steps)
		}
	})
	if err != nil {
		return verdict{}, fmt.Errorf("find a board: %w", err)
	}
	err = w.fenced(ctx, h, func(tx pgx.Tx) error {
		return w.q.WriteFound(ctx, tx, store.WriteFoundParams{ID: h.board, Steps: document(found.Steps), Found: document(found.Boards)})
	})
	return verdict{summary: fmt.Sprintf("%d boards found in %d steps", len(found.Boards), len(found.Steps))}, err
}

// reportSteps writes the steps so far. Its failure does not fail the find.
func (w *Worker) reportSteps(ctx context.Context, h *lease, steps []find.Step) {
	_, err := w.q.ReportSteps(ctx, w.db, store.ReportStepsParams{ID: h.board, Holder: h.holder, Steps: document(steps)})
	if err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "steps not reported", "request_id", h.board, "error", err)
	}
}

// document encodes a list; nil is an empty one.
func document[T any](list []T) json.RawMessage {
	if list == nil {
		list = []T{}
	}
	doc, err := json.Marshal(list)
	if err != nil {
		panic(err) // structs of strings and numbers
	}
	return doc
}

// addFound makes a pull target of a board that a find brought, and pulls it.
func (w *Worker) addFound(ctx context.Context, h *lease, findID uuid.UUID, choice int) (verdict, error) {
	t, err := w.chosen(ctx, findID, choice)
	if err != nil || t == nil {
		return verdict{failed: true, reason: foundNowhere}, err
	}
	checked, err := w.check(*t)
	if err != nil {
		return verdict{failed: true, reason: err.Error()}, nil //nolint:nilerr // the user reads it
	}
	id, err := w.addFenced(ctx, h, checked)
	if err != nil {
		return verdict{}, fmt.Errorf("add %s: %w", checked, err)
	}
	w.log.InfoContext(ctx, "board added", "board", checked.String(), "company", checked.Name)
	return w.pullNow(ctx, h, store.DueTargetsRow{ID: id, SourceType: checked.Family, Token: checked.Token, CompanyName: checked.Name}, checked.String()+" added, first pull ")
}

// chosen returns the board of a find, or nil if there is none.
func (w *Worker) chosen(ctx context.Context, findID uuid.UUID, choice int) (*Target, error) {
	doc, err := w.q.FoundBoards(ctx, w.db, findID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var boards []find.Board
	if err := json.Unmarshal(doc, &boards); err != nil {
		return nil, fmt.Errorf("read what was found: %w", err)
	}
	if choice >= len(boards) {
		return nil, nil
	}
	b := boards[choice]
	return &Target{Family: b.Family, Token: b.Token, Name: b.Name, Logo: b.Logo, Site: b.Site}, nil
}

// addFenced inserts the target unless it is there already, and notes it with the request.
func (w *Worker) addFenced(ctx context.Context, h *lease, t Target) (id uuid.UUID, err error) {
	err = w.fenced(ctx, h, func(tx pgx.Tx) error {
		if _, err := w.insertTarget(ctx, tx, t); err != nil {
			return err
		}
		if id, err = w.q.TargetID(ctx, tx, store.TargetIDParams{SourceType: t.Family, Token: t.Token}); err != nil {
			return err
		}
		return w.q.WriteAdded(ctx, tx, store.WriteAddedParams{ID: h.board, TargetID: id})
	})
	return id, err
}

// pullNow pulls a board, unless an earlier holder of the request did. A pull that fails does not fail the request: the
// next pass tries again.
func (w *Worker) pullNow(ctx context.Context, h *lease, t store.DueTargetsRow, done string) (verdict, error) {
	of := store.PullOfParams{PassID: h.board, TargetID: t.ID}
	pull, err := w.q.PullOf(ctx, w.db, of)
	if errors.Is(err, pgx.ErrNoRows) {
		if _, err := w.pull(ctx, h, h.board, t); err != nil {
			return verdict{}, err
		}
		if pull, err = w.q.PullOf(ctx, w.db, of); errors.Is(err, pgx.ErrNoRows) { // deleted while it was being read
			return verdict{failed: true, reason: ErrUnknown.Error()}, nil
		}
	}
	if err != nil {
		return verdict{}, fmt.Errorf("read the pull: %w", err)
	}
	v := verdict{summary: done + pull.Outcome}
	if pull.Outcome == "failed" && pull.Error != nil {
		v.reason = *pull.Error
	}
	return v, nil
}

// forget deletes a user's requests.
func (w *Worker) forget(ctx context.Context, h *lease, user uuid.UUID) (v verdict, err error) {
	err = w.fenced(ctx, h, func(tx pgx.Tx) error {
		n, err := w.q.ForgetBoardRequests(ctx, tx, user)
		v.summary = fmt.Sprintf("%d requests of a deleted account forgotten", n)
		return err
	})
	return v, err
}

// TrimFinds deletes old finds and misses.
func (w *Worker) TrimFinds(ctx context.Context) (int64, error) {
	finds, err := w.q.TrimBoardRequests(ctx, w.db, w.now().Add(-findsKept))
	if err != nil {
		return 0, fmt.Errorf("delete old finds: %w", pg.Fault(err))
	}
	misses, err := w.q.TrimMisses(ctx, w.db, w.now().Add(-missesKept))
	return finds + misses, pg.Fault(err)
}
