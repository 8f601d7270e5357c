package jobs

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

func (h *handler) ListEmployers(ctx context.Context, p oas.ListEmployersParams) (*oas.EmployerPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	list, total, err := h.svc.Employers(ctx, auth.UserFrom(ctx).ID, p.Q.Or(""), p.Following.Or(false), size, page*size)
	if err != nil {
		return nil, err
	}
	return &oas.EmployerPage{Content: convert(list, wireEmployerEntry), Page: page, Size: size, TotalElements: total,
		TotalPages: pages(total, size)}, nil
}

func (h *handler) ListFollowedBoards(ctx context.Context) (*oas.FollowedBoardList, error) {
	list, err := h.svc.FollowedBoards(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &oas.FollowedBoardList{Items: convert(list, func(b store.FollowedBoardsRow) oas.FollowedBoard {
		return oas.FollowedBoard{EmployerId: b.EmployerID, CompanyName: b.CompanyName, SourceType: b.SourceType, Token: b.Token,
			FollowedAt: b.FollowedAt}
	})}, nil
}

func (h *handler) FollowEmployer(ctx context.Context, p oas.FollowEmployerParams) error {
	return h.svc.Follow(ctx, auth.UserFrom(ctx).ID, p.EmployerId)
}

func (h *handler) UnfollowEmployer(ctx context.Context, p oas.UnfollowEmployerParams) error {
	return h.svc.Unfollow(ctx, auth.UserFrom(ctx).ID, p.EmployerId)
}

func wireEmployerEntry(e store.Employer) oas.Employer {
	return oas.Employer{
		ID:            e.ID,
		Name:          e.Name,
		Slug:          nilString(e.Slug),
		LogoUrl:       nilAddress(e.LogoURL),
		SourceTypes:   e.SourceTypes,
		Active:        e.Active,
		LastAttemptAt: nilTime(e.LastAttemptAt),
		LastSuccessAt: nilTime(e.LastSuccessAt),
		OpenPostings:  e.OpenPostings,
		Following:     e.Following,
	}
}
