package notifications

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	identity "rolecall/internal/identity/oas"
	"rolecall/internal/notifications/oas"
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
		n := 0
		err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			advised, err := s.q.Recommend(ctx, tx, store.RecommendParams{
				UserIds: users, Ids: ids, Title: recommendTitle, Message: recommendMessage, Now: s.now(),
			})
			if err != nil {
				return err
			}
			n = len(advised)
			var events []channelEvent
			for _, user := range advised {
				events = append(events, channelEvent{
					user: user, kind: oas.NotificationTypeSECURITYRECOMMENDATION, title: recommendTitle, message: recommendMessage,
				})
			}
			return s.spread(ctx, tx, events...)
		})
		if err != nil {
			s.meters.count(taskRecommendation, outcomeFailed, len(users))
			return total, pg.Fault(fmt.Errorf("recommend two-factor: %w", err))
		}
		total.Recommended += n
		s.meters.count(taskRecommendation, outcomeFired, n)
	}
	return total, nil
}
