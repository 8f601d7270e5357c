package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// maxSessions is the number of sessions that an account can have. One more login ends the oldest session: refusing the
// login would lock out a person who never logs out.
const maxSessions = 200

var errNoSession = fault.New(fault.NotFound, "", "There is no such session.")

// startSession writes the session of a login, whose token expires with it.
func (s *Service) startSession(ctx context.Context, tx pgx.Tx, acc store.Account) (session store.InsertSessionParams, err error) {
	now := s.now()
	session = store.InsertSessionParams{
		ID: uuid.Must(uuid.NewV7()), UserID: acc.ID, Now: now, Admin: s.isAdmin(acc), UserAgent: userAgent(ctx), Address: clientAddress(ctx),
		ExpiresAt: now.Truncate(time.Second).Add(s.cfg.Auth.TokenLife()), // tokens count whole seconds
	}
	if err := q.InsertSession(ctx, tx, session); err != nil {
		return session, pg.Fault(fmt.Errorf("start a session: %w", err))
	}
	return session, nil
}

// Sessions lists the live sessions of a user.
func (s *Service) Sessions(ctx context.Context, user uuid.UUID) ([]store.Session, error) {
	rows, err := q.LiveSessions(ctx, s.db, store.LiveSessionsParams{UserID: user, Now: s.now()})
	return rows, pg.Fault(pg.Wrap("list sessions", err))
}

// EndSession ends one of the user's sessions.
func (s *Service) EndSession(ctx context.Context, user, session uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		ended, err := s.endListedSessions(ctx, tx, user, session)
		if err != nil {
			return err
		}
		if ended == 0 {
			return errNoSession
		}
		return s.recordOwn(ctx, tx, "session.ended", user)
	})
}

// Logout ends the session of the caller's own token, whether or not its row still exists.
func (s *Service) Logout(ctx context.Context, u auth.User) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockRevocations(ctx, tx); err != nil {
			return pg.Fault(err)
		}
		if err := q.Revoke(ctx, tx, store.RevokeParams{Sid: u.SessionID, Now: s.now(), ExpiresAt: u.ExpiresAt}); err != nil {
			return pg.Fault(err)
		}
		pg.AfterCommit(tx, func() { s.revoked.End(u.SessionID) })
		return s.recordOwn(ctx, tx, "session.ended", u.ID)
	})
}

// endSessions ends sessions with a statement and returns how many. Once the transaction has committed this process refuses
// their tokens immediately; other processes follow the table.
func (s *Service) endSessions(ctx context.Context, tx pgx.Tx, end func() ([]uuid.UUID, error)) (int, error) {
	if err := q.LockRevocations(ctx, tx); err != nil {
		return 0, pg.Fault(err)
	}
	ended, err := end()
	if err != nil {
		return 0, pg.Fault(fmt.Errorf("end sessions: %w", err))
	}
	pg.AfterCommit(tx, func() { s.revoked.End(ended...) })
	return len(ended), nil
}

// endOtherSessions ends all sessions of a user but one, or all if keep is uuid.Nil.
func (s *Service) endOtherSessions(ctx context.Context, tx pgx.Tx, user, keep uuid.UUID) (int, error) {
	return s.endSessions(ctx, tx, func() ([]uuid.UUID, error) {
		return q.EndOtherSessions(ctx, tx, store.EndOtherSessionsParams{UserID: user, Keep: keep, Now: s.now()})
	})
}

// endListedSessions ends the given sessions of a user.
func (s *Service) endListedSessions(ctx context.Context, tx pgx.Tx, user uuid.UUID, ids ...uuid.UUID) (int, error) {
	return s.endSessions(ctx, tx, func() ([]uuid.UUID, error) {
		return q.EndSessions(ctx, tx, store.EndSessionsParams{UserID: user, Ids: ids, Now: s.now()})
	})
}

// revokeAccess follows every change of password or second factor, in its transaction: logins, passkey ceremonies and
// recoveries that began before it cannot finish after it, and all sessions but one end. It returns how many.
func (s *Service) revokeAccess(ctx context.Context, tx pgx.Tx, user, keep uuid.UUID) (ended int, err error) {
	if err := q.RevokeAccess(ctx, tx, store.RevokeAccessParams{UserID: user, Now: s.now()}); err != nil {
		return 0, pg.Fault(fmt.Errorf("void logins and codes that have begun: %w", err))
	}
	return s.endOtherSessions(ctx, tx, user, keep)
}

// credentialsChanged finishes a change of credentials that the owner made in a session, which stays: it revokes all other
// access, keeps the device of the change known, and records and mails the change. acc is the account before the change.
func (s *Service) credentialsChanged(
	ctx context.Context, tx pgx.Tx, acc store.Account, session uuid.UUID, e audit.Event, n plainMail,
) error {
	ended, err := s.revokeAccess(ctx, tx, acc.ID, session)
	if err != nil {
		return err
	}
	if err := s.keepDevice(ctx, tx, acc); err != nil {
		return err
	}
	n.To = acc.Email
	if err := s.notify(ctx, tx, acc.ID, n); err != nil {
		return err
	}
	if e.Detail == nil {
		e.Detail = map[string]any{}
	}
	e.Account, e.Actor, e.Detail["sessions_ended"] = acc.ID, audit.User, ended
	return s.audit.Record(ctx, tx, e)
}

// endSurplus ends the oldest sessions beyond the limit after a login. Each of several logins at once counts after it
// has written its own session, so the last one counts all of them.
func (s *Service) endSurplus(ctx context.Context, user uuid.UUID) error {
	surplus, err := q.SurplusSessions(ctx, s.db, store.SurplusSessionsParams{UserID: user, Now: s.now(), Most: maxSessions})
	if err != nil || len(surplus) == 0 {
		return pg.Fault(err)
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		ended, err := s.endListedSessions(ctx, tx, user, surplus...)
		if err != nil || ended == 0 {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Event{
			Kind: "session.ended", Account: user, Actor: audit.User, Detail: map[string]any{"sessions_ended": ended, "reason": "limit"},
		})
	})
}

// usage keeps when sessions were last used until RecordUse writes it, so that a request costs no write.
type usage struct {
	mu   sync.Mutex
	seen map[uuid.UUID]time.Time
}

func (u *usage) note(session uuid.UUID, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.seen[session] = at
}

// RecordUse writes when sessions were last used. A failed write loses some seconds of accuracy.
func (s *Service) RecordUse(ctx context.Context) (sessions int64, err error) {
	s.usage.mu.Lock()
	seen := s.usage.seen
	s.usage.seen = map[uuid.UUID]time.Time{}
	s.usage.mu.Unlock()
	// In one order everywhere, so that two replicas that saw the same sessions do not deadlock.
	ids := slices.SortedFunc(maps.Keys(seen), func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	for chunk := range slices.Chunk(ids, 1000) {
		times := make([]time.Time, len(chunk))
		for i, id := range chunk {
			times[i] = seen[id]
		}
		n, err := q.TouchSessions(ctx, s.db, store.TouchSessionsParams{Ids: chunk, Times: times})
		if err != nil {
			return sessions, pg.Fault(fmt.Errorf("record the use of sessions: %w", err))
		}
		sessions += n
	}
	return sessions, nil
}
