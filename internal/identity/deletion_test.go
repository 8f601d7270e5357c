package identity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stays := h.protected(), h.protected()
	elsewhere := h.extraSession(u)
	u.challenge()
	id, code := u.ask("delete-account")
	all, allCode := u.ask("delete-all-applications")
	remove := func(id uuid.UUID, code string) *apitest.Response {
		return u.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code})
	}
	h.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code}).WantError(401, "Unauthorized")
	u.Do("DELETE", "/auth/account", m{"code": code}).WantError(400, "Validation Error")
	remove(id, other(code)).WantError(400, "Invalid Verification")
	remove(all, allCode).WantError(400, "Invalid Verification")
	remove(uuid.New(), code).WantError(400, "Invalid Verification")
	u.Do("GET", "/auth/account", nil).Want(200)
	u.Do("PATCH", "/auth/account", m{}).Want(200)

	remove(id, code).Want(204)
	for _, c := range []*apitest.Client{u.Client, elsewhere} {
		c.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	}
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).WantError(401, "Invalid Credentials")
	h.internal().Do("GET", "/auth/internal/users/"+u.ID.String()+"/two-factor", nil).WantError(404, "Not Found")
	if n := h.count("SELECT count(*) FROM identity.revocation"); n < 2 {
		t.Errorf("%d sessions are known to have ended, want both", n)
	}

	// Every neighbour is told until it answers as promised.
	h.peers.answer(503)
	h.runCalls()
	h.peers.answer(401)
	h.clock.add(time.Hour)
	h.runCalls()
	h.peers.answer(204)
	h.clock.add(30 * 24 * time.Hour)
	h.runCalls()
	calls := h.peers.seen()
	last := calls[len(calls)-6:] // each of them twice: see TestDeletionIsSaidAgain
	slices.Sort(last)
	last = slices.Compact(last)
	var want []string
	for _, name := range []string{"applications", "jobs", "notifications"} {
		want = append(want, fmt.Sprintf("DELETE /%s/internal/users/%s %s", name, u.ID, serviceKey))
	}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
	before := len(calls)
	h.clock.add(24 * time.Hour)
	h.runCalls()
	if n := len(h.peers.seen()); n != before {
		t.Errorf("%d more calls after the answer", n-before)
	}

	// Nothing of the user is left in any table of any schema, and everything of the other is.
	for needle, want := range map[string]bool{u.ID.String(): false, u.Email: false, stays.ID.String(): true} {
		if found := h.find(needle); (len(found) > 0) != want {
			t.Errorf("%s is found in %v, want %t", needle, found, want)
		}
	}
	h.userAt(u.Email) // the address is free again
}

func (h *house) runCalls() {
	h.t.Helper()
	if _, err := h.svc.calls.RunOnce(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// find names the tables that hold the text anywhere, also inside bytes. The audit record outlives an account on purpose.
func (h *house) find(needle string) (tables []string) {
	h.t.Helper()
	for table, content := range h.dump() {
		if table == "identity.audit_event" {
			continue
		}
		if strings.Contains(content, needle) || strings.Contains(content, fmt.Sprintf("%x", needle)) {
			tables = append(tables, table)
		}
	}
	return tables
}

// dump is the whole database as text; bytes are in hex.
func (h *house) dump() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	owner := h.db.Pool("")
	rows, err := owner.Query(h.t.Context(), `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		h.t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			h.t.Fatal(err)
		}
		tables = append(tables, name)
	}
	for _, table := range tables {
		var content string
		if err := owner.QueryRow(h.t.Context(), "SELECT coalesce(string_agg(t::text, E'\n'), '') FROM "+table+" t").Scan(&content); err != nil {
			h.t.Fatal(err)
		}
		out[table] = content
	}
	if len(out) < 20 {
		h.t.Fatalf("only %d tables", len(out))
	}
	return out
}
