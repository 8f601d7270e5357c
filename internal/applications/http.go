package applications

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/pg"
	"rolecall/internal/status"
	"rolecall/internal/wire"
)

// handler translates between the contract and the rules; it decides nothing.
type handler struct{ svc *Service }

func caller(ctx context.Context) uuid.UUID { return auth.UserFrom(ctx).ID }

func (h *handler) ListApplications(ctx context.Context, p oas.ListApplicationsParams) (*oas.ApplicationPage, error) {
	f := store.Filter{
		Sort:  string(p.Sort.Or(oas.ApplicationSortUpdated)),
		Page:  p.Page.Or(0),
		Size:  p.Size.Or(20),
		Order: string(p.Order.Or("")),
		Words: slices.Compact(slices.Sorted(strings.FieldsSeq(p.Q.Or("")))),
		Tags:  p.Tag, Archived: wire.Optional(p.Archived.Get()), Journey: journeyOf(p),
	}
	for _, text := range p.Status {
		status, err := parseStatus(text)
		if err != nil {
			return nil, err
		}
		f.Statuses = append(f.Statuses, string(status))
	}
	rows, total, err := h.svc.List(ctx, caller(ctx), f)
	if err != nil {
		return nil, err
	}
	size := int64(f.Size)
	return &oas.ApplicationPage{
		Content: wire.All(rows, wireApplication), Page: f.Page, Size: f.Size,
		TotalElements: total, TotalPages: (total + size - 1) / size,
	}, nil
}

func (h *handler) CreateApplication(ctx context.Context, req *oas.CreateApplicationRequest) (*oas.ApplicationDetailsHeaders, error) {
	d, err := h.svc.Create(ctx, caller(ctx), req)
	if err != nil {
		return nil, err
	}
	return &oas.ApplicationDetailsHeaders{Location: "/applications/" + d.Application.ID.String(), Response: *wireDetails(d)}, nil
}

func (h *handler) GetApplication(ctx context.Context, p oas.GetApplicationParams) (*oas.ApplicationDetails, error) {
	return details(h.svc.Details(ctx, caller(ctx), p.ID))
}

func (h *handler) UpdateApplication(
	ctx context.Context, req *oas.UpdateApplicationRequest, p oas.UpdateApplicationParams,
) (*oas.ApplicationDetails, error) {
	return details(h.svc.Update(ctx, caller(ctx), p.ID, req))
}

func (h *handler) MoveApplication(
	ctx context.Context, req *oas.MoveApplicationRequest, p oas.MoveApplicationParams,
) (*oas.ApplicationDetails, error) {
	to, err := parseStatus(req.Status)
	if err != nil {
		return nil, err
	}
	return details(h.svc.Move(ctx, caller(ctx), p.ID, to, req.After))
}

func (h *handler) ReopenApplication(ctx context.Context, p oas.ReopenApplicationParams) (*oas.ApplicationDetails, error) {
	return details(h.svc.Reopen(ctx, caller(ctx), p.ID))
}

func (h *handler) UndoMove(ctx context.Context, req *oas.UndoMoveRequest, p oas.UndoMoveParams) (*oas.ApplicationDetails, error) {
	return details(h.svc.Undo(ctx, caller(ctx), p.ID, req.Position))
}

func (h *handler) RestoreApplication(ctx context.Context, p oas.RestoreApplicationParams) (*oas.ApplicationDetails, error) {
	return details(h.svc.Restore(ctx, caller(ctx), p.ID))
}

func (h *handler) AddTimelineEvent(
	ctx context.Context, req *oas.NewTimelineEvent, p oas.AddTimelineEventParams,
) (*oas.ApplicationDetails, error) {
	return details(h.svc.AddEvent(ctx, caller(ctx), p.ID, req))
}

func (h *handler) CorrectTimelineEvent(
	ctx context.Context, req *oas.TimelineCorrection, p oas.CorrectTimelineEventParams,
) (*oas.ApplicationDetails, error) {
	return details(h.svc.CorrectEvent(ctx, caller(ctx), p.ID, p.Position, req))
}

func (h *handler) RemoveTimelineEvent(ctx context.Context, p oas.RemoveTimelineEventParams) (*oas.ApplicationDetails, error) {
	return details(h.svc.RemoveEvent(ctx, caller(ctx), p.ID, p.Position))
}

func details(d store.DetailsRow, err error) (*oas.ApplicationDetails, error) {
	if err != nil {
		return nil, err
	}
	return wireDetails(d), nil
}

func (h *handler) DeleteApplication(ctx context.Context, p oas.DeleteApplicationParams) error {
	return h.svc.Delete(ctx, caller(ctx), p.ID)
}

func (h *handler) DeleteAllApplications(ctx context.Context, req *oas.DeleteAllApplicationsRequest) error {
	return h.svc.DeleteAll(ctx, caller(ctx), req.VerificationId, req.Code)
}

func (h *handler) GetApplicationSettings(ctx context.Context) (*oas.ApplicationSettings, error) {
	ghosting, err := h.svc.q.Setting(ctx, h.svc.db, caller(ctx))
	return &oas.ApplicationSettings{Ghosting: ghosting}, pg.Fault(pg.Wrap("read settings", err))
}

func (h *handler) SetApplicationSettings(ctx context.Context, req *oas.ApplicationSettings) error {
	return pg.Fault(pg.Wrap("change settings", h.svc.q.SetSetting(ctx, h.svc.db, store.SetSettingParams{UserID: caller(ctx),
		Ghosting: req.Ghosting})))
}

func (h *handler) GetApplicationStats(ctx context.Context) (*oas.ApplicationStats, error) {
	return h.svc.Stats(ctx, caller(ctx))
}

