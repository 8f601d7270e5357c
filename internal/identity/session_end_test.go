package identity

import (
	"context"
	"rolecall/internal/apitest"
	"sync"
	"testing"
	"time"
)

func TestEndAllSessions(t *testing.T) {
	t.Parallel()
	h := open(t)
	ada, grace := h.user(), h.user()
	// A token whose session is not in the tables, as after a restore.
	forgotten := h.login(ada.Email, ada.Password)
	h.count(`WITH gone AS (DELETE FROM identity.session WHERE id = (SELECT id FROM identity.session ORDER BY created_at DESC, id DESC LIMIT 1)
		RETURNING 1) SELECT count(*) FROM gone`)

	if _, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.Now()); err != nil {
		t.Fatal(err)
	}
	ended, err := EndAllSessions(t.Context(), h.pool, h.clock.Now())
	if err != nil || ended != 2 {
		t.Errorf("%d sessions ended, %v", ended, err)
	}
	restarted := h.client(h.cfg)
	for _, token := range []string{ada.Token, grace.Token, forgotten} {
		restarted.With(apitest.Bearer(token)).Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	restarted.With(apitest.Bearer(h.login(ada.Email, ada.Password))).Do("GET", "/auth/account", nil).Want(200)
}

// TestSessionLimit checks that beyond 200 sessions a login succeeds and the oldest session ends, with and without a
// second factor and in parallel, and that other users' sessions stay.
func TestSessionLimit(t *testing.T) {
	t.Parallel()
	h := open(t)
	for name, u := range map[string]*user{"password": h.user(), "second factor": h.withTwoFactor()} {
		stranger := h.user()
		// 199 newer ones.
		h.count(`WITH made AS (INSERT INTO identity.session (id, user_id, created_at, expires_at)
			SELECT gen_random_uuid(), user_id, created_at + n * interval '1 second', expires_at
			FROM identity.session, generate_series(1, 199) n WHERE user_id = $1 RETURNING id)
			SELECT count(*) FROM made`, u.ID)
		u.Do("GET", "/auth/account", nil).Want(200)
		h.clock.Add(time.Hour)
		var last *apitest.Client
		if u.key == nil {
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() { h.login(u.Email, u.Password) })
			}
			wg.Wait()
		}
		last = h.extraSession(u)
		u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
		stranger.Do("GET", "/auth/account", nil).Want(200)
		var list struct{ Items []sessionItem }
		last.Do("GET", "/auth/account/sessions", nil).Want(200).JSON(&list)
		if len(list.Items) != 200 {
			t.Errorf("%s: %d sessions, want 200", name, len(list.Items))
		}
		const recorded = "SELECT count(*) FROM identity.audit_event WHERE account_id = $1 AND kind = 'session.ended' " +
			"AND detail->>'reason' = 'limit'"
		if h.count(recorded, u.ID) == 0 {
			t.Errorf("%s: not recorded", name)
		}
	}
}

// TestRemovedAdministratorLosesSessions checks that a removed administrator loses the sessions that carry the group
// when the next process starts.
func TestRemovedAdministratorLosesSessions(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AdminEmails = append(c.AdminEmails, "bo@example.org") })
	removed, stays, member := h.userAt(admin), h.userAt("bo@example.org"), h.user()

	next := h.cfg
	next.AdminEmails = []string{"bo@example.org"}
	var replicas sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer replicas.Wait()
	defer stop()
	first, second := h.replica(next), h.replica(next)
	for _, svc := range []*Service{first, second} { // replicas start in parallel
		replicas.Go(func() { _ = svc.Run(ctx) })
	}
	there := apitest.New(t, "identity", first.Handler())
	deadline := time.Now().Add(time.Minute)
	for there.Do("GET", "/auth/account", nil, apitest.Bearer(removed.Token)).Status != 401 {
		if time.Now().After(deadline) {
			t.Fatal("the token of a removed administrator is still good")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, u := range []*user{stays, member} {
		there.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).Want(200)
	}
	h.wantRows(1, "audit_event WHERE kind = 'admin.revoked' AND account_id = $1", removed.ID)
	removed.logIn() // logs in as a user
	there.Do("GET", "/auth/account", nil, apitest.Bearer(removed.Token)).Want(200)
}

func TestLastRemovedAdministratorLosesSessions(t *testing.T) {
	t.Parallel()
	h := open(t)
	removed, member := h.userAt(admin), h.user()
	next := h.cfg
	next.AdminEmails = nil
	if ended, err := h.replica(next).RevokeRemovedAdmins(t.Context()); err != nil || ended != 1 {
		t.Errorf("got %d, %v, want 1", ended, err)
	}
	h.follow()
	removed.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	member.Do("GET", "/auth/account", nil).Want(200)
}
