package crawler

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/store"
)

// store inserts new postings and updates changed ones. The lock on the board keeps other writers out.
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
		facts     []factRow // of the updates
	)
	for i := range batch {
		r := &batch[i]
		if b.o.withoutFacts {
			r.Facts = nil
		}
		old, ok := stored[r.NativeID]
		if !ok {
			id, err := uuid.NewV7()
			if err != nil {
				return err
			}
			p, err := b.insert(id, r)
			if err != nil {
				return err
			}
			inserts = append(inserts, p)
			if r.Facts != nil {
				b.sum.enriched++
			}
			locations = appendLocations(locations, id, r.Places)
			continue
		}
		if old.Closed {
			b.sum.reopened++
		} else if !bytes.Equal(old.ContentHash, r.Hash) {
			b.sum.changed++
		}
		updates = append(updates, b.update(old.ID, r))
		if r.Facts != nil {
			f, err := r.factRow(old.ID)
			if err != nil {
				return err
			}
			facts = append(facts, f)
		}
		rewritten = append(rewritten, old.ID)
		locations = appendLocations(locations, old.ID, r.Places)
	}
	b.sum.created += len(inserts)
	if err := b.apply(inserts, updates, rewritten, locations); err != nil || len(facts) == 0 {
		return err
	}
	doc, err := json.Marshal(facts)
	if err != nil {
		return err
	}
	written, err := b.q.WriteFacts(b.ctx, b.tx, store.WriteFactsParams{Version: enrich.Version, Facts: doc})
	if err != nil {
		return fmt.Errorf("write facts: %w", err)
	}
	b.sum.enriched += len(written)
	return nil
}

// factRow returns the facts of a row as columns; a row without facts has empty ones.
func (r *row) factRow(id uuid.UUID) (factRow, error) {
	if r.Facts == nil {
		return makeFactRow(id, r.Hash, statement{}, enrich.Facts{}), nil
	}
	s, err := readStatement(r.Board)
	return makeFactRow(id, r.Hash, s, *r.Facts), err
}

func (b *boardWriter) find(batch []row) (map[string]store.FindPostingsRow, error) {
	ids := make([]string, len(batch))
	for i := range batch {
		ids[i] = batch[i].NativeID
	}
	found, err := b.q.FindPostings(b.ctx, b.tx, store.FindPostingsParams{TargetID: b.target, NativeIds: ids})
	if err != nil {
		return nil, fmt.Errorf("find stored postings: %w", err)
	}
	byID := make(map[string]store.FindPostingsRow, len(found))
	for _, f := range found {
		byID[f.NativeID] = f
	}
	return byID, nil
}

func (b *boardWriter) apply(
	inserts []store.InsertPostingsParams, updates []store.UpdatePostingParams, rewritten []uuid.UUID, locations []store.InsertLocationsParams,
) error {
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

func (b *boardWriter) insert(id uuid.UUID, r *row) (store.InsertPostingsParams, error) {
	f, err := r.factRow(id)
	if err != nil {
		return store.InsertPostingsParams{}, err
	}
	status, version := "done", int32(enrich.Version)
	if r.Facts == nil {
		status, version = "pending", 0
	}
	sources, err := json.Marshal(f.FactSources)
	if err != nil {
		return store.InsertPostingsParams{}, err
	}
	evidence, err := json.Marshal(f.FactEvidence)
	return store.InsertPostingsParams{
		ID: id, TargetID: b.target, NativeID: r.NativeID, Title: r.Title, Url: r.URL,
		Description: r.Description, Location: optional(r.Location), Board: r.Board, PostedAt: optionalTime(r.PostedAt),
		FirstSeenAt: b.o.at, LastSeenAt: b.o.at, LastPullID: &b.o.id, ContentHash: r.Hash, Stamp: optional(r.Stamp), RepostKey: r.RepostKey,
		WorkplaceType: f.WorkplaceType, EmploymentType: f.EmploymentType, CareerLevel: f.CareerLevel,
		CompensationMin: f.CompensationMin, CompensationMax: f.CompensationMax,
		CompensationMinExact: f.CompensationMinExact, CompensationMaxExact: f.CompensationMaxExact,
		CompensationCurrency: f.CompensationCurrency, CompensationPeriod: f.CompensationPeriod,
		Languages: f.Languages, Skills: f.Skills, Requirements: f.Requirements,
		ExperienceYearsMin: f.ExperienceYearsMin, ExperienceYearsMax: f.ExperienceYearsMax,
		FactSources: sources, FactEvidence: evidence, EnrichmentStatus: status, EnrichmentVersion: version,
	}, err
}

func (b *boardWriter) update(id uuid.UUID, r *row) store.UpdatePostingParams {
	return store.UpdatePostingParams{
		ID: id, TargetID: b.target, Title: r.Title, Url: r.URL, Description: r.Description,
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
