package crawler

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

// touchRows bounds one statement that confirms postings.
const touchRows = 10_000

// tally is what a pull did to the postings of its board.
type tally struct {
	seen, created, changed, reopened, closed int
}

func (t tally) moved() bool { return t.created+t.changed+t.reopened+t.closed > 0 }

// write stores all of one pull, or nothing of it.
func (w *Worker) write(ctx context.Context, h *holding, pass uuid.UUID, t store.DueTargetsRow, o *outcome) error {
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
		sum = b.sum
		return err
	})
	if err != nil {
		return err
	}
	w.count(o, sum)
	if sum.moved() {
		return w.q.MoveStamp(ctx, w.db)
	}
	return nil
}

func (w *Worker) count(o *outcome, sum tally) {
	w.meters.pulls.WithLabelValues(o.result.Outcome.String()).Inc()
	for found, n := range map[string]int{"seen": sum.seen, "created": sum.created, "changed": sum.changed, "reopened": sum.reopened, "closed": sum.closed} {
		w.meters.postings.WithLabelValues(found).Add(float64(n))
	}
}

// boardWriter is one board's transaction.
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
	switch b.o.result.Outcome {
	case source.Complete, source.Partial:
		err = b.postings()
	case source.Unchanged:
		var n int64
		n, err = b.q.TouchBoard(b.ctx, b.tx, store.TouchBoardParams{TargetID: b.target, Now: b.o.at, PullID: b.o.id})
		b.sum.seen = int(n)
	}
	if err != nil {
		return err
	}
	after := assess(b.before, *b.o, b.o.at)
	if b.o.gone = after.status == "gone"; b.o.gone {
		after.lastError = b.o.remark()
		n, err := b.q.CloseBoard(b.ctx, b.tx, store.CloseBoardParams{TargetID: b.target, Now: b.o.at})
		if err != nil {
			return fmt.Errorf("close a board that is gone: %w", err)
		}
		b.sum.closed = int(n)
	}
	return b.log(pass, after)
}

// postings applies what was handed over. Closing comes before inserting, so that a repost finds its predecessor closed.
func (b *boardWriter) postings() error {
	in := b.o.intake
	for ids := range slices.Chunk(in.touched, touchRows) {
		if err := b.q.TouchPostings(b.ctx, b.tx, store.TouchPostingsParams{TargetID: b.target, Ids: ids, Now: b.o.at, PullID: b.o.id}); err != nil {
			return fmt.Errorf("confirm postings: %w", err)
		}
	}
	if len(in.restamped) > 0 {
		if err := b.q.Restamp(b.ctx, b.tx, store.RestampParams{TargetID: b.target, Ids: in.restamped, Stamps: in.stamps}); err != nil {
			return fmt.Errorf("restamp postings: %w", err)
		}
	}
	if len(in.returning) > 0 {
		n, err := b.q.ReopenPostings(b.ctx, b.tx, store.ReopenPostingsParams{TargetID: b.target, NativeIds: in.returning, Now: b.o.at, PullID: b.o.id})
		if err != nil {
			return fmt.Errorf("reopen postings: %w", err)
		}
		b.sum.reopened = int(n)
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
	// Postings that came with a doubted pull may be reposts of what is closed only now.
	since := b.o.at
	if b.before.DoubtedAt != nil {
		since = *b.before.DoubtedAt
	}
	if err := b.q.LinkReposts(b.ctx, b.tx, store.LinkRepostsParams{TargetID: b.target, Since: since}); err != nil {
		return fmt.Errorf("link reposts: %w", err)
	}
	return nil
}

// close closes what a complete pull did not find, as far as it is believed.
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
	if verdict := judge(open, len(missing), len(agreed)); !verdict.fresh {
		toClose = agreed
		b.o.doubt = fmt.Sprintf("%d of %d open postings are missing: believed when the next pull agrees", len(missing)-len(agreed), open-len(agreed))
	}
	n, err := b.q.ClosePostings(b.ctx, b.tx, store.ClosePostingsParams{TargetID: b.target, Ids: toClose, Now: b.o.at})
	if err != nil {
		return fmt.Errorf("close postings: %w", err)
	}
	b.sum.closed = int(n)
	return nil
}

// store inserts new postings and updates changed ones. Nobody else adds to this board while its row is locked.
func (b *boardWriter) store(batch []row) error {
	stored, err := b.find(batch)
	if err != nil {
		return err
	}
	var (
		inserts   []store.InsertPostingsParams
		updates   []store.UpdatePostingParams
		locations []store.InsertLocationsParams
		rewritten []uuid.UUID
	)
	for i := range batch {
		r := &batch[i]
		old, ok := stored[r.NativeID]
		if !ok {
			id, err := uuid.NewV7()
			if err != nil {
				return err
			}
			inserts = append(inserts, b.insert(id, r))
			locations = appendLocations(locations, id, r.Places)
			continue
		}
		if old.Closed {
			b.sum.reopened++
		} else if !bytes.Equal(old.ContentHash, r.Hash) {
			b.sum.changed++
		}
		updates = append(updates, b.update(old.ID, r))
		rewritten = append(rewritten, old.ID)
		locations = appendLocations(locations, old.ID, r.Places)
	}
	b.sum.created += len(inserts)
	return b.apply(inserts, updates, rewritten, locations)
}

