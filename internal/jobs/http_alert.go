package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
)

func (h *handler) SetAlert(ctx context.Context, req *oas.AlertSetting, p oas.SetAlertParams) (*oas.SavedFilter, error) {
	row, err := h.svc.SetAlert(ctx, auth.UserFrom(ctx).ID, p.ID, string(req.Rhythm), optional(req.MutedUntil))
	if err != nil {
		return nil, err
	}
	return wireFilter(row)
}

func (h *handler) RemoveAlert(ctx context.Context, p oas.RemoveAlertParams) error {
	return h.svc.RemoveAlert(ctx, auth.UserFrom(ctx).ID, p.ID)
}

func (h *handler) ListAlertHits(ctx context.Context, p oas.ListAlertHitsParams) (*oas.AlertHitList, error) {
	list, err := h.svc.AlertHits(ctx, p.Size.Or(100))
	if err != nil {
		return nil, err
	}
	out := &oas.AlertHitList{Hits: make([]oas.AlertHit, len(list))}
	for i, hit := range list {
		if out.Hits[i], err = wireAlertHit(hit); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (h *handler) TakeAlertHits(ctx context.Context, req *oas.TakenAlertHits) error {
	return h.svc.TakeAlertHits(ctx, req.Ids)
}

func (h *handler) ListSilentAlerts(ctx context.Context, p oas.ListSilentAlertsParams) (*oas.SilentAlerts, error) {
	silent, err := h.svc.SilentAlerts(ctx, p.FilterIds)
	return &oas.SilentAlerts{FilterIds: append([]uuid.UUID{}, silent...)}, err
}

func wireAlertHit(h AlertHit) (oas.AlertHit, error) {
	out := oas.AlertHit{
		ID: h.ID, UserId: h.UserID, FilterId: h.FilterID, FilterName: h.FilterName, Rhythm: oas.AlertRhythm(h.Rhythm),
		MatchedAt: h.MatchedAt, Reasons: []oas.AlertReason{}, TitleMarks: []oas.Mark{}, Job: wireSummary(h.Posting),
	}
	if err := json.Unmarshal(h.WaitingAlertHitsRow.Reasons, &out.Reasons); err != nil {
		return out, fmt.Errorf("read the reasons of hit %s: %w", h.ID, err)
	}
	if err := json.Unmarshal(h.WaitingAlertHitsRow.TitleMarks, &out.TitleMarks); err != nil {
		return out, fmt.Errorf("read the marks of hit %s: %w", h.ID, err)
	}
	return out, nil
}
