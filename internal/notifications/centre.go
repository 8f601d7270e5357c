package notifications

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// Types of notifications that are written one by one; those of custom reminders and of the recommendation are in their
// statements.
const (
	typeInterview = "INTERVIEW_REMINDER"
	typeGhosted   = "GHOSTED_ALERT"
)

var errNoNotification = fault.New(fault.NotFound, "", "There is no such notification.")

// Notifications gives one page of a user's notifications, newest first, and how many there are in all.
func (s *Service) Notifications(ctx context.Context, user uuid.UUID, read *bool, page int64, size int) ([]store.Notice, int64, error) {
	content, total, err := store.Notices(ctx, s.db, user, read, page, size)
	if err != nil {
		return nil, 0, pg.Fault(fmt.Errorf("list notifications: %w", err))
	}
	return content, total, nil
}

// UnreadCount counts the notifications that the user has not read.
func (s *Service) UnreadCount(ctx context.Context, user uuid.UUID) (int64, error) {
	n, err := s.q.UnreadCount(ctx, s.db, user)
	return n, pg.Fault(err)
}

// MarkRead marks one notification. One that is read already is not written again.
func (s *Service) MarkRead(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.MarkRead(ctx, s.db, store.MarkReadParams{ID: id, UserID: user})
	if err != nil || n > 0 {
		return pg.Fault(err)
	}
	known, err := s.q.HasNotification(ctx, s.db, store.HasNotificationParams{ID: id, UserID: user})
	if err == nil && !known {
		return errNoNotification
	}
	return pg.Fault(err)
}

// readBatch bounds what one statement of MarkAllRead locks.
const readBatch = 10_000

// MarkAllRead marks every notification of the user.
func (s *Service) MarkAllRead(ctx context.Context, user uuid.UUID) error {
	for {
		n, err := s.q.MarkSomeRead(ctx, s.db, store.MarkSomeReadParams{UserID: user, Batch: readBatch})
		if err != nil {
			return pg.Fault(err)
		}
		if n == readBatch {
			continue
		}
		// A second request for the same may have taken some of this batch and be on its way through the rest.
		if left, err := s.q.HasUnread(ctx, s.db, user); err != nil || !left {
			return pg.Fault(err)
		}
	}
}

// DeleteNotification removes one notification.
func (s *Service) DeleteNotification(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteNotification(ctx, s.db, store.DeleteNotificationParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoNotification
	}
	return pg.Fault(err)
}
