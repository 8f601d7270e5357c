package jobs

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/fault"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/index/analysis"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoRule       = fault.New(fault.NotFound, "", "There is no such entry on your list.")
	errTooManyRules = fault.New(fault.Conflict, "Limit Reached", "Your list has 1,000 entries. Remove some you no longer need to add another.")
	errRuleKind     = fault.InvalidField("kind", "ALWAYS takes COMPANY and WORD, NEVER takes COMPANY, TITLE_WORD, PLACE and JOB.")
	errRuleSubject  = fault.InvalidField("value",
		"Give exactly one of value, jobId and employerId: JOB takes a jobId, COMPANY any of them, the other kinds a value.")
	errRuleLength = fault.InvalidField("value", "Words have at most 100 characters, a place has at most 200.")
	errRuleWords  = fault.InvalidField("value", "There is no word in it.")
)

// ruleKinds are the kinds of entries on each list.
var ruleKinds = map[oas.RuleListName][]oas.RuleKind{
	oas.RuleListNameNEVER:  {oas.RuleKindCOMPANY, oas.RuleKindTITLEWORD, oas.RuleKindPLACE, oas.RuleKindJOB},
	oas.RuleListNameALWAYS: {oas.RuleKindCOMPANY, oas.RuleKindWORD},
}

// NewRule is an entry that a user adds. It has a value, a posting or an employer.
type NewRule struct {
	List     oas.RuleListName
	Kind     oas.RuleKind
	Value    *string
	Job      *uuid.UUID
	Employer *uuid.UUID
}

// Rules lists a user's never and always rules.
func (s *Service) Rules(ctx context.Context, user uuid.UUID) ([]store.RulesRow, error) {
	list, err := s.q.Rules(ctx, s.db, user)
	return list, pg.Fault(err)
}

// RulesOf returns a user's list as rules of the search. Whatever searches on behalf of a user takes them from here.
func (s *Service) RulesOf(ctx context.Context, user uuid.UUID) (out index.Rules, err error) {
	list, err := s.q.RuleQuery(ctx, s.db, user)
	if err != nil {
		return out, pg.Fault(err)
	}
	for _, r := range list {
		switch never := r.List == string(oas.RuleListNameNEVER); oas.RuleKind(r.Kind) {
		case oas.RuleKindCOMPANY:
			if never {
				out.NeverCompanies = append(out.NeverCompanies, r.Value)
			} else {
				out.AlwaysCompanies = append(out.AlwaysCompanies, r.Value)
			}
		case oas.RuleKindTITLEWORD:
			out.NeverTitles = append(out.NeverTitles, r.Value)
		case oas.RuleKindPLACE:
			out.NeverPlaces = append(out.NeverPlaces, r.Value)
		case oas.RuleKindJOB:
			out.NeverJobs = append(out.NeverJobs, *r.JobID)
		case oas.RuleKindWORD:
			out.AlwaysWords = append(out.AlwaysWords, r.Value)
		}
	}
	// A search takes no more. Only a user who names very many companies with many boards each has more.
	out.NeverCompanies = out.NeverCompanies[:min(len(out.NeverCompanies), maxRuleCompanies)]
	out.AlwaysCompanies = out.AlwaysCompanies[:min(len(out.AlwaysCompanies), maxRuleCompanies)]
	return out, nil
}

// AddRule adds an entry to a user's list, unless the list is full. One that is there already stays as it is.
func (s *Service) AddRule(ctx context.Context, user uuid.UUID, in NewRule) (store.RulesRow, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return store.RulesRow{}, err
	}
	row := store.InsertRuleParams{ID: id, UserID: user, List: string(in.List), Kind: string(in.Kind), Now: s.now()}
	if err := s.completeRule(ctx, in, &row); err != nil {
		return store.RulesRow{}, err
	}
	err = s.locked(ctx, "rules", user, func(tx pgx.Tx) error {
		id, err = s.insertRule(ctx, tx, row)
		return err
	})
	if err != nil {
		return store.RulesRow{}, err
	}
	list, err := s.Rules(ctx, user)
	if err != nil {
		return store.RulesRow{}, err
	}
	if i := slices.IndexFunc(list, func(r store.RulesRow) bool { return r.ID == id }); i >= 0 {
		return list[i], nil
	}
	return store.RulesRow{}, errNoRule // removed meanwhile
}

// completeRule checks an entry and looks up what it names.
func (s *Service) completeRule(ctx context.Context, in NewRule, row *store.InsertRuleParams) error {
	if !slices.Contains(ruleKinds[in.List], in.Kind) {
		return errRuleKind
	}
	given := 0
	for _, is := range []bool{in.Value != nil, in.Job != nil, in.Employer != nil} {
		if is {
			given++
		}
	}
	company, job := in.Kind == oas.RuleKindCOMPANY, in.Kind == oas.RuleKindJOB
	if given != 1 || job && in.Job == nil || !job && !company && in.Value == nil {
		return errRuleSubject
	}
	switch {
	case company:
		board, err := s.q.RuleBoard(ctx, s.db, store.RuleBoardParams{EmployerID: in.Employer, JobID: in.Job, Name: in.Value})
		row.TargetID, row.Name = &board.ID, board.Name
		return pg.Fault(err, pg.Absent(errNoEmployer))
	case job:
		posting, err := s.q.RulePosting(ctx, s.db, *in.Job)
		row.JobID, row.Name, row.Company = in.Job, posting.Title, &posting.Company
		return pg.Fault(err, pg.Absent(errNoPosting))
	}
	row.Name = strings.Join(strings.Fields(*in.Value), " ")
	most := 100
	if in.Kind == oas.RuleKindPLACE {
		most = 200
	}
	if utf8.RuneCountInString(row.Name) > most {
		return errRuleLength
	}
	if len(analysis.Words(row.Name)) == 0 {
		return errRuleWords
	}
	return nil
}

// insertRule adds an entry, unless the list has it, and returns its id. It removes a company from the other list. If the list
// is full, it removes postings that have closed.
func (s *Service) insertRule(ctx context.Context, tx pgx.Tx, row store.InsertRuleParams) (uuid.UUID, error) {
	same, err := s.q.SameRule(ctx, tx, store.SameRuleParams{
		UserID: row.UserID, List: row.List, Kind: row.Kind, Name: row.Name, TargetID: row.TargetID, JobID: row.JobID,
	})
	if err != nil {
		return uuid.Nil, pg.Fault(err)
	}
	for _, r := range same {
		if r.List == row.List {
			return r.ID, nil
		}
		if _, err := s.q.DeleteRule(ctx, tx, store.DeleteRuleParams{ID: r.ID, UserID: row.UserID}); err != nil {
			return uuid.Nil, pg.Fault(err)
		}
	}
	n, err := s.q.CountRules(ctx, tx, row.UserID)
	if err == nil && n >= maxRules {
		var closed int64
		if closed, err = s.q.DeleteClosedRules(ctx, tx, row.UserID); err == nil && closed == 0 {
			return uuid.Nil, errTooManyRules
		}
	}
	if err != nil {
		return uuid.Nil, pg.Fault(err)
	}
	return row.ID, pg.Fault(s.q.InsertRule(ctx, tx, row))
}

// RemoveRule takes an entry off a user's list.
func (s *Service) RemoveRule(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteRule(ctx, s.db, store.DeleteRuleParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoRule
	}
	return pg.Fault(err)
}
