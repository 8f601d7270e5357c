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
	Settled     int // notices marked as read because their users have a second factor by now
}

const recommendChunk = 1000

// RecommendTwoFactor advises users who registered in the last day and have no second factor. Each is advised only once.
// The notices of those who followed the advice are marked as read.
func (s *Service) RecommendTwoFactor(ctx context.Context) (RecommendationResult, error) {
	total, err := s.recommend(ctx)
	if err != nil {
		return total, err
	}
	if total.Settled, err = s.settleRecommendations(ctx); err != nil {
		s.meters.count(taskRecommendation, outcomeFailed, 1)
	}
	return total, err
}

func (s *Service) recommend(ctx context.Context) (RecommendationResult, error) {
	var total RecommendationResult
	list, err := s.identity.ListUsersWithoutTwoFactor(ctx, identity.ListUsersWithoutTwoFactorParams{SinceDays: identity.NewOptInt(1)})
	if err != nil {
		s.meters.count(taskRecommendation, outcomeFailed, 1)
		return total, fmt.Errorf("read new users: %w", peer.Fault("Identity", err))
	}
	for users := range slices.Chunk(list.UserIds, recommendChunk) {
		formats, err := s.formatsFor(ctx, users)
		if err != nil {
			return total, err
		}
		arg := store.RecommendParams{UserIds: users, Ids: make([]uuid.UUID, len(users)), Now: s.now()}
		for i, user := range users {
			arg.Ids[i] = uuid.Must(uuid.NewV7())
			arg.Titles = append(arg.Titles, formats(user).Text("recommendation.title"))
			arg.Messages = append(arg.Messages, formats(user).Text("recommendation.message"))
		}
		n := 0
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			advised, err := s.q.Recommend(ctx, tx, arg)
			if err != nil {
				return err
			}
			n = len(advised)
			var events []channelEvent
			for _, user := range advised {
				events = append(events, channelEvent{
					user: user, kind: oas.NotificationTypeSECURITYRECOMMENDATION,
					title: formats(user).Text("recommendation.title"), message: formats(user).Text("recommendation.message"),
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
