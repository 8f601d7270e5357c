package notifications

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

var errFeedBusy = fault.New(fault.RateLimited, "",
	"This calendar is being read by too many programs at the same time. Please try again shortly.").WithRetryAfter(30 * time.Second)

// CalendarFeed streams the feed of a token: the current next steps and scheduled reminders of its owner. Reminders are read
// in batches, so that a slow reader holds neither a connection nor much memory.
func (s *Service) CalendarFeed(ctx context.Context, token string, w http.ResponseWriter) error {
	user, err := s.calendarOwner(ctx, token)
	if err != nil {
		return err
	}
	if !s.feeds.enter(user) {
		return errFeedBusy
	}
	defer s.feeds.leave(user)
	now := s.now()
	from, to := now.Add(-calendarBack), now.Add(calendarAhead)
	format, err := s.formatFor(ctx, user)
	if err != nil {
		return err
	}
	steps, err := s.nextSteps(ctx, user, from, to)
	if err != nil {
		return err
	}
	batch, err := s.reminderBatch(ctx, user, from, uuid.Nil, to)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Cache-Control", uncached)
	c := newCalendar("Rolecall", format.zone)
	for _, n := range steps {
		c.add(s.stepEvent(n, format))
		c.flush(w)
	}
	names := nameBook{}
	for left := calendarReminders; len(batch) > 0; {
		s.nameReminders(ctx, names, batch)
		for _, r := range batch {
			events := s.reminderEvents(r, names[r.ApplicationID], format, to)
			for _, e := range events[:min(len(events), max(left, 0))] {
				c.add(e)
			}
			c.flush(w)
			left -= len(events)
		}
		if left <= 0 || len(batch) < calendarBatch {
			break
		}
		last := batch[len(batch)-1]
		if batch, err = s.reminderBatch(ctx, user, last.TriggerAtUtc, last.ID, to); err != nil {
			if ctx.Err() == nil {
				s.log.ErrorContext(ctx, "calendar feed aborted", "request_id", httpd.RequestID(ctx), "user_id", user, "error", err)
			}
			// The status 200 has been sent. Only a broken connection can show the client that the feed is incomplete.
			panic(http.ErrAbortHandler)
		}
	}
	c.end()
	c.flush(w)
	return nil
}

func (s *Service) reminderBatch(
	ctx context.Context, user uuid.UUID, after time.Time, id uuid.UUID, until time.Time,
) ([]store.Reminder, error) {
	batch, err := s.q.ScheduledReminders(ctx, s.db, store.ScheduledRemindersParams{
		UserID: user, AfterTime: after, AfterID: id, Until: until, Batch: calendarBatch,
	})
	return batch, pg.Fault(pg.Wrap("read reminders for a calendar", err))
}

// nameReminders looks up what the reminders are about. Those that it cannot name show what was known when they were set.
func (s *Service) nameReminders(ctx context.Context, names nameBook, batch []store.Reminder) {
	ids := make([]uuid.UUID, len(batch))
	for i, r := range batch {
		ids[i] = r.ApplicationID
	}
	if err := s.nameApplications(ctx, names, ids); err != nil {
		s.log.WarnContext(ctx, "applications of a calendar not named", "request_id", httpd.RequestID(ctx), "error", err)
	}
}

// readers counts the readers of each feed in this process.
type readers struct {
	mu sync.Mutex
	of map[uuid.UUID]int
}

func newReaders() *readers { return &readers{of: map[uuid.UUID]int{}} }

// enter reports whether another reader of the user's feed is allowed. If so, it must call leave.
func (r *readers) enter(user uuid.UUID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[user] >= calendarReaders {
		return false
	}
	r.of[user]++
	return true
}

func (r *readers) leave(user uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[user]--; r.of[user] == 0 {
		delete(r.of, user)
	}
}
