package jobs

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

func (h *handler) ListTargets(ctx context.Context, p oas.ListTargetsParams) (*oas.PullTargetPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	filter := store.TargetFilter{Status: string(p.Status.Or("")), Health: string(p.Health.Or("")), Text: p.Q.Or("")}
	list, total, err := h.svc.Targets(ctx, filter, size, page*size)
	if err != nil {
		return nil, err
	}
	counts, err := h.svc.TargetHealth(ctx, filter)
	if err != nil {
		return nil, err
	}
	return &oas.PullTargetPage{Content: convert(list, wireTarget), Health: wireHealth(counts), Page: page, Size: size, TotalElements: total,
		TotalPages: pages(total, size)}, nil
}

func (h *handler) GetTarget(ctx context.Context, p oas.GetTargetParams) (*oas.PullTargetDetails, error) {
	b, err := h.svc.Board(ctx, p.TargetId, p.Pulls.Or(30))
	if err != nil {
		return nil, err
	}
	out := &oas.PullTargetDetails{Target: wireTarget(b.Target), Pulls: convert(b.Pulls, wirePull),
		Request: oas.NilBoardRequest{Null: true}}
	if b.Action != nil {
		out.Request = oas.NewNilBoardRequest(*wireAction(store.InsertActionRow(*b.Action)))
	}
	return out, nil
}

func (h *handler) CreateBoardRequest(
	ctx context.Context, req *oas.CreateBoardRequest, p oas.CreateBoardRequestParams,
) (*oas.BoardRequest, error) {
	row, err := h.svc.ActOnBoard(ctx, auth.UserFrom(ctx).ID, p.TargetId, string(req.Action), req.Code.Or(""))
	if err != nil {
		return nil, err
	}
	return wireAction(row), nil
}

func wireHealth(counts map[string]int64) (out []oas.BoardHealthCount) {
	for _, h := range oas.BoardHealth("").AllValues() {
		out = append(out, oas.BoardHealthCount{Health: h, Boards: counts[string(h)]})
	}
	return out
}

func wirePull(p store.PullsRow) oas.Pull {
	status := oas.NilInt64{Null: true}
	if p.HttpStatus != nil {
		status = oas.NewNilInt64(int64(*p.HttpStatus))
	}
	return oas.Pull{
		ID:         p.ID,
		PulledAt:   p.PulledAt,
		Outcome:    oas.PullOutcome(p.Outcome),
		HttpStatus: status,
		Seen:       int64(p.Seen),
		Created:    int64(p.Created),
		Changed:    int64(p.Changed),
		Reopened:   int64(p.Reopened),
		Closed:     int64(p.Closed),
		DurationMs: p.DurationMs,
		Error:      nilString(p.Error),
		Requests:   int64(p.Requests),
		Bytes:      p.Bytes,
	}
}

func wireAction(r store.InsertActionRow) *oas.BoardRequest {
	return &oas.BoardRequest{
		ID:          r.ID,
		Action:      oas.BoardAction(r.Kind),
		Status:      oas.TriggerStatus(r.Status),
		RequestedAt: r.RequestedAt,
		FinishedAt:  nilTime(r.FinishedAt),
		ErrorReason: nilString(r.ErrorReason),
	}
}
