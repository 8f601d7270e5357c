package identity

import (
	"testing"

	"rolecall/internal/apitest"
)

func TestEverybodyIsLoggedOut(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada, grace := h.user(), h.user()
	// A token whose session the tables do not know, as after a restore.
	forgotten := h.login(ada.Email, ada.Password)
	h.count(`WITH gone AS (DELETE FROM identity.session WHERE id = (SELECT id FROM identity.session ORDER BY created_at DESC, id DESC LIMIT 1)
		RETURNING 1) SELECT count(*) FROM gone`)

	if _, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.now()); err != nil {
		t.Fatal(err)
	}
	ended, err := EndAllSessions(t.Context(), h.pool, h.clock.now())
	if err != nil || ended != 2 {
		t.Errorf("%d sessions ended, %v", ended, err)
	}
	restarted := h.client(h.cfg)
	for _, token := range []string{ada.Token, grace.Token, forgotten} {
		restarted.With(apitest.Bearer(token)).Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	restarted.With(apitest.Bearer(h.login(ada.Email, ada.Password))).Do("GET", "/auth/account", nil).Want(200)
}
