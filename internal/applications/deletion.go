package applications

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/ogen-go/ogen/ogenerrors"

	"rolecall/internal/applications/store"
	"rolecall/internal/auth"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// kindDeleted is the only kind of entry in the outbox: a call that tells notifications of deleted applications.
const kindDeleted = "applications-deleted"

// deletedChunk is how many applications one call names at most; it is the contract's limit.
const deletedChunk = 500

// announceDeleted has notifications cancel the reminders of applications that are deleted in this transaction. The
// entries have random keys and no owner: once they are delivered, nothing in them names the user.
func (s *Service) announceDeleted(ctx context.Context, tx pgx.Tx, user uuid.UUID, ids []uuid.UUID) error {
	var calls []outbox.Entry
	for chunk := range slices.Chunk(ids, deletedChunk) {
		payload, err := json.Marshal(notifications.DeletedApplications{UserId: user, ApplicationIds: chunk})
		if err != nil {
			return fmt.Errorf("write a call: %w", err)
		}
		calls = append(calls, outbox.Entry{Kind: kindDeleted, DedupeKey: "deleted/" + uuid.NewString(), Payload: payload})
	}
	_, err := s.box.AddBatch(ctx, tx, calls)
	return err
}

// newCalls makes the worker that calls notifications. A call is repeated until it is answered.
func (s *Service) newCalls(url string, key auth.ServiceKey) (*outbox.Worker, error) {
	client, err := notifications.NewClient(url, notificationsKey{key}, notifications.WithClient(peer.Client("notifications", nil)))
	if err != nil {
		return nil, fmt.Errorf("client of notifications: %w", err)
	}
	const always = 100 * 365 * 24 * time.Hour
	return &outbox.Worker{
		Box: s.box, DB: s.db, Log: s.log, Metrics: s.deps.Metrics, Now: s.now,
		Handlers: map[string]outbox.Handler{kindDeleted: func(ctx context.Context, d outbox.Delivery) error {
			var call notifications.DeletedApplications
			if err := json.Unmarshal(d.Payload, &call); err != nil {
				return outbox.Permanent(fmt.Errorf("read a call: %w", err))
			}
			return client.ForgetApplications(ctx, &call)
		}},
		MaxAge: always, MaxAttempts: 1 << 30, BackoffMin: 2 * time.Second, BackoffMax: 10 * time.Minute,
	}, nil
}

// DeliverCalls makes the calls that are due.
func (s *Service) DeliverCalls(ctx context.Context) (outbox.Result, error) {
	return s.calls.RunOnce(ctx)
}

// keepCalls is how long a delivered call shows that it was.
const keepCalls = 7 * 24 * time.Hour

// Swept is what a round of housekeeping removed.
type Swept struct{ Calls int64 }

// Housekeep removes delivered calls, and the claims of imports whose process died.
func (s *Service) Housekeep(ctx context.Context) (Swept, error) {
	if err := s.q.DropImports(ctx, s.db, store.DropImportsParams{Before: new(s.now())}); err != nil {
		return Swept{}, pg.Fault(wrap("forget imports", err))
	}
	n, err := s.box.Prune(ctx, s.db, keepCalls)
	return Swept{Calls: n}, err
}

// notificationsKey sends the service key to notifications.
type notificationsKey struct{ key auth.ServiceKey }

func (notificationsKey) Bearer(context.Context, notifications.OperationName) (notifications.Bearer, error) {
	return notifications.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (k notificationsKey) ServiceKey(context.Context, notifications.OperationName) (notifications.ServiceKey, error) {
	return notifications.ServiceKey{APIKey: k.key.Reveal()}, nil
}
