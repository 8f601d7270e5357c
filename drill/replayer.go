package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"
)

// replayer sends every one-time code to both replicas at once; it must work only once. When an account has no codes left, it
// continues with a new one, and deletes some of the old ones.
type replayer struct {
	user
	mail     *mailServer
	replicas []string // addresses of identity, without the gateway
	random   *rand.Rand
	wait     time.Duration
	fresh    func() *http.Client // returns a client with its own address
}

func (g *replayer) run(ctx context.Context) {
	for n := 1; ctx.Err() == nil; n++ {
		g.client = g.fresh()
		g.useAccount(ctx, fmt.Sprintf("%s-%d@drill.example", g.name, n))
		g.client.CloseIdleConnections()
		if sleep(ctx, time.Second) {
			return
		}
	}
}

// race sends the same request to all replicas at once and records how often it worked.
func (g *replayer) race(ctx context.Context, what *singleUse, q request) (won []response, doubts int) {
	responses := make([]response, len(g.replicas))
	inParallel(len(g.replicas), func(i int) {
		own := q
		own.base = g.replicas[i]
		responses[i] = g.do(ctx, own)
	})
	for _, a := range responses {
		switch a.outcome() {
		case acked:
			g.rec.countUse(what)
			won = append(won, a)
		case unknown:
			doubts++
		}
	}
	return won, doubts
}

func (g *replayer) useAccount(ctx context.Context, email string) {
	working := context.WithoutCancel(ctx)
	a, ok := g.signUp(ctx, g.mail, email, g.wait)
	if !ok {
		return
	}
	g.writeEverywhere(working, a)
	codes, _ := g.enableTwoFactor(working, a)
	for _, code := range codes {
		if ctx.Err() != nil {
			return
		}
		g.useBackupCode(working, a, code)
	}
	for range 2 {
		if ctx.Err() != nil {
			return
		}
		g.useEmailedCode(working, a)
	}
	if g.random.IntN(2) == 0 && ctx.Err() == nil {
		g.deleteAccount(working, a)
	}
}

// writeEverywhere stores something in every service, which the deletion of the account must remove.
func (g *replayer) writeEverywhere(ctx context.Context, a *account) {
	g.createApplication(ctx, a)
	p := preferences{InAppNotificationsEnabled: true}
	a.Preferences.set(p.String(), g.do(ctx, request{op: "set preferences", method: http.MethodPut, path: "/notifications/preferences",
		token: a.Token, body: p}))
}

// createApplication adds an application whose tag is made from the address.
func (u *user) createApplication(ctx context.Context, a *account) *application {
	app := &application{Tag: "contact " + a.Email, Status: register{Initial: "APPLIED"}}
	got := u.do(ctx, request{op: "create application", method: http.MethodPost, path: "/applications", token: a.Token,
		body: map[string]any{"contact": app.Tag, "jobDetails": map[string]string{"title": "Engineer", "company": "Foo Widgets, Inc."}}})
	app.Created = got.outcome()
	if app.Created == acked {
		var created made
		if err := got.decode(&created); err == nil {
			app.ID = created.ID
		}
	}
	a.Applications = append(a.Applications, app)
	return app
}

// enableTwoFactor turns on two-factor and returns the backup codes and the key, or none if a response was lost.
func (u *user) enableTwoFactor(ctx context.Context, a *account) (backup []string, key string) {
	got := u.do(ctx, request{op: "set two-factor up", method: http.MethodPost, path: "/auth/account/2fa/setup", token: a.Token})
	var setup struct{ SetupKey string }
	if got.outcome() != acked || got.decode(&setup) != nil {
		return nil, ""
	}
	code, err := totp.GenerateCode(setup.SetupKey, time.Now())
	if err != nil {
		u.rec.addViolation(ruleResponses, "setup key %q: %v", setup.SetupKey, err)
		return nil, ""
	}
	got = u.do(ctx, request{op: "turn two-factor on", method: http.MethodPost, path: "/auth/account/2fa/verify-setup", token: a.Token,
		body: map[string]string{"totpCode": code}, expected: []int{422}}) // 422: a wrong clock
	var list struct{ BackupCodes []string }
	if got.outcome() != acked || got.decode(&list) != nil {
		return nil, ""
	}
	return list.BackupCodes, setup.SetupKey
}

