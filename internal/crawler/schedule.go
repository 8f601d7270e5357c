package crawler

import (
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
)

const (
	// unprovenInterval is the longest wait after a pull that was not complete: a posting that such pulls do not show must
	// be missed twice before it is unconfirmed.
	unprovenInterval = unconfirmedAfter / 2
	// doubtInterval is the wait for a second opinion: a board that answers with an empty list for a few hours must not be
	// believed, and one that closed must not be shown for days.
	doubtInterval = 6 * time.Hour
	// requestInterval is the shortest wait for each request of a pull, up to costlyInterval in all: boards that are read in
	// many pages are not read every hour.
	requestInterval = time.Minute
	costlyInterval  = 6 * time.Hour
)

// interval returns the time between two scheduled pulls of a board after it was read. It halves when the board changed
// and grows by the shortest interval when not, so it settles near the square root of the time between two changes. A pull
// that came early proves nothing by finding no change, and one that came late proves nothing by finding one.
func (c Config) interval(before store.LockTargetRow, at time.Time, changed bool) time.Duration {
	interval := before.PullInterval
	if before.LastSuccessAt != nil { // the first pull finds everything new
		since := at.Sub(*before.LastSuccessAt)
		switch {
		case changed && since <= 2*interval:
			interval /= 2
		case !changed && since >= interval*4/5:
			interval += c.MinInterval
		}
	}
	return min(max(interval, c.MinInterval), c.MaxInterval)
}

// untilNext returns how long scheduled passes leave a board alone after a pull.
func (c Config) untilNext(interval time.Duration, o *outcome) time.Duration {
	wait := max(spread(interval), min(time.Duration(o.usage.Total().Requests)*requestInterval, costlyInterval))
	switch {
	case o.doubt != "":
		wait = doubtInterval
	case o.result.Outcome == source.Partial:
		wait = min(wait, unprovenInterval)
	}
	return min(max(wait, c.MinInterval), c.MaxInterval)
}
