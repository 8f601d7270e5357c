package jobs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"rolecall/internal/jobs/feed"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/pg"
)

// maxReasons is the maximum number of reasons of a hit.
const maxReasons = 12

// evaluation compares a batch of changed postings with the alerts.
type evaluation struct {
	*Service
	after, before *index.Trial
	changedAt     map[uuid.UUID]time.Time
	titles        map[uuid.UUID]string
	candidates    int
}

// matched is a search with postings that match it.
type matched struct {
	search *search
	query  *index.Query
	ids    []uuid.UUID // postings that did not match before
}

// match returns the searches that match a posting, including those that all their postings matched before.
func (e *evaluation) match(ctx context.Context, x *index.Index, changed feed.Changed) (out []matched) {
	for _, d := range changed.Now {
		e.titles[d.ID] = d.Title
	}
	e.after, e.before = x.Try(changed.Now), x.Try(changed.Before)
	candidates := e.alerts.candidates(e.after)
	e.candidates = len(candidates)
	for found := range candidates {
		if len(found.owners) == 0 {
			continue
		}
		if q, ids, any := e.newly(ctx, &found.filters); any {
			out = append(out, matched{found, q, ids})
		}
	}
	return out
}

// newly returns the query of filters and the postings that match it and did not before, and whether any match at all. What
// was there before counts whatever its age: a repost is not new because its date is.
func (e *evaluation) newly(ctx context.Context, f *Filters) (q *index.Query, ids []uuid.UUID, any bool) {
	q = e.query(ctx, f, index.Parse(f.Keyword))
	if ids = e.after.Match(q); len(ids) == 0 {
		return q, nil, false
	}
	old := *q
	old.Words, old.ListedSince, old.UnconfirmedBefore = index.Parse(f.Keyword), time.Time{}, time.Time{}
	known := map[uuid.UUID]bool{}
	for _, id := range e.before.Match(&old) {
		known[id] = true
	}
	return q, slices.DeleteFunc(ids, func(id uuid.UUID) bool { return known[id] }), true
}

// hit is a row of job.alert_hit, before it is known whether its alert is still there.
type hit struct {
	ID         uuid.UUID         `json:"id"`
	FilterID   uuid.UUID         `json:"filter_id"`
	JobID      uuid.UUID         `json:"job_id"`
	ChangedAt  time.Time         `json:"changed_at"`
	Reasons    []oas.AlertReason `json:"reasons"`
	TitleMarks []oas.Mark        `json:"title_marks"`
}

// hits returns the hits of all users whose alerts found something new.
func (e *evaluation) hits(ctx context.Context, tx pgx.Tx, found []matched) ([]hit, error) {
	users := map[uuid.UUID]bool{}
	for _, m := range found {
		for _, user := range m.search.owners {
			users[user] = true
		}
	}
	never, err := e.neverLists(ctx, tx, slices.Collect(maps.Keys(users)))
	if err != nil {
		return nil, err
	}
	var out []hit
	for _, m := range found {
		plain := e.explain(m, m.ids)
		for filter, user := range m.search.owners {
			hits := plain
			if rules, ok := never[user]; ok {
				filters := m.search.filters
				filters.Rules = rules
				_, ids, _ := e.newly(ctx, &filters)
				hits = e.explain(m, ids)
			}
			for _, h := range hits {
				if h.FilterID = filter; err == nil {
					h.ID, err = uuid.NewV7()
				}
				out = append(out, h)
			}
		}
	}
	return out, err
}

// neverLists returns the rules by user, without users who have no never rules.
func (s *Service) neverLists(ctx context.Context, tx pgx.Tx, users []uuid.UUID) (map[uuid.UUID]index.Rules, error) {
	owners, err := s.q.OwnersOfRules(ctx, tx, users)
	if err != nil {
		return nil, pg.Fault(err)
	}
	out := map[uuid.UUID]index.Rules{}
	for _, user := range owners {
		if out[user], err = s.RulesOf(ctx, user); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// explain returns the hits with the reasons why postings match.
func (e *evaluation) explain(m matched, ids []uuid.UUID) []hit {
	out := make([]hit, len(ids))
	facts, matcher := e.facts(&m.search.filters), e.after.Matcher(m.query.Words)
	for i, why := range e.after.Why(m.query, ids) {
		reasons := []oas.AlertReason{}
		for _, word := range why.Words {
			reasons = append(reasons, oas.AlertReason{Kind: oas.AlertReasonKindWORD, Text: word})
		}
		for _, v := range why.Values {
			reasons = append(reasons, factReason(parameters[v.Group], v.Value, v.Value))
		}
		reasons = append(reasons, facts...)
		id := ids[i]
		out[i] = hit{
			JobID: id, ChangedAt: e.changedAt[id], Reasons: reasons[:min(len(reasons), maxReasons)],
			TitleMarks: wireMarks(codePoints(e.titles[id], matcher.Marks(e.titles[id]))),
		}
	}
	return out
}

// parameters are the parameters of a search that name values, by group.
var parameters = map[index.Group]string{
	index.Companies: "company", index.Locations: "location", index.Workplaces: "workplaceType", index.Employments: "employmentType",
	index.Levels: "careerLevel", index.Languages: "language", index.Skills: "skill",
}

// factReason returns a fact that meets a filter. The text is for clients that do not know the parameter.
func factReason(parameter, value, text string) oas.AlertReason {
	return oas.AlertReason{
		Kind: oas.AlertReasonKindFACT, Text: text, Filter: oas.NewOptString(parameter), Value: oas.NewOptString(value),
	}
}

// facts describes the filters that are not values of a posting.
func (s *Service) facts(f *Filters) (out []oas.AlertReason) {
	if f.YearlyMin != nil && !f.IncludeUnpriced {
		currency := s.currency(f)
		text := money(currency, *f.YearlyMin) + " a year or more"
		if *f.YearlyMin == 0 {
			text = "states its pay"
		}
		pay := factReason("compensationMin", strconv.FormatInt(*f.YearlyMin, 10), text)
		pay.Currency = oas.NewOptString(currency)
		out = append(out, pay)
	}
	if f.NearCity != "" {
		near := factReason("near", f.NearCity, fmt.Sprintf("within %.0f km of %s", f.WithinKm, f.NearCity))
		near.Within = oas.NewOptString(fmt.Sprintf("%.0fkm", f.WithinKm))
		out = append(out, near)
	}
	return out
}

// money writes an amount as the web app does in English: €40,000, CHF 40,000.
func money(currency string, amount int64) string {
	sign, ok := map[string]string{"EUR": "€", "GBP": "£", "USD": "$"}[currency]
	if !ok {
		sign = currency + "\u00a0"
	}
	return sign + message.NewPrinter(language.English).Sprint(amount)
}
