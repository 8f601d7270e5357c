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
	s := h.svc
	report := status.Service{Version: s.deps.Version, DB: s.db, Schemas: []string{"notification"}, Box: s.box, Queues: queues}
	return report.Serve(ctx, w, s.now())
}
