package feed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/index"
)

const (
	minPause  = 250 * time.Millisecond // pause between two polls, however often the feed is woken: one poll then reads several boards
	maxPause  = 5 * time.Second        // pause between attempts to reach a database that is away
	fullPause = time.Minute            // pause between attempts to apply to an index that is full
)

// Run loads the index, or opens its snapshot and catches up, and follows the database until the context ends. It
// returns no error: what fails is logged and tried again.
func (f *Feed) Run(ctx context.Context) error {
	listening := make(chan struct{})
	go func() {
		defer close(listening)
		f.listen(ctx)
	}()
	saving := make(chan struct{}, 1)
	due, compareAt := f.o.Now().Add(f.o.SnapshotEvery), f.o.CompareAt.Next(f.o.Now())
	for failures := 0; ctx.Err() == nil; {
		var err error
		if now := f.o.Now(); !compareAt.IsZero() && now.After(compareAt) {
			compareAt = f.o.CompareAt.Next(now)
			_, err = f.Compare(ctx)
		} else {
			err = f.Sync(ctx)
		}
		failures = f.report(ctx, failures, err)
		if now := f.o.Now(); err == nil && (now.After(due) || f.loaded.Load()) {
			select {
			case saving <- struct{}{}: // concurrent with polls: a large index takes a while to write
				due = now.Add(f.o.SnapshotEvery)
				f.loaded.Store(false)
				go func() {
					f.save(ctx)
					<-saving
				}()
			default:
			}
		}
		f.wait(ctx, failures, err)
	}
	saving <- struct{}{} // the last one has ended
	f.save(ctx)
	<-listening
	return nil
}

// report logs the first of several failures in a row and their end, and returns how many there are so far.
func (f *Feed) report(ctx context.Context, failures int, err error) int {
	full := errors.Is(err, index.ErrFull)
	f.status.Lock()
	f.status.Problem, f.status.Full, f.status.full = "", full, nil
	if err != nil {
		f.status.Problem = err.Error()
	}
	if full {
		f.status.full = fmt.Errorf("the search index is full and no longer follows the database: raise its limit of %d postings",
			f.o.Index.MaxPostings)
	}
	f.status.Unlock()
	switch {
	case ctx.Err() != nil:
		return failures
	case err == nil && failures > 0:
		f.o.Log.InfoContext(ctx, "the search index follows the database again")
		return 0
	case err == nil:
		return 0
	case full:
		f.o.Log.ErrorContext(ctx, "the search index is full and no longer follows the database", "error", err)
	case failures == 0:
		f.o.Log.WarnContext(ctx, "the search index does not follow the database", "error", err)
	}
	return failures + 1
}

// wait returns when it is time to look again.
func (f *Feed) wait(ctx context.Context, failures int, err error) {
	switch {
	case errors.Is(err, index.ErrFull):
		pause(ctx, fullPause, nil)
	case err != nil:
		pause(ctx, min(minPause<<min(failures, 10), maxPause), nil)
	default:
		short := min(minPause, f.o.Poll)
		if pause(ctx, short, nil); ctx.Err() == nil {
			pause(ctx, f.o.Poll-short, f.wake)
		}
	}
}

func pause(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-wake:
	}
}

// listen wakes the feed when the crawler notifies it of a change. Where that is impossible (a pooler in between, a
// broken connection) the poll finds the changes a little later.
func (f *Feed) listen(ctx context.Context) {
	for failures := 0; ctx.Err() == nil; failures++ {
		err := f.listenOnce(ctx, func() { failures = 0 })
		if ctx.Err() != nil {
			return
		}
		if failures == 0 {
			f.o.Log.WarnContext(ctx, "LISTEN failed: the search index only polls until it works again", "error", err)
		}
		pause(ctx, min(minPause<<min(failures, 10), maxPause), nil)
	}
}

// listenOnce listens on its own connection until it breaks. It calls connected once LISTEN works.
func (f *Feed) listenOnce(ctx context.Context, connected func()) error {
	conn, err := pgx.ConnectConfig(ctx, f.o.DB.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN crawler_changes"); err != nil {
		return err
	}
	connected()
	for {
		select {
		case f.wake <- struct{}{}: // also after LISTEN: something may have been committed before
		default:
		}
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return err
		}
	}
}
