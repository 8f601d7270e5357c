package notifications

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	identity "rolecall/internal/identity/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// RecommendationResult counts what a run over the new users did.
type RecommendationResult struct {
	Recommended int
}

const (
	recommendTitle   = "Protect your account with two-factor authentication"
	recommendMessage = "A second factor keeps your account safe even if someone learns your password. " +
		"Turn it on in the security settings; it takes a minute."
	recommendChunk = 1000
)

// RecommendTwoFactor advises users who registered in the last day and have no second factor. Each is advised only once.
func (s *Service) RecommendTwoFactor(ctx context.Context) (RecommendationResult, error) {
	var total RecommendationResult
	list, err := s.identity.ListUsersWithoutTwoFactor(ctx, identity.ListUsersWithoutTwoFactorParams{SinceDays: identity.NewOptInt(1)})
	if err != nil {
		s.meters.count(taskRecommendation, outcomeFailed, 1)
		return total, fmt.Errorf("read new users: %w", peer.Fault("Identity", err, peerStatus))
	}
	for users := range slices.Chunk(list.UserIds, recommendChunk) {
		ids := make([]uuid.UUID, len(users))
		for i := range ids {
			if ids[i], err = uuid.NewV7(); err != nil {
				return total, err
			}
		}
		n, err := s.q.Recommend(ctx, s.db, store.RecommendParams{
			UserIds: users, Ids: ids, Title: recommendTitle, Message: recommendMessage, Now: s.now(),
		})
		if err != nil {
			s.meters.count(taskRecommendation, outcomeFailed, len(users))
			return total, pg.Fault(fmt.Errorf("recommend two-factor: %w", err))
		}
		total.Recommended += int(n)
		s.meters.count(taskRecommendation, outcomeFired, int(n))
	}
	return total, nil
}
