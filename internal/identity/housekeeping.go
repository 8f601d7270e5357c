package identity

import (
	"context"
	"fmt"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/identity/store"
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

// bounded is the form of the parameters of all sweeping statements.
type bounded struct {
	Before  time.Time
	MaxRows int32
}

// Housekeep removes what has expired, a bounded number of rows at a time. Several replicas may run it at once.
func (s *Service) Housekeep(ctx context.Context) (Swept, error) {
	var out Swept
	now := s.now()
	expired := now.Add(-sweepGrace)
	tasks := []struct {
		name  string
		count *int64
		sweep func() (int64, error)
	}{
		{"challenges", &out.Challenges, sweeper(ctx, s, q.SweepChallenges, expired)},
		{"passkey ceremonies", &out.Ceremonies, sweeper(ctx, s, q.SweepCeremonies, expired)},
		{"used steps", &out.Steps, sweeper(ctx, s, q.SweepSteps, expired)},
		{"codes", &out.Codes, sweeper(ctx, s, q.SweepCodes, expired)},
		{"password resets", &out.Recoveries, sweeper(ctx, s, q.SweepResets, expired)},
		{"changes of address", &out.Recoveries, sweeper(ctx, s, q.SweepEmailChanges, expired)},
		{"attempts", &out.Attempts, sweeper(ctx, s, q.SweepAttempts, expired.Add(-secondFactorBudget.reach()))},
		{"sessions", &out.Sessions, sweeper(ctx, s, q.SweepSessions, expired)},
		{"revocations", &out.Revocations, sweeper(ctx, s, q.SweepRevocations, expired)},
		{"registrations", &out.Registrations, sweeper(ctx, s, q.SweepRegistrations, now)},
		{"invitations", &out.Invitations, sweeper(ctx, s, q.SweepInvitations, expired)},
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
	if out.Keys, err = q.SweepKeys(ctx, s.db, expired); err != nil {
		return out, pg.Fault(fmt.Errorf("sweep signing keys: %w", err))
	}
	out.Outbox, err = s.box.Prune(ctx, s.db, outboxKeep)
	return out, err
}

func sweeper[P ~struct {
	Before  time.Time
	MaxRows int32
}](ctx context.Context, s *Service, sweep func(context.Context, store.DBTX, P) (int64, error), before time.Time) func() (int64, error) {
	return func() (int64, error) { return sweep(ctx, s.db, P(bounded{Before: before, MaxRows: sweepRows})) }
}