func (h *handler) GetApplicationStatsHistory(
	ctx context.Context, p oas.GetApplicationStatsHistoryParams,
) (oas.ApplicationStatsHistory, error) {
	return h.svc.History(ctx, caller(ctx), p.Months.Or(12))
}

func (h *handler) ExportApplications(ctx context.Context, p oas.ExportApplicationsParams, w http.ResponseWriter) error {
	return h.svc.Export(ctx, caller(ctx), p.Format.Or(preferredFormat(ctx)), w)
}

func (h *handler) ImportApplications(
	ctx context.Context, req oas.ImportApplicationsReq, p oas.ImportApplicationsParams,
) (*oas.ImportResult, error) {
	// unwrapForm has turned a form into its file.
	file, ok := req.(*oas.ImportApplicationsReqTextCsv)
	if !ok {
		return nil, errNoFormFile
	}
	return h.svc.Import(ctx, caller(ctx), file.Data, p.Zone.Or(""), p.DryRun.Or(false))
}

func (h *handler) ListStaleApplications(ctx context.Context, p oas.ListStaleApplicationsParams) (*oas.StaleApplicationsResponse, error) {
	rows, now, err := h.svc.Stale(ctx, p.Days.Or(14))
	if err != nil {
		return nil, err
	}
	return &oas.StaleApplicationsResponse{
		Items: wire.All(rows, func(r store.StaleApplicationsRow) oas.StaleApplication { return wireStale(r, now) }),
	}, nil
}

func (h *handler) SetApplicationStatus(
	ctx context.Context, req *oas.SetApplicationStatusRequest, p oas.SetApplicationStatusParams,
) (*oas.StatusChange, error) {
	return h.svc.Advance(ctx, p.ID, req)
}

func (h *handler) ListUpcomingNextSteps(ctx context.Context, p oas.ListUpcomingNextStepsParams) (*oas.UpcomingNextStepsResponse, error) {
	rows, err := h.svc.Upcoming(ctx, time.Duration(p.WithinHours.Or(26))*time.Hour)
	if err != nil {
		return nil, err
	}
	return &oas.UpcomingNextStepsResponse{Items: wire.All(rows, wireUpcoming)}, nil
}

func (h *handler) ListUserNextSteps(ctx context.Context, p oas.ListUserNextStepsParams) (*oas.UserNextStepsResponse, error) {
	rows, err := h.svc.NextSteps(ctx, p.UserId, wire.Optional(p.From.Get()), wire.Optional(p.To.Get()))
	if err != nil {
		return nil, err
	}
	return &oas.UserNextStepsResponse{Items: wire.All(rows, wireUserStep)}, nil
}

func (h *handler) LookUpApplications(ctx context.Context, p oas.LookUpApplicationsParams) (*oas.ApplicationLookup, error) {
	rows, err := h.svc.LookUp(ctx, p.Ids)
	if err != nil {
		return nil, err
	}
	return &oas.ApplicationLookup{Items: wire.All(rows, func(r store.LookUpApplicationsRow) oas.ApplicationName {
		return oas.ApplicationName{ID: r.ID, UserId: r.UserID, JobTitle: r.JobTitle, Company: r.Company}
	})}, nil
}

func (h *handler) CheckApplicationOwner(ctx context.Context, p oas.CheckApplicationOwnerParams) (oas.CheckApplicationOwnerRes, error) {
	owns, err := h.svc.Owns(ctx, p.UserId, p.ID)
	switch {
	case err != nil:
		return nil, err
	case owns:
		return &oas.CheckApplicationOwnerNoContent{}, nil
	}
	return &oas.CheckApplicationOwnerNotFound{}, nil
}

func (h *handler) GetInterestProfile(ctx context.Context, p oas.GetInterestProfileParams) (*oas.InterestProfile, error) {
	return h.svc.Profile(ctx, p.UserId)
}

func (h *handler) DeleteUserData(ctx context.Context, p oas.DeleteUserDataParams) error {
	return h.svc.Forget(ctx, p.UserId)
}

func (h *handler) GetServiceReport(ctx context.Context, w http.ResponseWriter) error {
	s := h.svc
	return status.Service{Version: s.deps.Version, DB: s.db, Schemas: []string{"applications"}, Box: s.box}.Serve(ctx, w, s.now())
}

// NewError turns every error into the contract's error answer.
func (h *handler) NewError(ctx context.Context, err error) *oas.ErrorStatusCodeWithHeaders {
	a := httpd.Describe(ctx, err)
	res := oas.Error{Error: a.Error, Message: a.Message, RequestId: oas.OptString{Value: a.RequestID, Set: a.RequestID != ""}}
	for _, field := range a.Fields {
		res.Fields = append(res.Fields, oas.FieldError(field))
	}
	return &oas.ErrorStatusCodeWithHeaders{
		StatusCode: a.Status, RetryAfter: oas.OptInt{Value: a.RetryAfter, Set: a.RetryAfter > 0}, Response: res,
	}
}

// security authenticates callers.
type security struct {
	verifier *auth.Verifier
	key      auth.ServiceKey
}

// HandleBearer admits users whose token carries the groups of the operation.
func (s *security) HandleBearer(ctx context.Context, _ oas.OperationName, t oas.Bearer) (context.Context, error) {
	return s.verifier.Authenticate(ctx, t.Token, t.Roles)
}

// HandleServiceKey admits the other services.
func (s *security) HandleServiceKey(ctx context.Context, _ oas.OperationName, t oas.ServiceKey) (context.Context, error) {
	return ctx, auth.CheckServiceKey(s.key, t.APIKey)
}
