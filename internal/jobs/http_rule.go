package jobs

import (
	"cmp"
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

func (h *handler) ListRules(ctx context.Context) (*oas.RuleList, error) {
	user := auth.UserFrom(ctx).ID
	list, err := h.svc.Rules(ctx, user)
	if err != nil {
		return nil, err
	}
	rules, err := h.svc.RulesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	return &oas.RuleList{Items: convert(list, wireRule), Query: wireRuleQuery(rules)}, nil
}

func (h *handler) AddRule(ctx context.Context, req *oas.NewRule) (*oas.Rule, error) {
	in := NewRule{List: req.List, Kind: req.Kind, Value: optional(req.Value), Job: optional(req.JobId), Employer: optional(req.EmployerId)}
	row, err := h.svc.AddRule(ctx, auth.UserFrom(ctx).ID, in)
	if err != nil {
		return nil, err
	}
	out := wireRule(row)
	return &out, nil
}

func (h *handler) RemoveRule(ctx context.Context, p oas.RemoveRuleParams) error {
	return h.svc.RemoveRule(ctx, auth.UserFrom(ctx).ID, p.ID)
}

func (h *handler) GetUserRules(ctx context.Context, p oas.GetUserRulesParams) (*oas.RuleQuery, error) {
	rules, err := h.svc.RulesOf(ctx, p.UserId)
	if err != nil {
		return nil, err
	}
	out := wireRuleQuery(rules)
	return &out, nil
}

func (h *handler) ListSeen(ctx context.Context) (*oas.SeenJobs, error) {
	ids, err := h.svc.Seen(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &oas.SeenJobs{JobIds: present(ids)}, nil
}

func (h *handler) AddSeen(ctx context.Context, req *oas.NewSeenJobs) error {
	return h.svc.AddSeen(ctx, auth.UserFrom(ctx).ID, req.JobIds)
}

func (h *handler) ForgetSeen(ctx context.Context) error {
	return pg.Fault(h.svc.q.DeleteSeen(ctx, h.svc.db, auth.UserFrom(ctx).ID))
}

func (h *handler) NoteVisit(ctx context.Context) (*oas.Visit, error) {
	previous, err := h.svc.NoteVisit(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &oas.Visit{PreviousAt: nilTime(previous)}, nil
}

func wireRule(r store.RulesRow) oas.Rule {
	return oas.Rule{
		ID:         r.ID,
		List:       oas.RuleListName(r.List),
		Kind:       oas.RuleKind(r.Kind),
		Name:       r.Name,
		Company:    nilString(r.Company),
		JobId:      nilID(r.JobID),
		EmployerId: nilID(cmp.Or(r.CompanyID, r.TargetID)),
		CreatedAt:  r.CreatedAt,
	}
}

func wireRuleQuery(r index.Rules) oas.RuleQuery {
	return oas.RuleQuery{
		NeverCompany:  present(r.NeverCompanies),
		NeverTitle:    present(r.NeverTitles),
		NeverPlace:    present(r.NeverPlaces),
		NeverJob:      present(r.NeverJobs),
		AlwaysCompany: present(r.AlwaysCompanies),
		AlwaysWord:    present(r.AlwaysWords),
	}
}
