package identity

import (
	"context"
	"sync"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

// Whoever is taken off the list loses what his token still carries when the next process starts, not twelve hours later.
func TestRemovedAdministratorLosesHisSessions(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.AdminEmails = append(c.AdminEmails, "bo@example.org") })
	removed, stays, nobody := h.userAt(admin), h.userAt("bo@example.org"), h.user()

	next := h.cfg
	next.AdminEmails = []string{"bo@example.org"}
	var replicas sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer replicas.Wait()
	defer stop()
	first, second := h.replica(next), h.replica(next)
	for _, svc := range []*Service{first, second} { // both at once
		replicas.Go(func() { _ = svc.Run(ctx) })
	}
	there := apitest.New(t, "identity", first.Handler())
	deadline := time.Now().Add(5 * time.Second)
	for there.Do("GET", "/auth/account", nil, apitest.Bearer(removed.Token)).Status != 401 {
		if time.Now().After(deadline) {
			t.Fatal("the token of a removed administrator is still good")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, u := range []*user{stays, nobody} {
		there.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).Want(200)
	}
	h.wantRows(1, "audit_event WHERE kind = 'admin.revoked' AND account_id = $1", removed.ID)
	removed.logIn() // as anybody
	there.Do("GET", "/auth/account", nil, apitest.Bearer(removed.Token)).Want(200)
}
