package jobs

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errCorrectedSince   = fault.New(fault.Conflict, "", "Another administrator has corrected this posting meanwhile. Look at it again.")
	errTooManyCorrected = fault.New(fault.Conflict, "Limit Reached", "You have corrected 500 postings. Undo some corrections to make another.")
)

// CorrectFact sets a fact of a posting for all users, whatever the crawler finds from now on. With a version it does so
// only if the posting has not been corrected since.
func (s *Service) CorrectFact(
	ctx context.Context, admin, posting uuid.UUID, fact oas.CorrectableFact, values *oas.FactValues, version oas.OptInt64,
) (store.Posting, error) {
	value, err := factValue(fact, values)
	if err != nil {
		return store.Posting{}, err
	}
	return s.changeFact(ctx, admin, posting, string(fact), value, version)
}

// WithdrawCorrection gives a posting the fact back that the crawler found.
func (s *Service) WithdrawCorrection(
	ctx context.Context, admin, posting uuid.UUID, fact oas.CorrectableFact, version oas.OptInt64,
) (store.Posting, error) {
	return s.changeFact(ctx, admin, posting, string(fact), nil, version)
}

// changeFact corrects a fact, or withdraws its correction if the value is nil, and returns the posting as it is then.
func (s *Service) changeFact(
	ctx context.Context, admin, posting uuid.UUID, fact string, value json.RawMessage, version oas.OptInt64,
) (p store.Posting, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		row, err := s.q.LockCorrections(ctx, tx, posting)
		if err != nil {
			return err
		}
		facts := store.Facts{}
		if err := json.Unmarshal(row.Facts, &facts); err != nil {
			return err
		}
		if sameJSON(facts[fact], value) {
			return nil
		}
		if seen, ok := version.Get(); ok && seen != row.Version {
			return errCorrectedSince
		}
		kind := "posting.corrected"
		if facts[fact] = value; value == nil {
			kind = "posting.correction_withdrawn"
			delete(facts, fact)
		}
		doc, err := json.Marshal(facts)
		if err != nil {
			return err
		}
		if err := s.q.WriteCorrections(ctx, tx, store.WriteCorrectionsParams{PostID: posting, Facts: doc}); err != nil {
			return err
		}
		if err := s.noteCorrection(ctx, tx, admin, posting, fact, value != nil); err != nil {
			return err
		}
		detail := map[string]any{"posting": posting, "fact": fact}
		return s.audit.Record(ctx, tx, audit.Event{Kind: kind, Account: admin, Actor: audit.Admin, Detail: detail})
	})
	if err == nil {
		p, err = store.WholePosting(ctx, s.db, posting)
	}
	return p, pg.Fault(err, pg.Absent(errNoPosting))
}

// noteCorrection records who made a correction, or forgets it when the correction is withdrawn.
func (s *Service) noteCorrection(ctx context.Context, tx pgx.Tx, admin, posting uuid.UUID, fact string, stands bool) error {
	if !stands {
		return s.q.ForgetCorrection(ctx, tx, store.ForgetCorrectionParams{PostID: posting, Fact: fact})
	}
	return s.q.RecordCorrection(ctx, tx, store.RecordCorrectionParams{PostID: posting, Fact: fact, AccountID: admin, Now: s.now()})
}

// Corrections lists the current corrections for everybody, newest first, with the addresses of the administrators.
func (s *Service) Corrections(
	ctx context.Context, size, skip int64,
) (list []store.MadeCorrectionsRow, emails map[uuid.UUID]string, total int64, err error) {
	if total, err = s.q.CountMadeCorrections(ctx, s.db); err != nil {
		return nil, nil, 0, pg.Fault(err)
	}
	if list, err = s.q.MadeCorrections(ctx, s.db, store.MadeCorrectionsParams{Size: size, Skip: skip}); err != nil {
		return nil, nil, 0, pg.Fault(err)
	}
	return list, s.emails(ctx, convert(list, func(c store.MadeCorrectionsRow) *uuid.UUID { return c.AccountID })), total, nil
}

// SetOwnCorrection sets a fact of a posting in the view of one user.
func (s *Service) SetOwnCorrection(ctx context.Context, user, posting uuid.UUID, fact oas.CorrectableFact, values *oas.FactValues) error {
	value, err := factValue(fact, values)
	if err != nil {
		return err
	}
	doc, err := json.Marshal(store.Facts{string(fact): value})
	if err != nil {
		return err
	}
	return s.locked(ctx, "corrections", user, func(tx pgx.Tx) error {
		kept, err := s.q.SetOwnCorrection(ctx, tx, store.SetOwnCorrectionParams{
			UserID: user, PostID: posting, Facts: doc, Now: s.now(), Most: maxCorrected,
		})
		if err == nil && !kept {
			return errTooManyCorrected
		}
		return pg.Fault(err, pg.Absent(errNoPosting))
	})
}

// RemoveOwnCorrection gives a user the platform's fact back.
func (s *Service) RemoveOwnCorrection(ctx context.Context, user, posting uuid.UUID, fact oas.CorrectableFact) error {
	return s.locked(ctx, "corrections", user, func(tx pgx.Tx) error {
		return pg.Fault(s.q.RemoveOwnCorrection(ctx, tx, store.RemoveOwnCorrectionParams{
			UserID: user, PostID: posting, Fact: string(fact), Now: s.now(),
		}))
	})
}
