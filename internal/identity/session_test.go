package identity

import (
	"context"
	"encoding/base64"
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

type sessionItem struct {
	ID                    uuid.UUID
	CreatedAt, LastUsedAt time.Time
	UserAgent, Address    *string
	Current               bool
}

func (u *user) sessions() []sessionItem {
	u.h.t.Helper()
	var list struct{ Items []sessionItem }
	u.Do("GET", "/auth/account/sessions", nil).Want(200).JSON(&list)
	return list.Items
}

func TestSessions(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, stranger := h.user(), h.user()
	h.clock.add(time.Hour)
	var res struct{ Token string }
	h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}, apitest.Header("User-Agent", "Lynx\t2.9")).Want(200).JSON(&res)
	elsewhere := *u
	elsewhere.Client = h.With(apitest.Bearer(res.Token))

	got := elsewhere.sessions()
	if len(got) != 2 {
		t.Fatalf("%d sessions, want 2", len(got))
	}
	if !got[0].Current || got[1].Current || *got[0].UserAgent != "Lynx2.9" || *got[0].Address != "127.0.0.1" || !got[0].CreatedAt.Equal(h.clock.now()) {
		t.Errorf("got %+v", got)
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
	h.clock.add(12 * time.Hour)
	stranger.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
}

func TestAChangeEndsAllOtherSessions(t *testing.T) {
	t.Parallel()
	changes := map[string]struct {
		enrolled bool
		change   func(u *user) *apitest.Response
	}{
		"password": {false, func(u *user) *apitest.Response {
			return u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese"})
		}},
		"enable": {false, func(u *user) *apitest.Response {
			u.enable()
			return nil
		}},
		"disable": {true, func(u *user) *apitest.Response {
			return u.Do("POST", "/auth/account/2fa/disable", m{"totpCode": u.totp()})
		}},
		"passkey": {true, func(u *user) *apitest.Response {
			u.addPasskey(newAuthenticator(t))
			return nil
		}},
		"regenerate": {true, func(u *user) *apitest.Response {
			return u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": u.totp()})
		}},
	}
	for name, test := range changes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			u, stranger := h.user(), h.user()
			if test.enrolled {
				u.enable()
			}
			other := h.extraSession(u)
			other.Do("GET", "/auth/account", nil).Want(200)
			if res := test.change(u); res != nil && res.Status >= 300 {
				t.Fatalf("%d %s", res.Status, res.Body)
			}
			u.Do("GET", "/auth/account", nil).Want(200)
			stranger.Do("GET", "/auth/account", nil).Want(200)
			other.Do("GET", "/auth/account", nil).WantError(401, "Unauthorized")
			if n := h.count("SELECT count(*) FROM identity.revocation"); n < 1 {
				t.Error("other services do not learn of it")
			}
		})
	}
}

// extraSession is one more login of the user, by whatever means it takes.
func (h *house) extraSession(u *user) *apitest.Client {
	h.t.Helper()
	if u.key == nil {
		return h.With(apitest.Bearer(h.login(u.Email, u.Password)))
	}
	var res struct{ Token string }
	h.Do("POST", "/auth/login/2fa", m{"twoFactorToken": u.challenge(), "totpCode": u.totp()}).Want(200).JSON(&res)
	h.clock.add(30 * time.Second) // the next code is an unused one
	return h.With(apitest.Bearer(res.Token))
}