// useBackupCode uses one backup code for two logins at once.
func (g *replayer) useBackupCode(ctx context.Context, a *account, code string) {
	var challenges []string
	for range 2 {
		got := g.do(ctx, request{op: "log in", method: http.MethodPost, path: "/auth/login",
			body: map[string]string{"email": a.Email, "password": a.Password.last()}, expected: []int{429}})
		var l login
		if got.outcome() != acked || got.decode(&l) != nil || l.TwoFactorToken == "" {
			return
		}
		challenges = append(challenges, l.TwoFactorToken)
	}
	one := g.rec.newSingleUse("backup code of " + a.Email)
	first := g.rec.newSingleUse("challenge of " + a.Email)
	q := request{op: "log in with a backup code", method: http.MethodPost, path: "/auth/login/2fa", expected: []int{400, 401, 429},
		body: map[string]string{"twoFactorToken": challenges[0], "totpCode": code}}
	won, doubts := g.race(ctx, one, q)
	for range won {
		g.rec.countUse(first)
	}
	a.BackupCodes += len(won)
	a.BackupDoubts += doubts
	// Then the same code for the other login.
	q.body = map[string]string{"twoFactorToken": challenges[1], "totpCode": code}
	switch again := g.do(ctx, q); again.outcome() {
	case acked:
		g.rec.countUse(one)
		a.BackupCodes++
		won = append(won, again)
	case unknown:
		a.BackupDoubts++
	}
	if len(won) > 0 {
		var l login
		if won[0].decode(&l) == nil {
			a.Token = l.Token
		}
	}
}

// useEmailedCode requests an emailed code and uses it at both replicas at once.
func (g *replayer) useEmailedCode(ctx context.Context, a *account) {
	id, code, ok := g.request(ctx, a, "delete-all-applications", "deletion of all")
	if !ok {
		return
	}
	g.race(ctx, g.rec.newSingleUse("emailed code of "+a.Email), request{op: "consume emailed code", method: http.MethodPost,
		path:  "/auth/account/verifications/consume",
		token: a.Token, expected: []int{400, 429}, body: map[string]any{"verificationId": id, "code": code, "action": "delete-all-applications"}})
}

func (g *replayer) request(ctx context.Context, a *account, action, subject string) (id uuid.UUID, code string, ok bool) {
	began := time.Now()
	got := g.do(ctx, request{op: "ask for a code", method: http.MethodPost, path: "/auth/account/verifications", token: a.Token,
		body: map[string]string{"action": action}, expected: []int{429}})
	var v struct{ VerificationID uuid.UUID }
	if got.outcome() != acked || got.decode(&v) != nil {
		return id, "", false
	}
	code, ok = g.mail.code(ctx, a.Email, subject, began, g.wait)
	return v.VerificationID, code, ok
}

// deleteAccount deletes the account at both replicas at once; one succeeds.
func (g *replayer) deleteAccount(ctx context.Context, a *account) {
	id, code, ok := g.request(ctx, a, "delete-account", "deletion of your account")
	if !ok {
		return
	}
	a.Deleted = unknown
	// 401: the other request was first, and the session is gone.
	won, doubts := g.race(ctx, g.rec.newSingleUse("deletion code of "+a.Email),
		request{op: "delete account", method: http.MethodDelete, path: "/auth/account",
			token: a.Token, expected: []int{400, 401, 404, 429}, body: map[string]any{"verificationId": id, "code": code}})
	switch {
	case len(won) > 0:
		a.Deleted = acked
	case doubts == 0:
		a.Deleted = ""
	}
}
