package identity

import (
	"context"
	"fmt"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/pg"
)

// Swept counts what a round of housekeeping removed.
type Swept struct {
	Challenges, Ceremonies, Codes, Recoveries, Steps, Attempts, Sessions, Revocations, Registrations, Invitations, Keys, Outbox, Events int64
}

const (
	sweepRows = 5000
	// sweepGrace keeps expired rows for a while, for looking into complaints.
	sweepGrace = time.Hour
	// outboxKeep is the time for which a delivered row stays as evidence.
	outboxKeep = 7 * 24 * time.Hour
)

// Housekeep removes what has expired, a bounded number of rows at a time. Several replicas may run it at once.
func (s *Service) Housekeep(ctx context.Context) (Swept, error) {
	var out Swept
	now := s.now()
	expired := now.Add(-sweepGrace)
	older := func(table, column string, than time.Time) func() (int64, error) {
		statement := fmt.Sprintf(`DELETE FROM identity.%[1]s WHERE ctid = ANY(ARRAY(
			SELECT ctid FROM identity.%[1]s WHERE %[2]s <= $1 ORDER BY %[2]s LIMIT $2 FOR UPDATE SKIP LOCKED))`, table, column)
		return func() (int64, error) {
			tag, err := s.db.Exec(ctx, statement, than, sweepRows)
			return tag.RowsAffected(), err
		}
	}
	tasks := []struct {
		name  string
		count *int64
		sweep func() (int64, error)
	}{
		{"challenges", &out.Challenges, older("two_factor_challenge", "expires_at", expired)},
		{"passkey ceremonies", &out.Ceremonies, older("passkey_ceremony", "expires_at", expired)},
		{"used steps", &out.Steps, older("used_totp_step", "used_at", expired)},
		{"codes", &out.Codes, older("verification_code", "expires_at", expired)},
		{"password resets", &out.Recoveries, older("password_reset", "expires_at", expired)},
		{"changes of address", &out.Recoveries, older("email_change", "expires_at", expired)},
		{"attempts", &out.Attempts, older("throttle", "failed_at", expired.Add(-secondFactorBudget.reach()))},
		{"sessions", &out.Sessions, older("session", "expires_at", expired)},
		{"revocations", &out.Revocations, older("revocation", "expires_at", expired)},
		{"registrations", &out.Registrations, older("registration", "expires_at", now)},
		{"invitations", &out.Invitations, older("invitation", "expires_at", expired)},
		{"signing keys", &out.Keys, older("signing_key", "expires_at", expired)},
		{"security events", &out.Events, func() (int64, error) { return s.audit.Sweep(ctx, s.db, sweepRows) }},
	}
	for _, t := range tasks {
		for {
			n, err := t.sweep()
			if err != nil {
				return out, pg.Fault(fmt.Errorf("sweep %s: %w", t.name, err))
			}
			*t.count += n
			if n < sweepRows || background.Stopping(ctx) {
				break
			}
		}
	}
	var err error
	out.Outbox, err = s.box.Prune(ctx, s.db, outboxKeep)
	return out, err
}
