package notifications

import (
	"context"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

var errNoNotification = fault.New(fault.NotFound, "", "There is no such notification.")

// Notifications returns one page of a user's notices, newest first, and the number of all.
func (s *Service) Notifications(ctx context.Context, user uuid.UUID, read *bool, page int64, size int) ([]store.Notice, int64, error) {
	content, total, err := store.Notices(ctx, s.db, user, read, page, size)
	return content, total, pg.Fault(pg.Wrap("list notifications", err))
}

// UnreadCount returns the number of unread notices of a user.
func (s *Service) UnreadCount(ctx context.Context, user uuid.UUID) (int64, error) {
	n, err := s.q.UnreadCount(ctx, s.db, user)
	return n, pg.Fault(err)
}

// SetRead marks one notice as read or unread. One that is so already is not written again.
func (s *Service) SetRead(ctx context.Context, user, id uuid.UUID, read bool) error {
	n, err := s.q.SetRead(ctx, s.db, store.SetReadParams{ID: id, UserID: user, Read: read})
	if err != nil || n > 0 {
		return pg.Fault(err)
	}
	known, err := s.q.HasNotification(ctx, s.db, store.HasNotificationParams{ID: id, UserID: user})
	if err == nil && !known {
		return errNoNotification
	}
	return pg.Fault(err)
}

// readBatch is the maximum number of rows that one statement of MarkAllRead locks.
const readBatch = 10_000

// MarkAllRead marks all notices of the user as read.
func (s *Service) MarkAllRead(ctx context.Context, user uuid.UUID) error {
	for {
		n, err := s.q.MarkSomeRead(ctx, s.db, store.MarkSomeReadParams{UserID: user, Batch: readBatch})
		if err != nil {
			return pg.Fault(err)
		}
		if n == readBatch {
			continue
		}
		// A parallel request may have marked some of this batch and left others.
		if left, err := s.q.HasUnread(ctx, s.db, user); err != nil || !left {
			return pg.Fault(err)
		}
	}
}

// DeleteNotification removes one notice.
func (s *Service) DeleteNotification(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteNotification(ctx, s.db, store.DeleteNotificationParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoNotification
	}
	return pg.Fault(err)
}

// notify adds a notice for a user, and its deliveries to the user's channels.
func (s *Service) notify(
	ctx context.Context, tx pg.Conn, user uuid.UUID, kind oas.NotificationType, application *uuid.UUID, title, message string,
) error {
	err := s.q.InsertNotification(ctx, tx, store.InsertNotificationParams{
		ID: uuid.Must(uuid.NewV7()), UserID: user, Type: string(kind), Title: title, Message: message, CreatedAt: s.now(),
		ApplicationID: application,
	})
	if err != nil {
		return err
	}
	return s.spread(ctx, tx, channelEvent{user: user, kind: kind, application: application, title: title, message: message})
}
