package identity

import (
	"testing"

	"rolecall/internal/apitest"
)

func TestDemoAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	n := NewAccount{FirstName: "Demo", LastName: "Person", Email: "demo@demo.example", Password: "four green lanterns"}
	ensure := func() {
		t.Helper()
		if err := h.svc.DemoAccount(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	ensure()
	first := h.With(apitest.Bearer(h.login(n.Email, n.Password)))
	ensure() // a restart leaves it alone
	first.Do("GET", "/auth/account", nil).Want(200)

	// One with another password is replaced, with its sessions and what it had elsewhere.
	n.Password = "five green lanterns"
	ensure()
	first.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	h.tryLogin(n.Email, "four green lanterns").WantError(401, "Invalid Credentials")
	h.login(n.Email, n.Password)
	h.runCalls()
	if n := len(h.peers.seen()); n != 3 {
		t.Errorf("%d services were told, want 3", n)
	}

	for _, want := range []bool{true, false} {
		if removed, err := h.svc.RemoveAccount(t.Context(), n.Email); err != nil || removed != want {
			t.Errorf("removed: %v, %v, want %v", removed, err, want)
		}
	}
	h.tryLogin(n.Email, n.Password).WantError(401, "Invalid Credentials")
	h.wantRows(2, "audit_event WHERE kind = 'account.deleted' AND actor = 'operator'")
}
