package notifications_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/notifications/oas"
)

// TestReportCountsQueues checks that the report distinguishes entries that wait, are due, and are late.
func TestReportCountsQueues(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, due := range []time.Duration{-time.Hour, -time.Minute, time.Hour} {
		if _, err := fx.db.Exec(t.Context(), `INSERT INTO notification.custom_reminder
				(id, user_id, application_id, title, trigger_at_utc, channels)
			VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Call', $1, '{IN_APP}')`, noon.Add(due)); err != nil {
			t.Fatal(err)
		}
	}
	var report oas.ServiceReport
	admin := fx.api.With(apitest.Bearer(fx.issuer.Token(uuid.New(), auth.GroupAdmin)))
	admin.Do("GET", "/notifications/admin/report", nil).Want(200).JSON(&report)
	queues := map[oas.QueueName]oas.QueueDepth{}
	for _, q := range report.Queues {
		queues[q.Name] = q
	}
	if q := queues["reminders"]; q.Waiting != 3 || q.Due != 2 || q.Late != 1 || !q.OldestAt.Value.Equal(noon.Add(-time.Hour)) {
		t.Errorf("reminders: got %+v, want 3 waiting, 2 due and 1 late, the oldest of an hour ago", q)
	}
	if q := queues["outbox"]; len(queues) != 4 || q.Waiting != 0 || !q.OldestAt.Null {
		t.Errorf("queues: got %+v, want 4 with an empty outbox", report.Queues)
	}
	if len(report.Schemas) != 1 || report.Schemas[0].Name != "notification" || report.Schemas[0].Bytes == 0 {
		t.Errorf("schemas: got %+v, want notification alone, with its size", report.Schemas)
	}
	fx.person().Do("GET", "/notifications/admin/report", nil).WantError(403, "Forbidden")
}
