package identity

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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

// newSession is a session from now on, of a login that has just proved itself.
func (s *Service) newSession(ctx context.Context, user uuid.UUID, now time.Time) (store.Session, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return store.Session{}, err
	}
	// Tokens count in whole seconds; the session ends with its token.
	return store.Session{ID: id, UserID: user, CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Truncate(time.Second).Add(s.cfg.Auth.TokenLife()),
		UserAgent: userAgent(ctx), Address: clientAddress(ctx)}, nil
}

// Sessions lists the sessions of a user that have not ended.
func (s *Service) Sessions(ctx context.Context, user uuid.UUID) ([]store.Session, error) {
	rows, err := q.LiveSessions(ctx, s.db, store.LiveSessionsParams{UserID: user, Now: s.now()})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list sessions: %w", err))
	}
	return rows, nil
}

var errNoSession = fault.New(fault.NotFound, "", "There is no such session.")

// EndSession ends one of the user's sessions.
func (s *Service) EndSession(ctx context.Context, user, session uuid.UUID) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockRevocations(ctx, tx); err != nil {
			return pg.Fault(err)
		}
		if _, err := q.EndSession(ctx, tx, store.EndSessionParams{ID: session, UserID: user, Now: s.now()}); err != nil {
			return pg.Fault(err, pg.Absent(errNoSession))
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "session.ended", Account: user, Actor: audit.User})
	})
	if err == nil {
		s.revoked.End(session)
	}
	return err
}

// Logout ends the session of the caller's own token, whether or not its row is still there.
func (s *Service) Logout(ctx context.Context, u auth.User) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := q.LockRevocations(ctx, tx); err != nil {
			return pg.Fault(err)
		}
		if err := q.Revoke(ctx, tx, store.RevokeParams{Sid: u.SessionID, Now: s.now(), ExpiresAt: u.ExpiresAt}); err != nil {
			return pg.Fault(err)
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "session.ended", Account: u.ID, Actor: audit.User})
	})
	if err == nil {
		s.revoked.End(u.SessionID)
	}
	return err
}

// secure is what follows every change of password or second factor, in its transaction: logins that were begun before
// it do not end after it, codes of recovery are void, and all sessions but the caller's end. The returned sessions are to
// be told to the verifier once the transaction has committed.
func (s *Service) secure(ctx context.Context, tx pgx.Tx, user, keep uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	if err := q.RaiseSecurityVersion(ctx, tx, store.RaiseSecurityVersionParams{ID: user, Now: now}); err != nil {
		return nil, pg.Fault(fmt.Errorf("raise the security version: %w", err))
	}
	if err := q.DeleteChallenges(ctx, tx, user); err != nil {
		return nil, pg.Fault(fmt.Errorf("void challenges: %w", err))
	}
	if err := q.DeleteCeremonies(ctx, tx, user); err != nil {
		return nil, pg.Fault(fmt.Errorf("void passkey ceremonies: %w", err))
	}
	if err := q.VoidRecovery(ctx, tx, user); err != nil {
		return nil, pg.Fault(fmt.Errorf("void recovery: %w", err))
	}
	return s.endOthers(ctx, tx, user, keep, now)
}

// secureBecause does the same for a change by the user, records it, and keeps the device known that it was made on.
func (s *Service) secureBecause(ctx context.Context, tx pgx.Tx, kind string, user, keep uuid.UUID) ([]uuid.UUID, error) {
	before, err := q.AccountByID(ctx, tx, user)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read the account: %w", err))
	}
	ended, err := s.secure(ctx, tx, user, keep, s.now())
	if err != nil {
		return nil, err
	}
	if err := s.keepDevice(ctx, tx, before); err != nil {
		return nil, err
	}
	return ended, s.audit.Record(ctx, tx, audit.Event{Kind: kind, Account: user, Actor: audit.User, Detail: map[string]any{"sessions_ended": len(ended)}})
}

func (s *Service) endOthers(ctx context.Context, tx pgx.Tx, user, keep uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	if err := q.LockRevocations(ctx, tx); err != nil {
		return nil, pg.Fault(err)
	}
	ended, err := q.EndOtherSessions(ctx, tx, store.EndOtherSessionsParams{UserID: user, Keep: keep, Now: now})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("end other sessions: %w", err))
	}
	return ended, nil
}

const revocationPage = 1000

var errBadCursor = fault.InvalidField("since", "This is not a cursor of an earlier answer.")

// revocationsSince lists ended sessions whose tokens could still be alive, from a cursor on.
func (s *Service) revocationsSince(ctx context.Context, cursor string) ([]auth.Revocation, string, error) {
	since, err := parseCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	// A verifier whose clock runs behind still takes tokens that have ended by ours.
	rows, err := q.Revocations(ctx, s.db, store.RevocationsParams{Since: since, Now: s.now().Add(-time.Minute), MaxRows: revocationPage})
	if err != nil {
		return nil, "", pg.Fault(fmt.Errorf("list revocations: %w", err))
	}
	items := make([]auth.Revocation, len(rows))
	for i, r := range rows {
		items[i] = auth.Revocation{SessionID: r.Sid, RevokedAt: r.RevokedAt.UTC()}
		since = r.Position
	}
	return items, formatCursor(since), nil
}

const cursorPrefix = "r1."

func formatCursor(position int64) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorPrefix + strconv.FormatInt(position, 10)))
}

func parseCursor(cursor string) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	plain, err := base64.RawURLEncoding.DecodeString(cursor)
	digits, ours := strings.CutPrefix(string(plain), cursorPrefix)
	if err != nil || !ours {
		return 0, errBadCursor
	}
	position, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || position < 0 {
		return 0, errBadCursor
	}
	return position, nil
}

// usage remembers when sessions were last used until it is written down, many at a time: a request costs no write.
type usage struct {
	mu   sync.Mutex
	seen map[uuid.UUID]time.Time
}

func newUsage() *usage { return &usage{seen: map[uuid.UUID]time.Time{}} }

func (u *usage) note(session uuid.UUID, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.seen[session] = at
}

func (u *usage) take() map[uuid.UUID]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	seen := u.seen
	u.seen = map[uuid.UUID]time.Time{}
	return seen
}

// RecordUse writes down when sessions were last used. What a failed write loses is a few seconds of accuracy.
func (s *Service) RecordUse(ctx context.Context) (sessions int64, err error) {
	seen := s.usage.take()
	// In one order everywhere: two replicas that know the same sessions must not wait for each other.
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