func (b *boardWriter) find(batch []row) (map[string]store.FindPostingsRow, error) {
	ids := make([]string, len(batch))
	for i := range batch {
		ids[i] = batch[i].NativeID
	}
	found, err := b.q.FindPostings(b.ctx, b.tx, store.FindPostingsParams{TargetID: b.target, NativeIds: ids})
	if err != nil {
		return nil, fmt.Errorf("look for stored postings: %w", err)
	}
	byID := make(map[string]store.FindPostingsRow, len(found))
	for _, f := range found {
		byID[f.NativeID] = f
	}
	return byID, nil
}

func (b *boardWriter) apply(inserts []store.InsertPostingsParams, updates []store.UpdatePostingParams, rewritten []uuid.UUID, locations []store.InsertLocationsParams) error {
	if len(inserts) > 0 {
		if _, err := b.q.InsertPostings(b.ctx, b.tx, inserts); err != nil {
			return fmt.Errorf("insert postings: %w", err)
		}
	}
	if len(updates) > 0 {
		var failed error
		b.q.UpdatePosting(b.ctx, b.tx, updates).Exec(func(_ int, err error) {
			if err != nil && failed == nil {
				failed = fmt.Errorf("update postings: %w", err)
			}
		})
		if failed != nil {
			return failed
		}
		if err := b.q.DeleteLocations(b.ctx, b.tx, rewritten); err != nil {
			return fmt.Errorf("replace locations: %w", err)
		}
	}
	if len(locations) > 0 {
		if _, err := b.q.InsertLocations(b.ctx, b.tx, locations); err != nil {
			return fmt.Errorf("insert locations: %w", err)
		}
	}
	return nil
}

func (b *boardWriter) insert(id uuid.UUID, r *row) store.InsertPostingsParams {
	return store.InsertPostingsParams{
		ID: id, TargetID: b.target, NativeID: r.NativeID, Title: r.Title, Url: r.URL, ApplyUrl: optional(r.ApplyURL),
		Description: r.Description, Location: optional(r.Location), Board: r.Board, PostedAt: optionalTime(r.PostedAt),
		FirstSeenAt: b.o.at, LastSeenAt: b.o.at, LastPullID: &b.o.id, ContentHash: r.Hash, Stamp: optional(r.Stamp), RepostKey: r.RepostKey,
	}
}

func (b *boardWriter) update(id uuid.UUID, r *row) store.UpdatePostingParams {
	return store.UpdatePostingParams{
		ID: id, TargetID: b.target, Title: r.Title, Url: r.URL, ApplyUrl: optional(r.ApplyURL), Description: r.Description,
		Location: optional(r.Location), Board: r.Board, PostedAt: optionalTime(r.PostedAt), Now: b.o.at, PullID: b.o.id,
		ContentHash: r.Hash, Stamp: optional(r.Stamp), RepostKey: r.RepostKey,
	}
}

func appendLocations(list []store.InsertLocationsParams, post uuid.UUID, places []place.Place) []store.InsertLocationsParams {
	for i, p := range places {
		list = append(list, store.InsertLocationsParams{
			PostID: post, Position: int16(i), City: optional(p.City), Region: optional(p.Region),
			Country: optional(p.Country), CountryCode: optional(p.CountryCode), IsPrimary: p.Primary,
		})
	}
	return list
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// log writes the row that proves the pull and what the board's own row remembers of it.
func (b *boardWriter) log(pass uuid.UUID, after health) error {
	res := b.o.result
	var status *int32
	if res.Status != 0 {
		code := int32(res.Status)
		status = &code
	}
	err := b.q.InsertPull(b.ctx, b.tx, store.InsertPullParams{
		ID: b.o.id, PassID: &pass, TargetID: b.target, PulledAt: b.o.at, Outcome: res.Outcome.String(), HttpStatus: status,
		Seen: int32(b.sum.seen), Created: int32(b.sum.created), Changed: int32(b.sum.changed), Reopened: int32(b.sum.reopened),
		Closed: int32(b.sum.closed), DurationMs: b.o.took.Milliseconds(), Error: optional(b.o.remark()),
	})
	if err != nil {
		return fmt.Errorf("log the pull: %w", err)
	}
	p := store.UpdateTargetParams{
		ID: b.target, Now: b.o.at, Status: after.status, Succeeded: after.succeeded, NextAttemptAt: after.next,
		ConsecutiveFailures: after.failures, LastError: optional(after.lastError),
		AbsentSince: after.absentSince, AbsentPulls: after.absentPulls,
	}
	// A failure says nothing about the document, nor about a doubt. What was read in part, or is doubted, is to be read
	// in full next time: "unchanged" since then would prove the wrong thing.
	switch {
	case res.Outcome == source.Failed:
		p.KeepEtag, p.KeepDoubt = true, true
	case res.Outcome == source.Partial:
		p.KeepDoubt = true
	case b.o.doubt != "":
		p.DoubtedPull = &b.o.id
	default:
		p.Etag = storedValidator(res.Validator)
	}
	if err := b.q.UpdateTarget(b.ctx, b.tx, p); err != nil {
		return fmt.Errorf("update the board: %w", err)
	}
	return nil
}
