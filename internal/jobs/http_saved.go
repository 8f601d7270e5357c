package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

func (h *handler) ListSavedJobs(ctx context.Context, p oas.ListSavedJobsParams) (*oas.SavedJobPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	user := auth.UserFrom(ctx).ID
	total, err := h.svc.q.CountSavedJobs(ctx, h.svc.db, user)
	if err != nil {
		return nil, pg.Fault(err)
	}
	list, err := h.svc.SavedPostings(ctx, user, size, page*size)
	if err != nil {
		return nil, err
	}
	return &oas.SavedJobPage{Content: h.savedJobs(ctx, list), Page: page, Size: size, TotalElements: total, TotalPages: pages(total, size)},
		nil
}

func (h *handler) ListUserSavedJobs(ctx context.Context, p oas.ListUserSavedJobsParams) (*oas.SavedJobList, error) {
	size := p.Size.Or(100)
	var list []SavedPosting
	var err error
	if after, ok := p.After.Get(); ok {
		list, err = h.svc.SavedSince(ctx, p.UserId, after, size)
	} else {
		list, err = h.svc.SavedPostings(ctx, p.UserId, size, 0)
	}
	if err != nil {
		return nil, err
	}
	return &oas.SavedJobList{Items: h.savedJobs(ctx, list)}, nil
}

func (h *handler) savedJobs(ctx context.Context, list []SavedPosting) []oas.SavedJob {
	return convert(list, func(s SavedPosting) oas.SavedJob {
		h.svc.reportUnresolved(ctx, s.Posting)
		return oas.SavedJob{SavedAt: s.SavedAt, Job: wireSummary(s.Posting)}
	})
}

func (h *handler) SaveJob(ctx context.Context, p oas.SaveJobParams) error {
	return h.svc.SavePosting(ctx, auth.UserFrom(ctx).ID, p.JobId)
}

func (h *handler) UnsaveJob(ctx context.Context, p oas.UnsaveJobParams) error {
	return h.svc.UnsavePosting(ctx, auth.UserFrom(ctx).ID, p.JobId)
}

func (h *handler) ListSavedFilters(ctx context.Context) (*oas.SavedFilterList, error) {
	list, err := h.svc.q.SavedFilters(ctx, h.svc.db, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, pg.Fault(err)
	}
	out := &oas.SavedFilterList{Items: make([]oas.SavedFilter, len(list))}
	for i, row := range list {
		f, err := wireFilter(store.SavedFilterRow(row))
		if err != nil {
			return nil, err
		}
		out.Items[i] = *f
	}
	return out, nil
}

func (h *handler) CreateSavedFilter(ctx context.Context, req *oas.CreateSavedFilterRequest) (*oas.SavedFilter, error) {
	filters, err := storedFilters(&req.Filters)
	if err != nil {
		return nil, err
	}
	row, err := h.svc.SaveFilter(ctx, auth.UserFrom(ctx).ID, req.Name, filters)
	if err != nil {
		return nil, err
	}
	return wireFilter(row)
}

func (h *handler) UpdateSavedFilter(
	ctx context.Context, req *oas.UpdateSavedFilterRequest, p oas.UpdateSavedFilterParams,
) (*oas.SavedFilter, error) {
	var filters []byte
	if f, ok := req.Filters.Get(); ok {
		var err error
		if filters, err = storedFilters(&f); err != nil {
			return nil, err
		}
	}
	row, err := h.svc.ChangeFilter(ctx, auth.UserFrom(ctx).ID, p.ID, optional(req.Name), filters)
	if err != nil {
		return nil, err
	}
	return wireFilter(row)
}

func (h *handler) DeleteSavedFilter(ctx context.Context, p oas.DeleteSavedFilterParams) error {
	return h.svc.DeleteFilter(ctx, auth.UserFrom(ctx).ID, p.ID)
}

func (h *handler) DeleteUserData(ctx context.Context, p oas.DeleteUserDataParams) error {
	return h.svc.DeleteUser(ctx, p.UserId)
}

// storedFilters leaves out what is null: it is the same as absent.
func storedFilters(f *oas.JobFilters) ([]byte, error) {
	text, err := f.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var set map[string]json.RawMessage
	if err := json.Unmarshal(text, &set); err != nil {
		return nil, err
	}
	maps.DeleteFunc(set, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	return json.Marshal(set)
}

func wireFilter(row store.SavedFilterRow) (*oas.SavedFilter, error) {
	out := &oas.SavedFilter{ID: row.ID, Name: row.Name, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt}
	if row.Rhythm != nil {
		out.Alert = oas.NewOptAlertSetting(oas.AlertSetting{Rhythm: oas.AlertRhythm(*row.Rhythm), MutedUntil: optTime(row.MutedUntil)})
	}
	if err := out.Filters.UnmarshalJSON(row.Filters); err != nil {
		return nil, fmt.Errorf("read saved filter %s: %w", row.ID, err)
	}
	return out, nil
}
