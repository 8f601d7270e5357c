package jobs

import (
	"context"
	"encoding/json"
	"errors"
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

func (h *handler) ListCorrections(ctx context.Context, p oas.ListCorrectionsParams) (*oas.MadeCorrectionPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	list, emails, total, err := h.svc.Corrections(ctx, size, page*size)
	if err != nil {
		return nil, err
	}
	out := &oas.MadeCorrectionPage{Content: make([]oas.MadeCorrection, len(list)), Page: page, Size: size, TotalElements: total,
		TotalPages: pages(total, size)}
	for i, c := range list {
		item := oas.MadeCorrection{
			JobId: c.PostID, Title: c.Title, Company: c.CompanyName, Fact: oas.CorrectableFact(c.Fact), Version: c.Version,
			MadeBy: nilID(c.AccountID), MadeByEmail: oas.NilString{Null: true}, MadeAt: c.MadeAt.UTC(),
		}
		if c.AccountID != nil && emails[*c.AccountID] != "" {
			item.MadeByEmail = oas.NewNilString(emails[*c.AccountID])
		}
		if err := errors.Join(item.Value.UnmarshalJSON(c.Value), item.Found.UnmarshalJSON(c.Found)); err != nil {
			return nil, fmt.Errorf("read a corrected fact: %w", err)
		}
		out.Content[i] = item
	}
	return out, nil
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
			if fact == oas.FactNameSkills {
				origin.Quotes = skillQuotes(p)
			}
		case oas.FactSourceBoard, oas.FactSourceModel, oas.FactSourceAdministrator:
		default: // not known
			continue
		}
		out = append(out, origin)
	}
	return out
}

// skillQuotes returns the words that each skill is based on, where they are known.
func skillQuotes(p store.Posting) []oas.FactQuote {
	var quotes []oas.FactQuote
	for _, skill := range p.Skills {
		if words := p.FactEvidence["skills/"+skill]; words != "" {
			quotes = append(quotes, oas.FactQuote{Value: skill, Words: words})
		}
	}
	return quotes
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
