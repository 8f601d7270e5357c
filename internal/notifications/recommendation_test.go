package notifications_test

import (
	"slices"
	"testing"
	"time"

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

func TestRecommendationIsReadOnceTwoFactorIsOn(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, bea, old := fx.person(), fx.person(), fx.person()
	fx.identity.no2FA = []uuid.UUID{ada.id, bea.id}
	// Identity no longer lists users as old as this one, whether or not they have a second factor.
	fx.exec("INSERT INTO notification.notification (id, user_id, type, title, message, created_at) "+
		"VALUES (gen_random_uuid(), $1, 'SECURITY_RECOMMENDATION', 'Old', '', $2)", old.id, fx.clock.Now().Add(-29*24*time.Hour))
	settles := func(want int) {
		t.Helper()
		r, err := fx.svc.RecommendTwoFactor(t.Context())
		if err != nil || r.Settled != want {
			t.Errorf("%+v, %v, want %d settled", r, err, want)
		}
	}
	settles(0)
	fx.exec("INSERT INTO notification.notification (id, user_id, type, title, message) "+
		"VALUES (gen_random_uuid(), $1, 'JOB_ALERT', 'Jobs', '')", ada.id)
	fx.identity.no2FA = []uuid.UUID{bea.id} // ada switched two-factor on
	settles(1)
	settles(0)
	for _, n := range ada.notices() {
		if n.Read != (n.Type == "SECURITY_RECOMMENDATION") {
			t.Errorf("ada: %+v", n)
		}
	}
	if bea.notices()[0].Read || old.notices()[0].Read {
		t.Error("the notice of a user who may have no second factor was marked as read")
	}
	if !slices.Contains(fx.identity.since, 30) {
		t.Errorf("asked for %v days", fx.identity.since)
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
