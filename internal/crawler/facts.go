package crawler

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/store"
)

// enriched is a posting with its new facts, or with the error of its attempt.
type enriched struct {
	old    *store.PostingTextsRow
	row    factRow
	places []place.Place
	moved  bool // the places replace the stored ones
	err    error
}

// factRow holds the facts of a posting as JSON for the database, named as the columns.
type factRow struct {
	ID                   uuid.UUID         `json:"id"`
	ContentHash          string            `json:"content_hash"`
	WorkplaceType        *string           `json:"workplace_type"`
	EmploymentType       *string           `json:"employment_type"`
	CareerLevel          *string           `json:"career_level"`
	CompensationMin      *int64            `json:"compensation_min"`
	CompensationMax      *int64            `json:"compensation_max"`
	CompensationMinExact *float64          `json:"compensation_min_exact"` // the amount with cents, if there are any
	CompensationMaxExact *float64          `json:"compensation_max_exact"`
	CompensationCurrency *string           `json:"compensation_currency"`
	CompensationPeriod   *string           `json:"compensation_period"`
	Languages            []string          `json:"languages"`
	Skills               []string          `json:"skills"`
	Requirements         []string          `json:"requirements"`
	ExperienceYearsMin   *int32            `json:"experience_years_min"`
	ExperienceYearsMax   *int32            `json:"experience_years_max"`
	FactSources          enrich.Sources    `json:"fact_sources"`
	FactEvidence         map[string]string `json:"fact_evidence"`
}

// maxEvidence is the number of characters that are kept of a fact's words: a sentence or two.
const maxEvidence = 300

func readStatement(board []byte) (s statement, err error) {
	if err := json.Unmarshal(board, &s); err != nil {
		return s, fmt.Errorf("decode the board's statement: %w", err)
	}
	return s, nil
}

// makeFactRow turns facts into columns.
func makeFactRow(id uuid.UUID, hash []byte, s statement, f enrich.Facts) factRow {
	row := factRow{
		ID: id, ContentHash: hex.EncodeToString(hash),
		WorkplaceType: optional(f.WorkplaceType), EmploymentType: optional(f.EmploymentType), CareerLevel: optional(f.CareerLevel),
		Languages: nonNil(f.Languages), Skills: nonNil(f.Skills), Requirements: nonNil(f.Requirements),
		FactSources: f.Sources, FactEvidence: map[string]string{},
	}
	for fact, words := range f.Evidence {
		if words = shorten(strings.TrimSpace(words)); words != "" {
			row.FactEvidence[fact] = words
		}
	}
	if f.Pay != nil {
		row.CompensationMin, row.CompensationMax = positive(f.Pay.Min), positive(f.Pay.Max)
		row.CompensationCurrency, row.CompensationPeriod = optional(f.Pay.Currency), optional(f.Pay.Period)
		if f.Sources.Pay == enrich.Board && s.Pay != nil {
			row.CompensationMinExact, row.CompensationMaxExact = cents(s.Pay.Min, f.Pay.Min), cents(s.Pay.Max, f.Pay.Max)
		}
	}
	if f.Experience != nil {
		least := int32(f.Experience.Min)
		row.ExperienceYearsMin, row.ExperienceYearsMax = &least, positive(int32(f.Experience.Max))
	}
	return row
}

// shorten cuts words that are longer than maxEvidence. PostgreSQL does not store the zero character in JSON.
func shorten(words string) string {
	runes := []rune(strings.ReplaceAll(words, "\x00", ""))
	if len(runes) <= maxEvidence {
		return string(runes)
	}
	return string(runes[:maxEvidence-1]) + "…"
}

