package identity

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/env"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stranger := h.user(), h.user()
	h.clock.Add(time.Hour)
	var res struct{ Token string }
	h.tryLogin(u.Email, password, apitest.Header("User-Agent", "Lynx\t2.9")).Want(200).JSON(&res)
	elsewhere := *u
	elsewhere.Client = h.With(apitest.Bearer(res.Token))

	got := elsewhere.sessions()
	if len(got) != 2 {
		t.Fatalf("%d sessions, want 2", len(got))
	}
	if !got[0].Current || got[1].Current || *got[0].UserAgent != "Lynx2.9" || *got[0].Address != "127.0.0.1" ||
		!got[0].CreatedAt.Equal(h.clock.Now()) {
		t.Errorf("got %+v, want the current session first, from Lynx2.9", got)
	}
	stranger.Do("DELETE", "/auth/account/sessions/"+got[0].ID.String(), nil).WantError(404, "Not Found")
	u.Do("DELETE", "/auth/account/sessions/"+uuid.NewString(), nil).WantError(404, "Not Found")
	u.Do("DELETE", "/auth/account/sessions/x", nil).WantError(404, "Not Found")
	u.Do("DELETE", "/auth/account/sessions/"+got[0].ID.String(), nil).Want(204)
	u.Do("DELETE", "/auth/account/sessions/"+got[0].ID.String(), nil).WantError(404, "Not Found")
	elsewhere.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	if n := len(u.sessions()); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	u.Do("POST", "/auth/logout", nil).Want(204)
	u.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
	u.Do("POST", "/auth/logout", nil).WantError(401, "Unauthorized")
	stranger.Do("GET", "/auth/account", nil).Want(200)
	h.clock.Add(12 * time.Hour)
	stranger.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
}

// TestChangeEndsOtherSessionsAndIsMailed checks that a change of a credential ends all other sessions and logins under
// way, and that its owner gets a mail about it.
func TestChangeEndsOtherSessionsAndIsMailed(t *testing.T) {
	t.Parallel()
	changes := map[string]struct {
		enrolled bool
		change   func(u *user)
		subject  string
		text     string
	}{
		"password": {false, func(u *user) { u.changePassword(password, newPassword).Want(204) },
			"Your password was changed", "reset your password now"},
		"enable": {false, func(u *user) { u.enable() },
			"Two-factor authentication was turned on", "needs a code"},
		"disable": {true, func(u *user) { u.disable(u.totp()).Want(204) },
			"Two-factor authentication was turned off", "backup codes no longer work"},
		"regenerate": {true, func(u *user) { u.regenerate(u.totp()).Want(200) },
			"You have new backup codes", "no longer work"},
		"passkey": {true, func(u *user) { u.addPasskey(newAuthenticator(t)) },
			"A passkey was added to your account", "“Laptop”"},
	}
	for name, test := range changes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			u, stranger := h.user(), h.user()
			var challenge string
			if test.enrolled {
				challenge = u.enable().challenge()
			}
			other := h.extraSession(u)
			wantSession(other, true)
			test.change(u)
			wantSession(u.Client, true)
			wantSession(stranger.Client, true)
			wantSession(other, false)
			if n := h.count("SELECT count(*) FROM identity.revocation"); n < 1 {
				t.Error("other services do not learn of it")
			}
			if test.enrolled {
				h.finish(challenge, u.totp()).WantError(400, "Two-Factor Challenge Invalid")
			}
			got := h.lastMail(u.Email)
			if got.Subject != test.subject || !strings.Contains(got.Text, test.text) || codeLine.MatchString(got.Text) {
				t.Errorf("the mail says %q: %s", got.Subject, got.Text)
			}
			if at := h.clock.Now().UTC().Format("2 January 2006 at 15:04 UTC"); !strings.Contains(got.Text, at) {
				t.Errorf("the mail does not say when, %s: %s", at, got.Text)
			}
		})
	}
}

