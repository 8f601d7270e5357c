package jobs

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
)

func (h *handler) GetFindAllowance(ctx context.Context) (*oas.FindAllowance, error) {
	user := auth.UserFrom(ctx)
	left, err := h.svc.FindAllowance(ctx, user)
	if err != nil {
		return nil, err
	}
	return &oas.FindAllowance{Allowed: h.svc.mayAdd(user), PerDay: h.svc.cfg.Targets.FindsPerDay, Left: left}, nil
}

func (h *handler) CreateFind(ctx context.Context, req *oas.CreateFindRequest) (*oas.Find, error) {
	return wireFind(h.svc.StartFind(ctx, auth.UserFrom(ctx), req.Query))
}

func (h *handler) GetFind(ctx context.Context, p oas.GetFindParams) (*oas.Find, error) {
	return wireFind(h.svc.Find(ctx, auth.UserFrom(ctx).ID, p.ID))
}

func (h *handler) AddFoundBoard(ctx context.Context, req *oas.AddFoundBoardRequest, p oas.AddFoundBoardParams) (*oas.Find, error) {
	return wireFind(h.svc.AddFound(ctx, auth.UserFrom(ctx), p.ID, req.Choice))
}

func wireFind(f Find, err error) (*oas.Find, error) {
	if err != nil {
		return nil, err
	}
	return &oas.Find{
		ID:          f.ID,
		Query:       *f.Query,
		Status:      oas.TriggerStatus(f.Status),
		RequestedAt: f.RequestedAt,
		FinishedAt:  nilTime(f.FinishedAt),
		ErrorReason: nilString(f.ErrorReason),
		Steps:       convert(f.Steps, wireFindStep),
		Boards:      convert(f.Boards, wireFoundBoard),
	}, nil
}

func wireFindStep(s FindStep) oas.FindStep {
	return oas.FindStep{Place: s.Place, Token: nilString(s.Token), Outcome: oas.FindOutcome(s.Outcome), Note: nilString(s.Note)}
}

func wireFoundBoard(b FoundBoard) oas.FoundBoard {
	return oas.FoundBoard{
		SourceType:   b.Family,
		Token:        b.Token,
		Name:         b.Name,
		Website:      nilString(b.Site),
		LogoUrl:      nilAddress(b.Logo),
		Postings:     b.Postings,
		More:         b.More,
		Titles:       present(b.Titles),
		FoundBy:      oas.FoundBy(b.By),
		State:        oas.FoundBoardState(b.State),
		EmployerId:   nilID(b.Employer),
		OpenPostings: nilInt(b.Open),
		Reason:       nilString(b.Reason),
	}
}
