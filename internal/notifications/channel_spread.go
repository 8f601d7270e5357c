package notifications

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// channelEvent is an event that is sent to every channel of a user that carries its type.
type channelEvent struct {
	user           uuid.UUID
	kind           oas.NotificationType
	application    *uuid.UUID
	alert          uuid.UUID // id of a job alert
	title, message string
}

// path returns the page of the web app that the event leads to, as addressOf in notification-item.tsx does.
func (e channelEvent) path() string {
	switch {
	case e.kind == oas.NotificationTypeSECURITYRECOMMENDATION:
		return "/settings/security"
	case e.kind == oas.NotificationTypeCHANNELOFF:
		return channelsPath
	case e.kind == oas.NotificationTypeJOBALERT:
		return alertPath(e.alert)
	case e.application != nil:
		return "/tracker/" + e.application.String()
	}
	return "/inbox"
}

// spread adds one delivery for each event and channel, in the transaction of what the events report.
func (s *Service) spread(ctx context.Context, tx pg.Conn, events ...channelEvent) error {
	if len(events) == 0 {
		return nil
	}
	arg := store.SpreadParams{Now: s.now()}
	for _, e := range events {
		arg.UserIds = append(arg.UserIds, e.user)
		arg.Types = append(arg.Types, string(e.kind))
		arg.Titles = append(arg.Titles, e.title)
		arg.Messages = append(arg.Messages, e.message)
		arg.Paths = append(arg.Paths, e.path())
	}
	if _, err := s.q.Spread(ctx, tx, arg); err != nil {
		return fmt.Errorf("add deliveries to channels: %w", err)
	}
	return nil
}
