package crawler

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

const (
	firstBackoff = 10 * time.Minute
	maxBackoff   = 24 * time.Hour
	// A board is gone after this many pulls found no such board over this time: boards vanish for a day and return.
	gonePulls = 5
	goneAfter = 72 * time.Hour
	// Postings are marked as unconfirmed after this time: boards are often away for an hour, and each mark is a change of
	// the posting that search has to follow.
	unconfirmedAfter = 24 * time.Hour
)

// backoff returns how long a board is not pulled after a number of failures in a row. It doubles each time and is random
// by a fifth either way, so that boards that failed together are not pulled together, but at least what the board asked for.
func backoff(failures int32, retryAfter time.Duration) time.Duration {
	return max(spread(min(firstBackoff<<min(max(failures-1, 0), 16), maxBackoff)), retryAfter)
}

// spread returns a time that is random by a fifth either way, so that boards that were pulled together are not pulled
// together again.
func spread(d time.Duration) time.Duration { return d*4/5 + rand.N(d*2/5+1) }

// health is the state of a board after a pull.
type health struct {
	status      string
	failures    int32
	next        *time.Time
	interval    time.Duration // interval between scheduled pulls
	lastError   string
	succeeded   bool
	absentSince *time.Time
	absentPulls int32
	unconfirmed *time.Time // the first of an unbroken row of pulls that were not complete
}

// assess returns the state of a board after a pull. Only "no such board" counts towards gone: a board that could not be
// reached may still exist.
func assess(before store.LockTargetRow, o outcome, now time.Time) health {
	h := health{status: before.Status, lastError: o.remark(), interval: before.PullInterval}
	if o.result.Outcome == source.Complete || o.result.Outcome == source.Unchanged {
		h.succeeded = true
		return h
	}
	if h.unconfirmed = before.UnconfirmedSince; h.unconfirmed == nil {
		h.unconfirmed = &now
	}
	if o.err == nil { // partial, but not a failure of the board
		return h
	}
	h.failures = before.ConsecutiveFailures + 1
	next := now.Add(backoff(h.failures, retryAfter(o.err)))
	h.next = &next
	if o.result.Seen > 0 {
		return h
	}
	h.absentSince, h.absentPulls = before.AbsentSince, before.AbsentPulls
	if source.KindOf(o.err) != source.NoBoard {
		return h
	}
	h.absentPulls++
	if h.absentSince == nil {
		h.absentSince = &now
	}
	if h.absentPulls >= gonePulls && now.Sub(*h.absentSince) >= goneAfter && h.status == "active" {
		h.status = "gone"
	}
	return h
}

func retryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*source.Error](err); ok {
		return e.RetryAfter
	}
	return 0
}

// explain describes in one line what went wrong with a board. The address comes last, where summaries can drop it.
func explain(err error) string {
	e, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err.Error()
	}
	text := e.Error()
	if e.RetryAfter > 0 {
		kind := e.Kind.String()
		text = fmt.Sprintf("%s, retry after %.0f s%s", kind, e.RetryAfter.Seconds(), strings.TrimPrefix(text, kind))
	}
	return text
}
