package identity

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

const (
	revocationPage = 1000
	cursorPrefix   = "r1."
)

var errBadCursor = fault.InvalidField("since", "This is not a cursor of an earlier answer.")

// revocationsSince lists ended sessions whose tokens may still be valid, from a cursor on.
func (s *Service) revocationsSince(ctx context.Context, cursor string) ([]auth.Revocation, string, error) {
	since, err := parseCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	// A verifier whose clock is behind still accepts tokens that have expired by ours.
	rows, err := q.Revocations(ctx, s.db, store.RevocationsParams{Since: since, Now: s.now().Add(-time.Minute), MaxRows: revocationPage})
	if err != nil {
		return nil, "", pg.Fault(fmt.Errorf("list revocations: %w", err))
	}
	items := make([]auth.Revocation, len(rows))
	for i, r := range rows {
		items[i] = auth.Revocation{SessionID: r.Sid, RevokedAt: r.RevokedAt.UTC()}
		since = r.Position
	}
	next := base64.RawURLEncoding.EncodeToString([]byte(cursorPrefix + strconv.FormatInt(since, 10)))
	return items, next, nil
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

// EndAllSessions logs all users out, for an operator after a break-in or a restore. Keys that no longer sign stop
// verifying too, which also ends tokens whose session is not in the tables; rotate the key first. Running services
// follow within seconds for the sessions and within minutes for the keys.
func EndAllSessions(ctx context.Context, db pg.Conn, now time.Time) (ended int64, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if err := q.ExpireRetiredKeys(ctx, tx, now); err != nil {
			return err
		}
		if err := q.LockRevocations(ctx, tx); err != nil {
			return err
		}
		ended, err = q.EndAllSessions(ctx, tx, now)
		return err
	})
	return ended, pg.Fault(pg.Wrap("end all sessions", err))
}
