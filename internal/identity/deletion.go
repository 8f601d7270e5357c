package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	jobs "rolecall/internal/jobs/oas"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// DeleteAccount deletes the caller's account with everything in it, and has the other services do the same.
func (s *Service) DeleteAccount(ctx context.Context, u auth.User, verification uuid.UUID, code string) error {
	var ended []uuid.UUID
	err := s.useCode(ctx, u.ID, verification, deleteAccount, code, q.LockAccountToDelete, func(tx pgx.Tx, acc store.Account) (err error) {
		ended, err = s.erase(ctx, tx, acc, audit.User)
		return err
	})
	if err != nil {
		return err
	}
	s.revoked.End(ended...)
	s.log.InfoContext(ctx, "account deleted", "user_id", u.ID)
	return nil
}

// afterglow is when nothing can be written in the name of a deleted account any more: its sessions are refused
// everywhere within ten seconds, and what was under way then has ended.
const afterglow = 30 * time.Second

// erase removes an account whose row is locked. Sessions end before the account does: their revocations outlive it.
func (s *Service) erase(ctx context.Context, tx pgx.Tx, acc store.Account, by audit.Actor) ([]uuid.UUID, error) {
	if err := q.DeleteOutboxOf(ctx, tx, acc.ID); err != nil {
		return nil, pg.Fault(fmt.Errorf("forget mail: %w", err))
	}
	for _, service := range neighbours {
		payload, err := json.Marshal(erasure{Service: service, User: acc.ID})
		if err != nil {
			return nil, err
		}
		// At once, and once more for what another tab or a task under way may have added meanwhile; that one waits sealed.
		// The key is random and the row has no owner: once it is delivered, nothing in it names the user.
		_, err = s.box.AddBatch(ctx, tx, []outbox.Entry{
			{Kind: kindErase, DedupeKey: "erase/" + uuid.NewString(), Payload: payload},
			{Kind: kindErase, DedupeKey: "erase/" + uuid.NewString(), Payload: payload, Secret: true, DueAt: s.now().Add(afterglow)},
		})
		if err != nil {
			return nil, err
		}
	}
	for _, b := range []budget{passwordBudget, secondFactorBudget, requestBudget, consumeBudget, emailRequestBudget, emailChangeBudget} {
		c := b.of(acc.ID.String())
		if err := q.DeleteTries(ctx, tx, store.DeleteTriesParams{Purpose: c.purpose, Subject: s.throttle.subject(c)}); err != nil {
			return nil, pg.Fault(fmt.Errorf("forget tries: %w", err))
		}
	}
	if err := s.audit.Forget(ctx, tx, acc.ID); err != nil {
		return nil, err
	}
	if err := s.audit.Record(ctx, tx, audit.Event{Kind: "account.deleted", Account: acc.ID, Actor: by, Unnamed: true}); err != nil {
		return nil, err
	}
	ended, err := s.endOthers(ctx, tx, acc.ID, uuid.Nil, s.now())
	if err != nil {
		return nil, err
	}
	if err := q.DeleteAccount(ctx, tx, acc.ID); err != nil {
		return nil, pg.Fault(fmt.Errorf("delete the account: %w", err))
	}
	return ended, nil
}

// erasure is a call to be made, as it waits in the outbox.
type erasure struct {
	Service string    `json:"service"`
	User    uuid.UUID `json:"userId"`
}

// neighbours are the services that hold data of users.
var neighbours = []string{"applications", "jobs", "notifications"}

// newEraser makes the handler that tells another service to drop what it holds of a user. Anything but the promised
// answer is a reason to ask again.
func (s *Service) newEraser() (outbox.Handler, error) {
	key := s.cfg.Auth.Key.Reveal()
	toApplications, err := applications.NewClient(s.cfg.Peers.Applications, applicationsKey(key), applications.WithClient(peer.Client("applications", s.deps.Transport)))
	if err != nil {
		return nil, fmt.Errorf("platform.client.applications-url: %w", err)
	}
	toJobs, err := jobs.NewClient(s.cfg.Peers.Jobs, jobsKey(key), jobs.WithClient(peer.Client("jobs", s.deps.Transport)))
	if err != nil {
		return nil, fmt.Errorf("platform.client.jobs-url: %w", err)
	}
	toNotifications, err := notifications.NewClient(s.cfg.Peers.Notifications, notificationsKey(key), notifications.WithClient(peer.Client("notifications", s.deps.Transport)))
	if err != nil {
		return nil, fmt.Errorf("platform.client.notifications-url: %w", err)
	}
	calls := map[string]func(context.Context, uuid.UUID) error{
		"applications": func(ctx context.Context, user uuid.UUID) error {
			return toApplications.DeleteUserData(ctx, applications.DeleteUserDataParams{UserId: user})
		},
		"jobs": func(ctx context.Context, user uuid.UUID) error {
			return toJobs.DeleteUserData(ctx, jobs.DeleteUserDataParams{UserId: user})
		},
		"notifications": func(ctx context.Context, user uuid.UUID) error {
			return toNotifications.DeleteUserData(ctx, notifications.DeleteUserDataParams{UserId: user})
		},
	}
	return func(ctx context.Context, d outbox.Delivery) error {
		var e erasure
		if err := json.Unmarshal(d.Payload, &e); err != nil {
			return outbox.Permanent(fmt.Errorf("read a call: %w", err))
		}
		call, known := calls[e.Service]
		if !known {
			return outbox.Permanent(fmt.Errorf("no service %q to call", e.Service))
		}
		return call(ctx, e.User)
	}, nil
}

var errNoToken = errors.New("identity calls other services by their internal endpoints only")

// The generated clients ask for credentials each by a type of its own.
type (
	applicationsKey  string
	jobsKey          string
	notificationsKey string
)

func (k applicationsKey) Bearer(context.Context, applications.OperationName) (applications.Bearer, error) {
	return applications.Bearer{}, errNoToken
}

func (k applicationsKey) ServiceKey(context.Context, applications.OperationName) (applications.ServiceKey, error) {
	return applications.ServiceKey{APIKey: string(k)}, nil
}

func (k jobsKey) Bearer(context.Context, jobs.OperationName) (jobs.Bearer, error) {
	return jobs.Bearer{}, errNoToken
}

func (k jobsKey) ServiceKey(context.Context, jobs.OperationName) (jobs.ServiceKey, error) {
	return jobs.ServiceKey{APIKey: string(k)}, nil
}

func (k notificationsKey) Bearer(context.Context, notifications.OperationName) (notifications.Bearer, error) {
	return notifications.Bearer{}, errNoToken
}

func (k notificationsKey) ServiceKey(context.Context, notifications.OperationName) (notifications.ServiceKey, error) {
	return notifications.ServiceKey{APIKey: string(k)}, nil
}
