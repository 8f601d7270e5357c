package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

func (h *handler) CorrectFact(ctx context.Context, req *oas.FactValues, p oas.CorrectFactParams) (*oas.JobPostResponse, error) {
	posting, err := h.svc.CorrectFact(ctx, auth.UserFrom(ctx).ID, p.JobId, p.Fact, req, p.Version)
	if err != nil {
		return nil, err
	}
	return wirePosting(posting)
}

func (h *handler) WithdrawCorrection(ctx context.Context, p oas.WithdrawCorrectionParams) (*oas.JobPostResponse, error) {
	posting, err := h.svc.WithdrawCorrection(ctx, auth.UserFrom(ctx).ID, p.JobId, p.Fact, p.Version)
	if err != nil {
		return nil, err
	}
	return wirePosting(posting)
}

func (h *handler) ListOwnCorrections(ctx context.Context) (*oas.OwnCorrectionList, error) {
	rows, err := h.svc.q.OwnCorrections(ctx, h.svc.db, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, pg.Fault(err)
	}
	out := &oas.OwnCorrectionList{Items: make([]oas.OwnCorrection, len(rows))}
	for i, r := range rows {
		item := oas.OwnCorrection{JobId: r.PostID, Title: r.Title, UpdatedAt: r.UpdatedAt}
		if err := item.Facts.UnmarshalJSON(r.Facts); err != nil {
			return nil, fmt.Errorf("read corrected facts: %w", err)
		}
		out.Items[i] = item
	}
	return out, nil
}

func (h *handler) SetOwnCorrection(ctx context.Context, req *oas.FactValues, p oas.SetOwnCorrectionParams) error {
	return h.svc.SetOwnCorrection(ctx, auth.UserFrom(ctx).ID, p.JobId, p.Fact, req)
}

func (h *handler) RemoveOwnCorrection(ctx context.Context, p oas.RemoveOwnCorrectionParams) error {
	return h.svc.RemoveOwnCorrection(ctx, auth.UserFrom(ctx).ID, p.JobId, p.Fact)
}

// wireOrigins returns the source of each known fact.
func wireOrigins(p store.Posting) []oas.FactOrigin {
	out := []oas.FactOrigin{}
	for _, fact := range oas.FactName("").AllValues() {
		origin := oas.FactOrigin{Fact: fact, Source: oas.FactSource(p.FactSources[string(fact)]), Words: oas.NilString{Null: true}}
		if _, corrected := p.Corrections[string(fact)]; corrected {
			origin.Source = oas.FactSourceAdministrator
		}
		switch origin.Source {
		case oas.FactSourceTitle, oas.FactSourceText:
			words := p.FactEvidence[string(fact)]
			origin.Words = nilString(&words)
		case oas.FactSourceBoard, oas.FactSourceModel, oas.FactSourceAdministrator:
		default: // not known
			continue
		}
		out = append(out, origin)
	}
	return out
}

// wireFound returns what the crawler found where an administrator corrected it.
func wireFound(p store.Posting) (found oas.OptFactValues, err error) {
	if len(p.Corrections) == 0 {
		return found, nil
	}
	facts := store.Facts{}
	for fact := range p.Corrections {
		facts[fact] = p.Found[fact]
	}
	doc, err := json.Marshal(facts)
	if err == nil {
		found.Set = true
		err = found.Value.UnmarshalJSON(doc)
	}
	return found, err
}

func wireExperience(p store.Posting) oas.NilExperienceYears {
	if p.ExperienceYearsMin == nil {
		return oas.NilExperienceYears{Null: true}
	}
	return oas.NewNilExperienceYears(oas.ExperienceYears{Min: *p.ExperienceYearsMin, Max: nilInt(p.ExperienceYearsMax)})
}
