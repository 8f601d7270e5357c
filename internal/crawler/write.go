package crawler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

// Rows of one statement, so that none exceeds the statement timeout: closing a posting also changes indexes.
const (
	touchRows = 10_000
	closeRows = 1_000
)

// guardedFrom is the number of open postings from which losing more than half of them is suspicious.
const guardedFrom = 20

// tally counts what a pull did to the postings of its board.
type tally struct {
	seen, created, changed, reopened, closed int
	enriched                                 int // new and changed postings that were written with their facts
}

func (t tally) changes() bool { return t.created+t.changed+t.reopened+t.closed > 0 }

// write stores a pull in one transaction.
func (w *Worker) write(ctx context.Context, h *lease, pass uuid.UUID, t store.DueTargetsRow, o *outcome) error {
	select {
	case w.writers <- struct{}{}:
		defer func() { <-w.writers }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var sum tally
	err := w.fenced(ctx, h, func(tx pgx.Tx) error {
		b := boardWriter{Worker: w, ctx: ctx, tx: tx, target: t.ID, o: o, sum: tally{seen: o.result.Seen}}
		err := b.write(pass)
		if sum = b.sum; err != nil || !sum.changes() {
			return err
		}
		return w.notify(ctx, tx)
	})
	if err != nil {
		return err
	}
	w.count(o, sum)
	return nil
}

// notify wakes job search when the transaction commits. Job search would notice the change within a second anyway.
func (w *Worker) notify(ctx context.Context, tx pgx.Tx) error {
	if err := w.q.NotifyChanges(ctx, tx); err != nil {
		return fmt.Errorf("notify job search: %w", err)
	}
	return nil
}

func (w *Worker) count(o *outcome, sum tally) {
	w.meters.pulls.WithLabelValues(o.result.Outcome.String()).Inc()
	counts := map[string]int{
		"seen": sum.seen, "created": sum.created, "changed": sum.changed, "reopened": sum.reopened, "closed": sum.closed,
	}
	for found, n := range counts {
		w.meters.postings.WithLabelValues(found).Add(float64(n))
	}
	w.meters.enriched.WithLabelValues("enriched").Add(float64(sum.enriched))
}

// boardWriter writes one pull in a transaction.
type boardWriter struct {
	*Worker
	ctx    context.Context
	tx     pgx.Tx
	target uuid.UUID
	before store.LockTargetRow
	o      *outcome
	sum    tally
}

func (b *boardWriter) write(pass uuid.UUID) error {
	var err error
	if b.before, err = b.q.LockTarget(b.ctx, b.tx, b.target); err != nil {
		return fmt.Errorf("lock the board: %w", err)
	}
	if b.before.Deleted { // deleted while it was being read
		return nil
	}
	switch b.o.result.Outcome {
	case source.Complete, source.Partial:
		err = b.postings()
	case source.Unchanged:
		var n int64
		n, err = b.q.TouchBoard(b.ctx, b.tx, store.TouchBoardParams{TargetID: b.target, Now: b.o.at, PullID: b.o.id})
		b.sum.seen = int(n)
	case source.Failed: // nothing was read, so nothing is written
	}
	if err != nil {
		return err
	}
	after := assess(b.before, *b.o, b.o.at)
	if b.o.gone = after.status == "gone"; b.o.gone {
		after.lastError = b.o.remark()
		open, err := b.q.OpenPostingIDs(b.ctx, b.tx, b.target)
		if err != nil {
			return fmt.Errorf("read the postings of a board that is gone: %w", err)
		}
		if err := b.closeAll(open); err != nil {
			return err
		}
	}
	if err := b.confirm(after); err != nil {
		return err
	}
	if after.failures == 0 {
		after.interval = b.cfg.interval(b.before, b.o.at, b.sum.changes())
		next := b.o.at.Add(b.cfg.untilNext(after.interval, b.o))
		after.next = &next
	}
	if err := b.log(pass, after); err != nil {
		return err
	}
	return b.charge()
}

// charge adds the requests of the pull to the usage of their hosts. It comes last: pulls of the same host wait for each other.
func (b *boardWriter) charge() error {
	p := store.AddUsageParams{Hour: b.o.at.UTC().Truncate(time.Hour), Budget: int32(b.cfg.Fetch.HourlyBudget)}
	for host, cost := range b.o.usage.Hosts() {
		p.Hosts = append(p.Hosts, host)
		p.Requests = append(p.Requests, int32(cost.Requests))
		p.Bytes = append(p.Bytes, cost.Bytes)
	}
	if len(p.Hosts) == 0 {
		return nil
	}
	if err := b.q.AddUsage(b.ctx, b.tx, p); err != nil {
		return fmt.Errorf("count the requests of the pull: %w", err)
	}
	return nil
}

// confirm marks the postings that the board has not confirmed for a day, and clears the mark of those that this pull saw.
func (b *boardWriter) confirm(after health) error {
	if b.o.result.Outcome != source.Failed {
		if err := b.q.ConfirmPostings(b.ctx, b.tx, store.ConfirmPostingsParams{TargetID: b.target, Now: b.o.at}); err != nil {
			return fmt.Errorf("confirm postings: %w", err)
		}
	}
	if after.unconfirmed == nil {
		return nil
	}
	mark := store.MarkUnconfirmedParams{TargetID: b.target, Since: *after.unconfirmed, Before: b.o.at.Add(-unconfirmedAfter)}
	n, err := b.q.MarkUnconfirmed(b.ctx, b.tx, mark)
	if err != nil {
		return fmt.Errorf("mark unconfirmed postings: %w", err)
	}
	if n > 0 {
		b.Worker.log.InfoContext(b.ctx, "postings are unconfirmed", "board", b.target, "postings", n, "since", *after.unconfirmed)
	}
	return nil
}

// postings writes the postings of a pull. Closing comes before inserting, so that a repost finds its predecessor closed.
func (b *boardWriter) postings() error {
	in := b.o.intake
	for ids := range slices.Chunk(in.touched, touchRows) {
		touch := store.TouchPostingsParams{TargetID: b.target, Ids: ids, Now: b.o.at, PullID: b.o.id}
		if err := b.q.TouchPostings(b.ctx, b.tx, touch); err != nil {
			return fmt.Errorf("confirm postings: %w", err)
		}
	}
	if len(in.restamped) > 0 {
		if err := b.q.Restamp(b.ctx, b.tx, store.RestampParams{TargetID: b.target, Ids: in.restamped, Stamps: in.stamps}); err != nil {
			return fmt.Errorf("restamp postings: %w", err)
		}
	}
	for some := range slices.Chunk(in.returning, closeRows) {
		n, err := b.q.ReopenPostings(b.ctx, b.tx, store.ReopenPostingsParams{TargetID: b.target, NativeIds: some, Now: b.o.at, PullID: b.o.id})
		if err != nil {
			return fmt.Errorf("reopen postings: %w", err)
		}
		b.sum.reopened += int(n)
	}
	if b.o.result.Outcome == source.Complete {
		if err := b.close(); err != nil {
			return err
		}
	}
	if err := in.spool.batches(b.store); err != nil {
		return err
	}
	if b.sum.created == 0 && b.sum.closed == 0 {
		return nil
	}
	// Postings that are new since a doubted pull may be reposts of postings that are closed only now.
	since := b.o.at
	if b.before.DoubtedAt != nil {
		since = *b.before.DoubtedAt
	}
	if err := b.q.LinkReposts(b.ctx, b.tx, store.LinkRepostsParams{TargetID: b.target, Since: since}); err != nil {
		return fmt.Errorf("link reposts: %w", err)
	}
	return nil
}

// close closes the postings that a complete pull did not find. If these are suspiciously many, it closes only those that
// the pull before did not find either.
func (b *boardWriter) close() error {
	missing := b.o.intake.missing()
	if len(missing) == 0 {
		return nil
	}
	var agreed []uuid.UUID
	if b.before.DoubtedAt != nil {
		var err error
		if agreed, err = b.q.UnseenSince(b.ctx, b.tx, store.UnseenSinceParams{Ids: missing, Since: *b.before.DoubtedAt}); err != nil {
			return fmt.Errorf("compare with the doubted pull: %w", err)
		}
	}
	open := len(b.o.intake.known)
	toClose := missing
	// The postings that both pulls miss are closed; the guard applies to the rest.
	if suspicious(open-len(agreed), len(missing)-len(agreed)) {
		toClose = agreed
		b.o.doubt = fmt.Sprintf("%d of %d open postings are missing; they are closed if the next pull does not find them either",
			len(missing)-len(agreed), open-len(agreed))
	}
	return b.closeAll(toClose)
}

// suspicious reports whether closing so many of the open postings needs a second pull, although this one was complete.
// If all postings of a board vanish at once, that is more often a fault of the board than the truth.
func suspicious(open, missing int) bool {
	if missing == 0 {
		return false
	}
	return missing == open || open >= guardedFrom && 2*missing > open
}

func (b *boardWriter) closeAll(ids []uuid.UUID) error {
	for some := range slices.Chunk(ids, closeRows) {
		n, err := b.q.ClosePostings(b.ctx, b.tx, store.ClosePostingsParams{TargetID: b.target, Ids: some, Now: b.o.at})
		if err != nil {
			return fmt.Errorf("close postings: %w", err)
		}
		b.sum.closed += int(n)
	}
	return nil
}

// log writes the row of the pull and updates the row of the board.
func (b *boardWriter) log(pass uuid.UUID, after health) error {
	res := b.o.result
	var status *int32
	if res.Status != 0 {
		code := int32(res.Status)
		status = &code
	}
	cost := b.o.usage.Total()
	err := b.q.InsertPull(b.ctx, b.tx, store.InsertPullParams{
		ID: b.o.id, PassID: &pass, TargetID: b.target, PulledAt: b.o.at, Outcome: res.Outcome.String(), HttpStatus: status,
		Seen: int32(b.sum.seen), Created: int32(b.sum.created), Changed: int32(b.sum.changed), Reopened: int32(b.sum.reopened),
		Closed: int32(b.sum.closed), DurationMs: b.o.took.Milliseconds(), Error: optional(b.o.remark()),
		Requests: int32(cost.Requests), Bytes: cost.Bytes,
	})
	if err != nil {
		return fmt.Errorf("log the pull: %w", err)
	}
	p := store.UpdateTargetParams{
		ID: b.target, Now: b.o.at, Status: after.status, Succeeded: after.succeeded, NextAttemptAt: after.next,
		ConsecutiveFailures: after.failures, LastError: optional(after.lastError),
		AbsentSince: after.absentSince, AbsentPulls: after.absentPulls, UnconfirmedSince: after.unconfirmed,
		PullInterval: after.interval, Changed: b.sum.changes() && b.before.LastSuccessAt != nil,
		Host: b.o.usage.Host(), Requests: int32(cost.Requests), Bytes: cost.Bytes,
	}
	// A failure changes neither the validator nor a doubt. After a partial or doubted pull there is no validator, so that
	// the next pull reads the whole board: "unchanged" would not prove that the postings are still open.
	switch {
	case res.Outcome == source.Failed:
		p.KeepEtag, p.KeepDoubt = true, true
	case res.Outcome == source.Partial:
		p.KeepDoubt = true
	case b.o.doubt != "":
		p.DoubtedPull = &b.o.id
	default:
		p.Etag = optional(res.Validator)
	}
	if err := b.q.UpdateTarget(b.ctx, b.tx, p); err != nil {
		return fmt.Errorf("update the board: %w", err)
	}
	return nil
}
