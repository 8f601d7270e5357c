package identity

import (
	"context"
	"fmt"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// Swept is what a round of housekeeping removed.
type Swept struct {
	Challenges, Ceremonies, Codes, Recoveries, Steps, Tries, Sessions, Revocations, Registrations, Invitations, Keys, Outbox, Events int64
}

const (
	sweepRows = 5000
	// A row is of no use once it has expired; the hour is for whoever looks into a complaint.
	sweepGrace = time.Hour
	// outboxKeep is how long a delivered row shows that it was.
	outboxKeep = 7 * 24 * time.Hour
)

// Housekeep removes what has expired, a bounded number of rows at a time. Several replicas may do it at once.
func (s *Service) Housekeep(ctx context.Context) (Swept, error) {
	var out Swept
	now := s.now()
	expired := now.Add(-sweepGrace)
	tasks := []struct {
		name  string
		count *int64
		sweep func() (int64, error)
	}{
		{"challenges", &out.Challenges, func() (int64, error) {
			return q.SweepChallenges(ctx, s.db, store.SweepChallengesParams{Before: expired, MaxRows: sweepRows})
		}},
		{"passkey ceremonies", &out.Ceremonies, func() (int64, error) {
			return q.SweepCeremonies(ctx, s.db, store.SweepCeremoniesParams{Before: expired, MaxRows: sweepRows})
		}},
		{"used steps", &out.Steps, func() (int64, error) {
			return q.SweepSteps(ctx, s.db, store.SweepStepsParams{Before: expired, MaxRows: sweepRows})
		}},
		{"codes", &out.Codes, func() (int64, error) {
			return q.SweepCodes(ctx, s.db, store.SweepCodesParams{Before: expired, MaxRows: sweepRows})
		}},
		{"password resets", &out.Recoveries, func() (int64, error) {
			return q.SweepResets(ctx, s.db, store.SweepResetsParams{Before: expired, MaxRows: sweepRows})
		}},
		{"changes of address", &out.Recoveries, func() (int64, error) {
			return q.SweepEmailChanges(ctx, s.db, store.SweepEmailChangesParams{Before: expired, MaxRows: sweepRows})
		}},
		{"tries", &out.Tries, func() (int64, error) {
			return q.SweepTries(ctx, s.db, store.SweepTriesParams{Before: now.Add(-secondFactorBudget.reach() - sweepGrace), MaxRows: sweepRows})
		}},
		{"sessions", &out.Sessions, func() (int64, error) {
			return q.SweepSessions(ctx, s.db, store.SweepSessionsParams{Before: expired, MaxRows: sweepRows})
		}},
		{"revocations", &out.Revocations, func() (int64, error) {
			return q.SweepRevocations(ctx, s.db, store.SweepRevocationsParams{Before: expired, MaxRows: sweepRows})
		}},
		{"registrations", &out.Registrations, func() (int64, error) {
			return q.SweepRegistrations(ctx, s.db, store.SweepRegistrationsParams{Before: now, MaxRows: sweepRows})
		}},
		{"invitations", &out.Invitations, func() (int64, error) {
			return q.SweepInvitations(ctx, s.db, store.SweepInvitationsParams{Before: expired, MaxRows: sweepRows})
		}},
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
