package notifications_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/notifications"
)

func TestTheRecommendationComesOnceForEver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, old := w.person(), w.person()
	w.identity.no2FA = []uuid.UUID{ada.id, old.id}
	w.exec("INSERT INTO notification.notification (id, user_id, type, title, message) VALUES (gen_random_uuid(), $1, 'SECURITY_RECOMMENDATION', 'Old', '')", old.id)
	recommends := func(want int) {
		t.Helper()
		r, err := w.svc.RecommendTwoFactor(t.Context())
		if err != nil || r.Recommended != want {
			t.Errorf("%+v, %v, want %d", r, err, want)
		}
	}
	recommends(1)
	recommends(0)
	notices := ada.centre()
	if len(notices) != 1 || notices[0].Type != "SECURITY_RECOMMENDATION" || !notices[0].ApplicationId.Null || len(old.centre()) != 1 {
		t.Fatalf("notices: %+v", notices)
	}
	ada.Do("DELETE", "/notifications/"+notices[0].ID.String(), nil).Want(204)
	recommends(0)
	if len(w.mail.Messages()) != 0 || w.identity.since[0] != 1 {
		t.Errorf("%d mails, asked for %d days", len(w.mail.Messages()), w.identity.since[0])
	}
	w.identity.goAway(true)
	if _, err := w.svc.RecommendTwoFactor(t.Context()); err == nil || w.counted("security-recommendation", "failed") != 1 {
		t.Errorf("identity away: %v", err)
	}
}

func TestReplicasRecommendOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2500 {
		w.identity.no2FA = append(w.identity.no2FA, uuid.New())
	}
	replicas := []*notifications.Service{w.svc, w.replica(), w.replica()}
	for _, err := range everyone(t.Context(), replicas, func(ctx context.Context, s *notifications.Service) error {
		_, err := s.RecommendTwoFactor(ctx)
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	if n := w.count("SELECT count(DISTINCT user_id) FROM notification.notification"); n != 2500 || n != w.count("SELECT count(*) FROM notification.notification") {
		t.Errorf("%d users told", n)
	}
}
