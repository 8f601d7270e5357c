package notifications

import (
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
)

// TestEveryTypeLeadsToAPage checks that no type is forgotten in path: messages to channels would lead to the list of all
// notifications.
func TestEveryTypeLeadsToAPage(t *testing.T) {
	t.Parallel()
	ofApplications := map[oas.NotificationType]bool{
		oas.NotificationTypeINTERVIEWREMINDER: true, oas.NotificationTypeGHOSTEDALERT: true, oas.NotificationTypeCUSTOMREMINDER: true,
	}
	for _, kind := range oas.NotificationType("").AllValues() {
		event := channelEvent{kind: kind}
		if ofApplications[kind] {
			event.application = new(uuid.UUID)
		}
		if path := event.path(); path == "/inbox" {
			t.Errorf("%s leads to %s: add a case to path, or to ofApplications", kind, path)
		}
	}
}