// cents returns the amount that the board states if it has cents, which whole units lose.
func cents(stated float64, whole int64) *float64 {
	exact := math.Round(stated*100) / 100
	if whole <= 0 || exact == float64(whole) || math.Abs(exact-float64(whole)) > 1 {
		return nil
	}
	return &exact
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func positive[N int32 | int64](n N) *N {
	if n <= 0 {
		return nil
	}
	return &n
}

// placesChanged reports whether places were found that differ from the stored ones.
func (e *enriched) placesChanged() bool {
	var stored []place.Place
	if err := json.Unmarshal(e.old.Places, &stored); err != nil {
		return len(e.places) > 0
	}
	return len(e.places) > 0 && !slices.Equal(stored, e.places)
}

// writeFree writes the postings of the batch that no other transaction has locked, and returns the others.
func (e *enrichment) writeFree(ctx context.Context, batch []enriched) (left []enriched, err error) {
	byID := make(map[uuid.UUID]*enriched, len(batch))
	for i := range batch {
		byID[batch[i].old.ID] = &batch[i]
	}
	var sum EnrichSummary
	err = e.fenced(ctx, e.h, func(tx pgx.Tx) error {
		free, err := e.q.LockFree(ctx, tx, slices.Collect(maps.Keys(byID)))
		if err != nil {
			return fmt.Errorf("lock postings: %w", err)
		}
		sum, err = e.writeLocked(ctx, tx, byID, free)
		for _, id := range free {
			delete(byID, id)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	e.count(sum)
	e.remember(batch, byID)
	for _, one := range byID {
		left = append(left, *one)
	}
	return left, nil
}

func (e *enrichment) writeLocked(
	ctx context.Context, tx pgx.Tx, byID map[uuid.UUID]*enriched, ids []uuid.UUID,
) (sum EnrichSummary, err error) {
	rows := []factRow{}
	for _, id := range ids {
		one := byID[id]
		if one.err == nil {
			rows = append(rows, one.row)
			continue
		}
		reason := one.err.Error()
		sum.Failed++
		err := e.q.FailPosting(ctx, tx, store.FailPostingParams{ID: id, Reason: &reason, Tries: enrichTries, Version: enrich.Version})
		if err != nil {
			return sum, fmt.Errorf("record a failure: %w", err)
		}
	}
	if len(rows) == 0 {
		return sum, nil
	}
	doc, err := json.Marshal(rows)
	if err != nil {
		return sum, err
	}
	written, err := e.q.WriteFacts(ctx, tx, store.WriteFactsParams{Version: enrich.Version, Facts: doc})
	if err != nil {
		return sum, fmt.Errorf("write facts: %w", err)
	}
	var moved []uuid.UUID
	var locations []store.InsertLocationsParams
	for _, w := range written {
		one := byID[w.ID]
		if one.moved {
			moved = append(moved, w.ID)
			locations = appendLocations(locations, w.ID, one.places)
		}
		if one.moved || w.Changed {
			sum.Enriched++
		} else {
			sum.Unchanged++
		}
	}
	if err := e.relocate(ctx, tx, moved, locations); err != nil || sum.Enriched == 0 {
		return sum, err
	}
	return sum, e.notify(ctx, tx)
}

func (e *enrichment) relocate(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, locations []store.InsertLocationsParams) error {
	if len(ids) == 0 {
		return nil
	}
	if err := e.q.DeleteLocations(ctx, tx, ids); err != nil {
		return fmt.Errorf("replace locations: %w", err)
	}
	if _, err := e.q.InsertLocations(ctx, tx, locations); err != nil {
		return fmt.Errorf("insert locations: %w", err)
	}
	return nil
}

// remember records the postings that failed in this pass, so that they are not retried before the next.
func (e *enrichment) remember(batch []enriched, left map[uuid.UUID]*enriched) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range batch {
		if _, locked := left[batch[i].old.ID]; batch[i].err != nil && !locked {
			e.failed = append(e.failed, batch[i].old.ID)
		}
	}
}

// count adds to the summary of the pass.
func (e *enrichment) count(s EnrichSummary) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sum.Enriched += s.Enriched
	e.sum.Unchanged += s.Unchanged
	e.sum.Failed += s.Failed
	e.meters.enriched.WithLabelValues("enriched").Add(float64(s.Enriched))
	e.meters.enriched.WithLabelValues("unchanged").Add(float64(s.Unchanged))
	e.meters.enriched.WithLabelValues("failed").Add(float64(s.Failed))
}
