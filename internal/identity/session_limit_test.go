package identity

import (
	"sync"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

// Beyond 200 sessions a login succeeds and the oldest session ends, by both ways to log in and many at once; nobody else's
// session is touched.
func TestSessionLimit(t *testing.T) {
	t.Parallel()
	h := open(t)
	for name, u := range map[string]*user{"password": h.user(), "second factor": h.withTwoFactor()} {
		stranger := h.user()
		// 199 more, made since.
		h.count(`WITH made AS (INSERT INTO identity.session (id, user_id, created_at, expires_at)
			SELECT gen_random_uuid(), user_id, created_at + n * interval '1 second', expires_at FROM identity.session, generate_series(1, 199) n WHERE user_id = $1 RETURNING id)
			SELECT count(*) FROM made`, u.ID)
		u.Do("GET", "/auth/account", nil).Want(200)
		h.clock.add(time.Hour)
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
		if n := h.count("SELECT count(*) FROM identity.audit_event WHERE account_id = $1 AND kind = 'session.ended' AND detail->>'reason' = 'limit'", u.ID); n == 0 {
			t.Errorf("%s: not recorded", name)
		}
	}
}
