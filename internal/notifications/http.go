package notifications

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"path"
	"strings"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/lang"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/wire"
)

// handler translates between the contract and the rules; it decides nothing.
type handler struct{ svc *Service }

func caller(ctx context.Context) uuid.UUID { return auth.UserFrom(ctx).ID }

func (h *handler) GetPreferences(ctx context.Context) (*oas.NotificationPreferences, error) {
	return wirePreferences(h.svc.Preferences(ctx, caller(ctx)))
}

func (h *handler) UpdatePreferences(
	ctx context.Context, req *oas.UpdateNotificationPreferencesRequest,
) (*oas.NotificationPreferences, error) {
	change := store.SetPreferencesParams{
		WeeklyDigestEmail:         wire.Optional(req.WeeklyDigestEmail.Get()),
		InAppNotificationsEnabled: wire.Optional(req.InAppNotificationsEnabled.Get()),
		InterviewReminders:        wire.Optional(req.InterviewReminders.Get()),
		InterviewReminderEmail:    wire.Optional(req.InterviewReminderEmail.Get()),
		GhostedAlert:              wire.Optional(req.GhostedAlert.Get()),
	}
	if change == (store.SetPreferencesParams{}) && len(req.AdditionalProps) > 0 {
		return nil, errNoPreference
	}
	change.UserID = caller(ctx)
	return wirePreferences(h.svc.SetPreferences(ctx, change))
}

func (h *handler) ListNotifications(ctx context.Context, p oas.ListNotificationsParams) (*oas.NotificationPageHeaders, error) {
	var read *bool
	if status := p.ReadStatus.Or(oas.ReadStatusAll); status != oas.ReadStatusAll {
		only := status == oas.ReadStatusRead
		read = &only
	}
	page, size := p.Page.Or(0), p.Size.Or(20)
	content, total, err := h.svc.Notifications(ctx, caller(ctx), read, page, size)
	if err != nil {
		return nil, err
	}
	return &oas.NotificationPageHeaders{XTotalCount: total, Response: oas.NotificationPage{
		Content: wire.All(content, wireNotification), Page: page, Size: size,
		TotalElements: total, TotalPages: (total + int64(size) - 1) / int64(size),
	}}, nil
}

func (h *handler) GetUnreadCount(ctx context.Context) (*oas.UnreadCount, error) {
	n, err := h.svc.UnreadCount(ctx, caller(ctx))
	return &oas.UnreadCount{Count: n}, err
}

func (h *handler) MarkNotificationRead(ctx context.Context, p oas.MarkNotificationReadParams) error {
	return h.svc.SetRead(ctx, caller(ctx), p.ID, true)
}

func (h *handler) MarkNotificationUnread(ctx context.Context, p oas.MarkNotificationUnreadParams) error {
	return h.svc.SetRead(ctx, caller(ctx), p.ID, false)
}

func (h *handler) MarkAllNotificationsRead(ctx context.Context) error {
	return h.svc.MarkAllRead(ctx, caller(ctx))
}

func (h *handler) DeleteNotification(ctx context.Context, p oas.DeleteNotificationParams) error {
	return h.svc.DeleteNotification(ctx, caller(ctx), p.ID)
}