func TestRevocationsReachOtherProcesses(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	replica := h.replica(h.cfg)
	// A verifier of another service, as it follows identity over HTTP.
	revoked := auth.NewRevocations(auth.FromIdentity(h.HTTP(), h.URL, env.NewSecret(serviceKey)), h.cfg.Auth.TokenLife())
	neighbour := auth.NewVerifier("rolecall", auth.FromJWKS(h.HTTP(), h.URL), revoked, h.clock.now)
	follow := func() {
		for _, r := range []*auth.Revocations{revoked, replica.revoked} {
			if _, err := r.RunOnce(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	follow()
	for _, v := range []*auth.Verifier{neighbour, replica.verifier} {
		if _, err := v.Verify(t.Context(), u.Token); err != nil {
			t.Fatal(err)
		}
	}
	u.Do("POST", "/auth/logout", nil).Want(204)
	follow()
	for _, v := range []*auth.Verifier{neighbour, replica.verifier} {
		if _, err := v.Verify(t.Context(), u.Token); err == nil {
			t.Error("an ended session is still good")
		}
	}
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
		t.Errorf("got %v, %v, %v", first, second, all)
	}
	if rest, again := list("?since=" + last); len(rest) != 0 || again != last {
		t.Errorf("after the last: %v, %s", rest, again)
	}
	// Once their tokens have ended anyway they need not be listed.
	h.clock.add(13 * time.Hour)
	if all, _ := list(""); len(all) != 0 {
		t.Errorf("got %v", all)
	}
	for _, bad := range []string{"x", "!!", base64.RawURLEncoding.EncodeToString([]byte("r1.-5")), base64.RawURLEncoding.EncodeToString([]byte("7"))} {
		h.internal().Do("GET", "/auth/internal/revocations?since="+bad, nil).WantError(400, "Validation Error")
	}
	h.Do("GET", "/auth/internal/revocations", nil).WantError(401, "Unauthorized")
}

// A reader that goes on from the last position it saw misses nothing, whatever the order in which writers commit.
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
					now := h.clock.now()
					if err := q.Revoke(context.Background(), tx, store.RevokeParams{Sid: uuid.New(), Now: now, ExpiresAt: now.Add(time.Hour)}); err != nil {
						return err
					}
					// Some writers take their time between the position and the commit.
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

func TestUseIsWrittenDownNowAndThen(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.clock.add(10 * time.Minute)
	for range 5 {
		u.Do("GET", "/auth/account", nil).Want(200)
	}
	if got := u.sessions()[0].LastUsedAt; got.Equal(h.clock.now()) {
		t.Error("a request writes")
	}
	if n, err := h.svc.RecordUse(t.Context()); n != 1 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	if got := u.sessions()[0].LastUsedAt; !got.Equal(h.clock.now()) {
		t.Errorf("last used %s, want %s", got, h.clock.now())
	}
	if n, err := h.svc.RecordUse(t.Context()); n != 0 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
}

// A login whose password was checked before the account was deleted must not leave a session behind.
func TestLoginAgainstDeletion(t *testing.T) {
	t.Parallel()
	h := open(t)
	for round := range 8 {
		u := h.user()
		id, code := u.ask("delete-account")
		tokens := make(chan string, 8)
		race(9, func(i int) bool {
			if i == 0 {
				res := u.Do("DELETE", "/auth/account", m{"verificationId": id, "code": code})
				return res.Status == 204
			}
			res := h.Do("POST", "/auth/login", m{"email": u.Email, "password": password})
			if res.Status == 200 {
				var body struct{ Token string }
				res.JSON(&body)
				tokens <- body.Token
			}
			return false
		})
		close(tokens)
		for token := range tokens {
			h.Do("GET", "/auth/account", nil, apitest.Bearer(token)).WantError(401, "Unauthorized")
			claims, err := h.svc.verifier.Verify(t.Context(), token)
			if err == nil {
				t.Errorf("round %d: the token of session %s survives the account", round, claims.SessionID)
			}
		}
	}
}

// The same for a login with the password that was just changed.
func TestLoginAgainstPasswordChange(t *testing.T) {
	t.Parallel()
	h := open(t)
	for round := range 8 {
		u := h.user()
		tokens := make(chan string, 8)
		race(9, func(i int) bool {
			if i == 0 {
				u.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": "ten loud geese"}).Want(204)
				return true
			}
			if res := h.Do("POST", "/auth/login", m{"email": u.Email, "password": password}); res.Status == 200 {
				var body struct{ Token string }
				res.JSON(&body)
				tokens <- body.Token
			}
			return false
		})
		close(tokens)
		for token := range tokens {
			if _, err := h.svc.verifier.Verify(t.Context(), token); err == nil {
				t.Errorf("round %d: a session of the old password survives", round)
			}
		}
		u.Do("GET", "/auth/account", nil).Want(200)
	}
}
