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
	firstBackoff   = 10 * time.Minute
	longestBackoff = 24 * time.Hour
	// A board is gone when it was denied on this many pulls over this long: boards vanish for a day and return.
	gonePulls = 5
	goneAfter = 72 * time.Hour
)

// backoff is how long a board is left alone after so many failures in a row: doubling, spread by a fifth either way so
// that boards that failed together do not return together, and never less than the board asked for.
func backoff(failures int32, retryAfter time.Duration) time.Duration {
	d := min(firstBackoff<<min(max(failures-1, 0), 16), longestBackoff)
	return max(d*4/5+rand.N(d*2/5+1), retryAfter)
}

// health is what becomes of a board's row after a pull.
type health struct {
	status      string
	failures    int32
	next        *time.Time
	lastError   string
	succeeded   bool
	absentSince *time.Time
	absentPulls int32
}

// assess follows a board's failures. Only "no such board" counts towards gone; a board that could not be reached says
// nothing about whether it exists.
func assess(before store.LockTargetRow, o outcome, now time.Time) health {
	h := health{status: before.Status, lastError: o.remark()}
	if o.result.Outcome == source.Complete || o.result.Outcome == source.Unchanged {
		h.succeeded = true
		return h
	}
	if o.err == nil { // partial, and the board is not to blame
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

// explain says in one line what went wrong with a board. Addresses come last, where a short text can leave them out.
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
