package jobs

import (
	"context"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

const (
	maxSkills     = 50
	maxSkillName  = 100 // characters
	maxLanguages  = 20
	maxExperience = 60 // years
)

var (
	errCorrectedSince   = fault.New(fault.Conflict, "", "Another administrator has corrected this posting since you read it. Look at it again.")
	errTooManyCorrected = fault.New(fault.Conflict, "Limit Reached", "You have corrected 500 postings. Undo some corrections to make another.")

	languageCode = regexp.MustCompile(`^[a-z]{2}$`)
)

// CorrectFact sets a fact of a posting for everybody, whatever the crawler finds from now on. With a version it does so
// only if nobody has corrected the posting since.
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
		event := audit.Event{Kind: "posting.corrected", Account: admin, Actor: audit.Admin, Detail: map[string]any{"posting": posting, "fact": fact}}
		if value == nil {
			event.Kind = "posting.correction_withdrawn"
			delete(facts, fact)
		} else {
			facts[fact] = value
		}
		doc, err := json.Marshal(facts)
		if err != nil {
			return err
		}
		if err := s.q.WriteCorrections(ctx, tx, store.WriteCorrectionsParams{PostID: posting, Facts: doc}); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, event)
	})
	if err == nil {
		p, err = store.WholePosting(ctx, s.db, posting)
	}
	return p, pg.Fault(err, pg.Absent(errNoPosting))
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
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockSaved(ctx, tx, "corrections of "+user.String()); err != nil {
			return pg.Fault(err)
		}
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
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := s.q.LockSaved(ctx, tx, "corrections of "+user.String()); err != nil {
			return pg.Fault(err)
		}
		return pg.Fault(s.q.RemoveOwnCorrection(ctx, tx, store.RemoveOwnCorrectionParams{
			UserID: user, PostID: posting, Fact: string(fact), Now: s.now(),
		}))
	})
}

// factValue returns the one value that the request has, as JSON, and refuses what the contract cannot.
func factValue(fact oas.CorrectableFact, values *oas.FactValues) (json.RawMessage, error) {
	if why := faultOf(values); why != "" {
		return nil, fault.InvalidField(string(fact), why)
	}
	doc, err := values.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var facts store.Facts
	if err := json.Unmarshal(doc, &facts); err != nil {
		return nil, err
	}
	if value, ok := facts[string(fact)]; ok && len(facts) == 1 {
		return value, nil
	}
	return nil, fault.InvalidField(string(fact), "Give the fact that the path names, and no other.")
}

// faultOf tidies the values and says what is wrong with them, or "".
func faultOf(v *oas.FactValues) string {
	if pay, ok := v.Pay.Get(); ok {
		low, least := pay.Min.Get()
		high, most := pay.Max.Get()
		currency, named := pay.Currency.Get()
		switch {
		case !least && !most:
			return "Give the lower or the upper end, or both."
		case least && most && low > high:
			return "The lower end must not be above the upper end."
		case named && !currencyCode.MatchString(currency):
			return "The currency must be a code of three capital letters, such as EUR."
		}
	}
	if years, ok := v.Experience.Get(); ok && (years.Min > maxExperience || !years.Max.Null && (years.Max.Value < years.Min || years.Max.Value > maxExperience)) {
		return "The years must be between 0 and 60, the lower number first."
	}
	if len(v.Languages) > maxLanguages || slices.ContainsFunc(v.Languages, func(l string) bool { return !languageCode.MatchString(l) }) || repeats(v.Languages) {
		return "Give at most 20 different languages as codes of two small letters, such as en."
	}
	for i, name := range v.Skills {
		v.Skills[i] = strings.TrimSpace(name)
	}
	unfit := func(name string) bool {
		return name == "" || utf8.RuneCountInString(name) > maxSkillName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' })
	}
	if len(v.Skills) > maxSkills || slices.ContainsFunc(v.Skills, unfit) || repeats(v.Skills) {
		return "Give at most 50 different skills of 1 to 100 characters."
	}
	return ""
}

// repeats reports whether two words are equal without case.
func repeats(words []string) bool {
	seen := map[string]bool{}
	for _, w := range words {
		if w = strings.ToLower(w); seen[w] {
			return true
		}
		seen[w] = true
	}
	return false
}

// sameJSON reports whether two documents mean the same; nil is only the same as nil.
func sameJSON(a, b json.RawMessage) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
