package notifications

import (
	"context"
	"net/http"

	"rolecall/internal/status"
)

// queues counts the work that waits besides the outbox. A channel that fails is tried again later, so deliveries count
// from when they were queued.
var queues = []status.Counted{
	{Name: "reminders", Table: "notification.custom_reminder", Due: "trigger_at_utc", Where: "status = 'SCHEDULED'"},
	{Name: "alerts", Table: "notification.alert_hit", Due: "due_at", Where: "told_at IS NULL"},
	{Name: "channels", Table: "notification.delivery", Due: "queued_at", Where: "delivered_at IS NULL AND given_up_at IS NULL"},
}

func (h *handler) GetServiceReport(ctx context.Context, w http.ResponseWriter) error {
	r, err := h.svc.Report(ctx)
	if err != nil {
		return err
	}
	return status.Write(w, r)
}

// Report returns the figures of the service.
func (s *Service) Report(ctx context.Context) (r status.Report, err error) {
	r.Version = s.deps.Version
	if r.Schemas, err = status.Sizes(ctx, s.db, "notification"); err != nil {
		return r, err
	}
	mails, err := status.Outbox(ctx, s.db, s.now(), s.box, "notification")
	if err != nil {
		return r, err
	}
	r.Queues = append(r.Queues, mails)
	for _, c := range queues {
		queue, err := status.Count(ctx, s.db, s.now(), c)
		if err != nil {
			return r, err
		}
		r.Queues = append(r.Queues, queue)
	}
	return r, nil
}
