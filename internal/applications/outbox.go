package applications

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

const (
	// kindDeleted reports deleted applications to notifications.
	kindDeleted = "applications-deleted"
	// deletedChunk is the number of applications that one call may name, by the contract of notifications.
	deletedChunk = 500
	// keepCalls is the time for which a delivered call is kept as evidence.
	keepCalls = 7 * 24 * time.Hour
)

// announceDeleted has notifications cancel the reminders of applications that this transaction deletes, at the given time.
// It returns the keys of the calls. They are random and have no owner: once they are delivered, nothing names the user.
func (s *Service) announceDeleted(
	ctx context.Context, tx pgx.Tx, user uuid.UUID, ids []uuid.UUID, at time.Time,
) (keys []string, err error) {
	var calls []outbox.Entry
	for chunk := range slices.Chunk(ids, deletedChunk) {
		payload, err := json.Marshal(notifications.DeletedApplications{UserId: user, ApplicationIds: chunk})
		if err != nil {
			return nil, fmt.Errorf("encode a call: %w", err)
		}
		keys = append(keys, "deleted/"+uuid.NewString())
		calls = append(calls, outbox.Entry{Kind: kindDeleted, DedupeKey: keys[len(keys)-1], Payload: payload, DueAt: at})
	}
	_, err = s.box.AddBatch(ctx, tx, calls)
	return keys, err
}

// newCalls returns the worker that calls notifications. It retries a call for as long as it takes.
func (s *Service) newCalls() *outbox.Worker {
	const always = 100 * 365 * 24 * time.Hour
	return &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics,
		Handlers: map[string]outbox.Handler{kindDeleted: func(ctx context.Context, d outbox.Delivery) error {
			var call notifications.DeletedApplications
			if err := json.Unmarshal(d.Payload, &call); err != nil {
				return outbox.Permanent(fmt.Errorf("decode a call: %w", err))
			}
			return s.notifications.ForgetApplications(ctx, &call)
		}},
		MaxAge: always, MaxAttempts: 1 << 30, BackoffMin: 2 * time.Second, BackoffMax: 10 * time.Minute,
	}
}

// DeliverCalls makes the calls that are due.
func (s *Service) DeliverCalls(ctx context.Context) (outbox.Result, error) {
	return s.calls.RunOnce(ctx)
}

// HousekeepingResult counts what a run of housekeeping removed.
type HousekeepingResult struct{ Calls int64 }

// Housekeep removes old delivered calls, deleted applications and changes of many that cannot be undone any more, and the
// claims of imports whose process died.
func (s *Service) Housekeep(ctx context.Context) (HousekeepingResult, error) {
	now := s.now()
	for _, old := range []struct {
		table, column string
		before        time.Time
	}{{"import_run", "until", now}, {"deleted", "deleted_at", now.Add(-undoWindow)}, {"bulk", "made_at", now.Add(-undoWindow)}} {
		_, err := s.db.Exec(ctx, "DELETE FROM "+pgx.Identifier{"applications", old.table}.Sanitize()+
			" WHERE "+pgx.Identifier{old.column}.Sanitize()+" <= $1", old.before)
		if err != nil {
			return HousekeepingResult{}, pg.Fault(pg.Wrap("clear "+old.table, err))
		}
	}
	n, err := s.box.Prune(ctx, s.db, keepCalls)
	return HousekeepingResult{Calls: n}, err
}
