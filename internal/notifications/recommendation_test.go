package notifications_test

import (
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/notifications"
)

func TestRecommendationIsSentOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, old := fx.person(), fx.person()
	fx.identity.no2FA = []uuid.UUID{ada.id, old.id}
	fx.exec("INSERT INTO notification.notification (id, user_id, type, title, message) "+
		"VALUES (gen_random_uuid(), $1, 'SECURITY_RECOMMENDATION', 'Old', '')", old.id)
	recommends := func(want int) {
		t.Helper()
		r, err := fx.svc.RecommendTwoFactor(t.Context())
		if err != nil || r.Recommended != want {
			t.Errorf("%+v, %v, want %d", r, err, want)
		}
	}
	recommends(1)
	recommends(0)
	notices := ada.notices()
	if len(notices) != 1 || notices[0].Type != "SECURITY_RECOMMENDATION" || !notices[0].ApplicationId.Null || len(old.notices()) != 1 {
		t.Fatalf("notices: %+v", notices)
	}
	ada.Do("DELETE", "/notifications/"+notices[0].ID.String(), nil).Want(204)
	recommends(0)
	if len(fx.mail.Messages()) != 0 || fx.identity.since[0] != 1 {
		t.Errorf("%d mails, asked for %d days", len(fx.mail.Messages()), fx.identity.since[0])
	}
	fx.identity.setAway(true)
	if _, err := fx.svc.RecommendTwoFactor(t.Context()); err == nil || fx.counted("security-recommendation", "failed") != 1 {
		t.Errorf("identity away: %v", err)
	}
}

func TestReplicasRecommendOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for range 2500 {
		fx.identity.no2FA = append(fx.identity.no2FA, uuid.New())
	}
	fx.onReplicas(3, func(s *notifications.Service) error {
		_, err := s.RecommendTwoFactor(t.Context())
		return err
	})
	if n := fx.count("SELECT count(DISTINCT user_id) FROM notification.notification"); n != 2500 ||
		n != fx.count("SELECT count(*) FROM notification.notification") {
		t.Errorf("%d users told", n)
	}
}
