package applications

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/pg"
	"rolecall/internal/wire"
)

func (h *handler) TakeOverSavedJobs(ctx context.Context) (*oas.SavedJobsTakenOver, error) {
	return h.svc.TakeOverSaved(ctx, caller(ctx))
}

func (h *handler) ChangeApplications(ctx context.Context, req *oas.BulkChange) (*oas.BulkResult, error) {
	return h.svc.ChangeMany(ctx, caller(ctx), req)
}

func (h *handler) UndoBulkChange(ctx context.Context, p oas.UndoBulkChangeParams) (*oas.BulkResult, error) {
	return h.svc.UndoMany(ctx, caller(ctx), p.BulkId)
}

func (h *handler) ListViews(ctx context.Context) (*oas.ViewList, error) {
	rows, err := h.svc.q.Views(ctx, h.svc.db, caller(ctx))
	if err != nil {
		return nil, pg.Fault(pg.Wrap("list views", err))
	}
	return &oas.ViewList{Items: wire.All(rows, wireView)}, nil
}

func (h *handler) SaveView(ctx context.Context, req *oas.NewView) (*oas.View, error) {
	row, err := h.svc.SaveView(ctx, caller(ctx), req)
	if err != nil {
		return nil, err
	}
	out := wireView(store.ViewsRow(row))
	return &out, nil
}

func (h *handler) DeleteView(ctx context.Context, p oas.DeleteViewParams) error {
	return h.svc.DeleteView(ctx, caller(ctx), p.ViewId)
}

func wireView(v store.ViewsRow) oas.View {
	return oas.View{ID: v.ID, Name: v.Name, Page: oas.ViewPage(v.Page), Query: v.Query}
}

func (h *handler) GetPeriodStats(ctx context.Context, p oas.GetPeriodStatsParams) (*oas.PeriodStats, error) {
	return h.svc.Period(ctx, caller(ctx), p.Since.Or(time.Time{}), p.Until.Or(time.Time{}), p.Zone.Or(""))
}

// journeyOf returns the part of a filter that the statistics count by.
func journeyOf(p oas.ListApplicationsParams) store.Journey {
	return store.Journey{
		Since: p.Since.Or(time.Time{}), Until: p.Until.Or(time.Time{}),
		Furthest: slices.Index(reachedStages, p.Reached.Or("")) + 1,
		Answered: wire.Optional(p.Answered.Get()), Waited: p.Waited.Or(false),
		FlowFrom: string(p.FlowFrom.Or("")), FlowTo: string(p.FlowTo.Or("")),
	}
}

func (h *handler) ExportApplicationData(ctx context.Context, w http.ResponseWriter) error {
	return h.svc.personal.Export(ctx, caller(ctx), w)
}
