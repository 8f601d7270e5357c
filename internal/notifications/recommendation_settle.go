package notifications

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	identity "rolecall/internal/identity/oas"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

const (
	// settleDays is the longest period over which identity lists the users without a second factor, by its contract.
	settleDays = 30
	// settleAge is the age up to which a notice is settled. Its user may have registered a day before it; the other day
	// allows for clocks that differ. A user whom the list no longer covers would look like one with a second factor.
	settleAge = (settleDays - 2) * 24 * time.Hour
)

// settleRecommendations marks the advice as read for users who have a second factor by now.
func (s *Service) settleRecommendations(ctx context.Context) (int, error) {
	// The notices are read before the list, so that a user who is advised in between does not seem to have a second factor.
	open, err := s.q.OpenRecommendations(ctx, s.db, s.now().Add(-settleAge))
	if err != nil {
		return 0, pg.Fault(fmt.Errorf("read open recommendations: %w", err))
	}
	if len(open) == 0 {
		return 0, nil
	}
	list, err := s.identity.ListUsersWithoutTwoFactor(ctx, identity.ListUsersWithoutTwoFactorParams{SinceDays: identity.NewOptInt(settleDays)})
	if err != nil {
		return 0, fmt.Errorf("read users without two-factor: %w", peer.Fault("Identity", err))
	}
	without := make(map[uuid.UUID]bool, len(list.UserIds))
	for _, user := range list.UserIds {
		without[user] = true
	}
	settled := slices.DeleteFunc(open, func(user uuid.UUID) bool { return without[user] })
	if len(settled) == 0 {
		return 0, nil
	}
	n, err := s.q.SettleRecommendations(ctx, s.db, settled)
	return int(n), pg.Fault(pg.Wrap("settle recommendations", err))
}