// TestRevocationsReachOtherProcesses checks that another service verifies our tokens with our published keys, even
// after a rotation, and gets ended sessions.
func TestRevocationsReachOtherProcesses(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	replica := h.replica(h.cfg)
	revoked := auth.NewRevocations(auth.FromIdentity(h.HTTP(), h.URL, env.NewSecret(serviceKey)), h.cfg.Auth.TokenLife())
	neighbour := auth.NewVerifier("rolecall", auth.FromJWKS(h.HTTP(), h.URL), revoked, h.clock.Now)
	want := func(token string, valid bool) {
		t.Helper()
		for _, r := range []*auth.Revocations{revoked, replica.revoked} {
			if _, err := r.RunOnce(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, v := range []*auth.Verifier{neighbour, replica.verifier} {
			if got, err := v.Verify(t.Context(), token); (err == nil) != valid || valid && got.ID != u.ID {
				t.Errorf("got %+v, %v, want valid %t", got, err, valid)
			}
		}
	}
	want(u.Token, true)
	if _, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.Now()); err != nil {
		t.Fatal(err)
	}
	want(h.login(u.Email, password), true)
	u.Do("POST", "/auth/logout", nil).Want(204)
	want(u.Token, false)
}

func TestRevocationCursor(t *testing.T) {
	t.Parallel()
	h := open(t)
	list := func(since string) (sids []uuid.UUID, next string) {
		var res struct {
			Items []struct {
				Sid       uuid.UUID
				RevokedAt time.Time
			}
			Next string
		}
		h.internal().Do("GET", "/auth/internal/revocations"+since, nil).Want(200).JSON(&res)
		for _, it := range res.Items {
			sids = append(sids, it.Sid)
		}
		return sids, res.Next
	}
	a, b := h.user(), h.user()
	_, start := list("")
	a.Do("POST", "/auth/logout", nil).Want(204)
	first, next := list("?since=" + start)
	b.Do("POST", "/auth/logout", nil).Want(204)
	second, last := list("?since=" + next)
	all, _ := list("")
	if len(first) != 1 || len(second) != 1 || !cmp.Equal(all, append(first, second...)) {
		t.Errorf("got %v, %v, %v, want one on each page and both in all", first, second, all)
	}
	if rest, again := list("?since=" + last); len(rest) != 0 || again != last {
		t.Errorf("after the last: %v, %s", rest, again)
	}
	// Expired tokens need not be listed.
	h.clock.Add(13 * time.Hour)
	if all, _ := list(""); len(all) != 0 {
		t.Errorf("got %v, want none", all)
	}
	for _, bad := range []string{"x", "!!", base64.RawURLEncoding.EncodeToString([]byte("r1.-5")),
		base64.RawURLEncoding.EncodeToString([]byte("7"))} {
		h.internal().Do("GET", "/auth/internal/revocations?since="+bad, nil).WantError(400, "Validation Error")
	}
	h.Do("GET", "/auth/internal/revocations", nil).WantError(401, "Unauthorized")
}

// TestRevocationsAreNeverMissed checks that a verifier that continues from its last position misses nothing, in
// whatever order writers commit.
func TestRevocationsAreNeverMissed(t *testing.T) {
	t.Parallel()
	h := open(t)
	const writers, each = 6, 15
	var all sync.WaitGroup
	done := make(chan struct{})
	for range writers {
		all.Go(func() {
			for i := range each {
				err := pg.InTx(context.Background(), h.pool, func(tx pgx.Tx) error {
					if err := q.LockRevocations(context.Background(), tx); err != nil {
						return err
					}
					now := h.clock.Now()
					if err := q.Revoke(context.Background(), tx,
						store.RevokeParams{Sid: uuid.New(), Now: now, ExpiresAt: now.Add(time.Hour)}); err != nil {
						return err
					}
					// Some writers are slow between the position and the commit.
					_, err := tx.Exec(context.Background(), "SELECT pg_sleep($1)", float64(i%3)/500)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() { all.Wait(); close(done) }()
	seen, cursor, finished := map[uuid.UUID]bool{}, "", false
	for {
		items, next, err := h.svc.revocationsSince(t.Context(), cursor)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range items {
			if seen[it.SessionID] {
				t.Error("seen twice")
			}
			seen[it.SessionID] = true
		}
		cursor = next
		if finished && len(items) == 0 {
			break
		}
		select {
		case <-done:
			finished = true
		default:
		}
	}
	if len(seen) != writers*each {
		t.Errorf("saw %d of %d", len(seen), writers*each)
	}
}

func TestSessionUseIsRecordedInBatches(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.clock.Add(10 * time.Minute)
	for range 5 {
		u.Do("GET", "/auth/account", nil).Want(200)
	}
	if got := u.sessions()[0].LastUsedAt; got.Equal(h.clock.Now()) {
		t.Error("a request writes")
	}
	if n, err := h.svc.RecordUse(t.Context()); n != 1 || err != nil {
		t.Fatalf("got %d, %v, want 1", n, err)
	}
	if got := u.sessions()[0].LastUsedAt; !got.Equal(h.clock.Now()) {
		t.Errorf("last used %s, want %s", got, h.clock.Now())
	}
	if n, err := h.svc.RecordUse(t.Context()); n != 0 || err != nil {
		t.Fatalf("got %d, %v, want 0", n, err)
	}
}

// TestLoginAgainstChange checks that a login whose password was checked before the account was deleted, or its password
// changed, leaves no session.
func TestLoginAgainstChange(t *testing.T) {
	t.Parallel()
	h := open(t)
	for name, prepare := range map[string]func(u *user) func() *apitest.Response{
		"deletion": func(u *user) func() *apitest.Response {
			id, code := u.requestCode("delete-account")
			return func() *apitest.Response { return u.delete(id, code) }
		},
		"password": func(u *user) func() *apitest.Response {
			return func() *apitest.Response { return u.changePassword(password, newPassword) }
		},
	} {
		for round := range 8 {
			u := h.user()
			change := prepare(u)
			tokens := make(chan string, 8)
			race(9, func(i int) bool {
				if i == 0 {
					change().Want(204)
				} else if res := u.tryPassword(password); res.Status == 200 {
					var body struct{ Token string }
					res.JSON(&body)
					tokens <- body.Token
				}
				return true
			})
			close(tokens)
			for token := range tokens {
				if claims, err := h.svc.verifier.Verify(t.Context(), token); err == nil {
					t.Errorf("%s, round %d: session %s survives", name, round, claims.SessionID)
				}
			}
			wantSession(u.Client, name == "password")
		}
	}
}