func (h *handler) ListInterviewReminders(ctx context.Context) (*oas.InterviewReminderList, error) {
	list, on, err := h.svc.ComingReminders(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.InterviewReminderList{Enabled: on, Items: wire.All(list, func(c comingReminder) oas.InterviewReminder {
		return oas.InterviewReminder{
			ApplicationId: c.application, Label: c.step.Label, JobTitle: c.step.Position, CompanyName: wire.NonZero(c.step.Company),
			Offset: oas.InterviewOffset(c.offset), SendAt: c.at.UTC(),
		}
	})}, nil
}

func (h *handler) ListCustomReminders(ctx context.Context, p oas.ListCustomRemindersParams) (*oas.CustomReminderList, error) {
	return wireReminders(h.svc.Reminders(ctx, caller(ctx), nil, p.IncludeFired.Or(false)))
}

func (h *handler) ListApplicationReminders(ctx context.Context, p oas.ListApplicationRemindersParams) (*oas.CustomReminderList, error) {
	return wireReminders(h.svc.Reminders(ctx, caller(ctx), &p.ApplicationId, p.IncludeFired.Or(false)))
}

func (h *handler) CreateCustomReminder(ctx context.Context, req *oas.CreateCustomReminderRequest) (*oas.CustomReminderHeaders, error) {
	r, err := h.svc.CreateReminder(ctx, caller(ctx), req)
	if err != nil {
		return nil, err
	}
	return &oas.CustomReminderHeaders{Location: "/notifications/custom-reminders/" + r.ID.String(), Response: wireReminder(r)}, nil
}

func (h *handler) GetCustomReminder(ctx context.Context, p oas.GetCustomReminderParams) (*oas.CustomReminder, error) {
	r, err := h.svc.Reminder(ctx, caller(ctx), p.ID)
	return new(wireReminder(r)), err
}

func (h *handler) UpdateCustomReminder(
	ctx context.Context, req *oas.UpdateCustomReminderRequest, p oas.UpdateCustomReminderParams,
) (*oas.CustomReminder, error) {
	r, err := h.svc.ChangeReminder(ctx, caller(ctx), p.ID, req)
	return new(wireReminder(r)), err
}

func (h *handler) CancelCustomReminder(ctx context.Context, p oas.CancelCustomReminderParams) error {
	return h.svc.CancelReminder(ctx, caller(ctx), p.ID)
}

func (h *handler) SnoozeCustomReminder(
	ctx context.Context, req *oas.SnoozeRequest, p oas.SnoozeCustomReminderParams,
) (*oas.CustomReminder, error) {
	r, err := h.svc.Snooze(ctx, caller(ctx), p.ID, req.TriggerAtUtc)
	return new(wireReminder(r)), err
}

func (h *handler) GetTimeZone(ctx context.Context) (*oas.TimeZone, error) {
	zone, err := h.svc.TimeZone(ctx, caller(ctx))
	return wireZone(zone), err
}

func (h *handler) SetTimeZone(ctx context.Context, req *oas.TimeZone) (*oas.TimeZone, error) {
	zone := req.TimeZone.Or("")
	return wireZone(zone), h.svc.SetTimeZone(ctx, caller(ctx), zone)
}

func wireZone(zone string) *oas.TimeZone { return &oas.TimeZone{TimeZone: wire.NonZero(zone)} }

func (h *handler) ListAlertHits(ctx context.Context, p oas.ListAlertHitsParams) (*oas.AlertHitPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(20)
	content, total, err := h.svc.AlertHits(ctx, caller(ctx), wire.Optional(p.AlertId.Get()), page, size)
	if err != nil {
		return nil, err
	}
	return &oas.AlertHitPage{
		Content: wire.All(content, wireHit), Page: page, Size: size,
		TotalElements: total, TotalPages: (total + int64(size) - 1) / int64(size),
	}, nil
}

func (h *handler) GetAlertSettings(ctx context.Context) (*oas.AlertSettings, error) {
	return wireAlertSettings(h.svc.AlertSettings(ctx, caller(ctx)))
}

func (h *handler) SetAlertSettings(ctx context.Context, req *oas.AlertSettings) (*oas.AlertSettings, error) {
	return req, h.svc.SetAlertSettings(ctx, store.SetAlertSettingsParams{
		UserID: caller(ctx), Hour: req.Hour, Weekday: string(req.Weekday),
		QuietFrom: wire.Optional(req.QuietFrom.Get()), QuietUntil: wire.Optional(req.QuietUntil.Get()), Email: req.Email, InApp: req.InApp,
	})
}

func (h *handler) GetCalendar(ctx context.Context) (*oas.CalendarLink, error) {
	link, err := h.svc.Calendar(ctx, caller(ctx))
	return &oas.CalendarLink{URL: link}, err
}

func (h *handler) ResetCalendar(ctx context.Context) (*oas.CalendarLink, error) {
	link, err := h.svc.ResetCalendar(ctx, caller(ctx))
	return &oas.CalendarLink{URL: link}, err
}

// uncached is the Cache-Control of pages that a secret in the address opens: no cache may store them.
const uncached = "private, no-store"

func (h *handler) GetCalendarFeed(ctx context.Context, p oas.GetCalendarFeedParams, w http.ResponseWriter) error {
	return h.svc.CalendarFeed(ctx, p.Token, w)
}

func (h *handler) ShowUnsubscribePage(ctx context.Context, p oas.ShowUnsubscribePageParams) (*oas.ShowUnsubscribePageOKHeaders, error) {
	page, err := h.svc.UnsubscribePage(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	return &oas.ShowUnsubscribePageOKHeaders{CacheControl: uncached, Response: oas.ShowUnsubscribePageOK{Data: strings.NewReader(page)}}, nil
}

func (h *handler) Unsubscribe(ctx context.Context, p oas.UnsubscribeParams) (*oas.UnsubscribeOKHeaders, error) {
	page, err := h.svc.Unsubscribe(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	return &oas.UnsubscribeOKHeaders{CacheControl: uncached, Response: oas.UnsubscribeOK{Data: strings.NewReader(page)}}, nil
}

func (h *handler) ForgetApplications(ctx context.Context, req *oas.DeletedApplications) error {
	return h.svc.ForgetApplications(ctx, req.UserId, req.ApplicationIds)
}

func (h *handler) GetUserTimeZone(ctx context.Context, p oas.GetUserTimeZoneParams) (*oas.TimeZone, error) {
	zone, err := h.svc.TimeZone(ctx, p.UserId)
	return wireZone(zone), err
}

func (h *handler) SetUserLanguage(ctx context.Context, req *oas.UserLanguage, p oas.SetUserLanguageParams) error {
	return h.svc.SetLanguage(ctx, p.UserId, lang.Language(req.Language), req.ChangedAt)
}

func (h *handler) DeleteUserData(ctx context.Context, p oas.DeleteUserDataParams) error {
	return h.svc.Erase(ctx, p.UserId)
}

// contractError answers requests that the contract refuses before a handler is called. An invalid change of a reminder
// that can no longer be changed is answered as a conflict.
func (s *Service) contractError(ctx context.Context, w http.ResponseWriter, r *http.Request, err error) {
	if d, ok := errors.AsType[*ogenerrors.DecodeRequestError](err); ok && d.Name == oas.UpdateCustomReminderOperation {
		if id, parsed := uuid.Parse(path.Base(r.URL.Path)); parsed == nil {
			err = cmp.Or(s.checkChangeable(ctx, caller(ctx), id), err)
		}
	}
	httpd.ContractError(ctx, w, r, err)
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
