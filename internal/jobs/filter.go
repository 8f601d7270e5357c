package jobs

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/geo"
	"rolecall/internal/jobs/index"
)

// maxUnconfirmed is the time for which a posting is still found that its board does not confirm.
const maxUnconfirmed = 30 * 24 * time.Hour

// Filters holds the filters of a search. The index takes those of the embedded Query as they are; query translates the
// others. An empty text, a nil pointer and a zero duration mean no filter.
type Filters struct {
	index.Query
	Keyword         string
	Interpret       bool // whether words that name a workplace, a place … act as that filter
	Correct         bool // whether words that occur nowhere are replaced by the nearest that do
	YearlyMin       *int64
	Currency        string // currency of YearlyMin; empty is PayCurrency
	PayCurrency     string // currency of other amounts, and of pay that is shown; empty is the deployment's
	IncludeUnpriced bool
	PostedWithin    time.Duration
	ConfirmedWithin time.Duration
	UnconfirmedDays *int   // most days for which a posting may have been unconfirmed
	NearCity        string // with WithinKm
	WithinKm        float64
}

// query translates the filters for the index. The work ends early with the context.
func (s *Service) query(ctx context.Context, f *Filters, words index.Expr) *index.Query {
	q := f.Query
	q.Words, q.Cancelled = words, ctx.Done()
	q.ListedSince, q.ConfirmedSince = s.since(f.PostedWithin), s.since(f.ConfirmedWithin)
	if f.UnconfirmedDays != nil {
		q.UnconfirmedBefore = s.since(time.Duration(*f.UnconfirmedDays) * 24 * time.Hour)
		if *f.UnconfirmedDays == 0 {
			q.UnconfirmedBefore = s.now().Add(time.Hour) // the index stores hours
		}
	} else if !f.IncludeClosed {
		q.UnconfirmedBefore = s.since(maxUnconfirmed)
	}
	if f.YearlyMin != nil || f.Currency != "" {
		q.Pay = &index.Pay{Currency: s.currency(f), Unpriced: f.IncludeUnpriced}
		if f.YearlyMin != nil {
			q.Pay.Min = *f.YearlyMin
		}
	}
	if f.NearCity != "" {
		if lat, lon, ok := geo.Lookup(f.NearCity); ok {
			q.Near = &index.Circle{Lat: lat, Lon: lon, Km: f.WithinKm}
		} else {
			q.Targets = []uuid.UUID{} // nothing is near an unknown place
		}
	}
	return &q
}

func (s *Service) since(d time.Duration) time.Time {
	if d == 0 {
		return time.Time{}
	}
	return s.now().Add(-d)
}

// currency returns the currency that pay is compared in and shown in.
func (s *Service) currency(f *Filters) string {
	return strings.ToUpper(cmp.Or(f.Currency, f.PayCurrency, s.cfg.Search.Currency))
}
