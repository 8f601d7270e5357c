package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"
)

// guard tries to use things twice that work once: it sends the same code to both replicas at the same instant. An
// account is used up soon, so a guard begins again with a new one, and deletes the old one.
type guard struct {
	user
	post     *sink
	replicas []string // of identity, past the gateway
	dice     *rand.Rand
	wait     time.Duration
	fresh    func() *http.Client // a newcomer's, from an address of its own
}

func (g *guard) live(ctx context.Context) {
	for n := 1; ctx.Err() == nil; n++ {
		g.client = g.fresh()
		g.life(ctx, fmt.Sprintf("%s-%d@drill.example", g.name, n))
		g.client.CloseIdleConnections()
		if pauseOr(ctx, time.Second) {
			return
		}
	}
}

// race sends the same request to both replicas at once and takes down how often it worked.
func (g *guard) race(ctx context.Context, what *single, q request) (won []answer, doubts int) {
	var (
		wg      sync.WaitGroup
		answers = make([]answer, len(g.replicas))
	)
	for i, base := range g.replicas {
		wg.Go(func() {
			mine := q
			mine.base = base
			answers[i] = g.do(ctx, mine)
		})
	}
	wg.Wait()
	for _, a := range answers {
		switch a.outcome() {
		case acked:
			g.rec.used(what)
			won = append(won, a)
		case unknown:
			doubts++
		}
	}
	return won, doubts
}

func (g *guard) life(ctx context.Context, email string) {
	working := context.WithoutCancel(ctx)
	a, ok := g.signUp(ctx, g.post, email, g.wait)
	if !ok {
		return
	}
	g.leaveTraces(working, a)
	codes, _ := g.enable(working, a)
	for _, code := range codes {
		if ctx.Err() != nil {
			return
		}
		g.spend(working, a, code)
	}
	for range 2 {
		if ctx.Err() != nil {
			return
		}
		g.mailedCode(working, a)
	}
	if g.dice.IntN(2) == 0 && ctx.Err() == nil {
		g.leave(working, a)
	}
}

// leaveTraces puts something of the account into every service, for the deletion to find.
func (g *guard) leaveTraces(ctx context.Context, a *account) {
	app := &application{Tag: "contact " + a.Email, Status: register{Initial: "APPLIED"}}
	got := g.do(ctx, request{op: "create application", method: http.MethodPost, path: "/applications", token: a.Token,
		body: map[string]any{"contact": app.Tag, "jobDetails": map[string]string{"title": "Engineer", "company": "Foo Widgets, Inc."}}})
	app.Created = got.outcome()
	if app.Created == acked {
		var m made
		if err := got.into(&m); err == nil {
			app.ID = m.ID
		}
	}
	a.Applications = append(a.Applications, app)
	p := preferences{InAppNotificationsEnabled: true}
	a.Preferences.set(p.String(), g.do(ctx, request{op: "set preferences", method: http.MethodPut, path: "/notifications/preferences", token: a.Token, body: p}))
}

// enable turns two-factor on and returns the backup codes; none when an answer was lost on the way.
func (g *guard) enable(ctx context.Context, a *account) (backup []string, key string) {
	got := g.do(ctx, request{op: "set two-factor up", method: http.MethodPost, path: "/auth/account/2fa/setup", token: a.Token})
	var setup struct{ SetupKey string }
	if got.outcome() != acked || got.into(&setup) != nil {
		return nil, ""
	}
	code, err := totp.GenerateCode(setup.SetupKey, time.Now())
	if err != nil {
		g.rec.violate("answers are whole", "setup key %q: %v", setup.SetupKey, err)
		return nil, ""
	}
	got = g.do(ctx, request{op: "turn two-factor on", method: http.MethodPost, path: "/auth/account/2fa/verify-setup", token: a.Token,
		body: map[string]string{"totpCode": code}, expected: []int{422}}) // a wrong clock may refuse it
	var list struct{ BackupCodes []string }
	if got.outcome() != acked || got.into(&list) != nil {
		return nil, ""
	}
	return list.BackupCodes, setup.SetupKey
}

// spend uses one backup code for two logins at once: two challenges, one code.
func (g *guard) spend(ctx context.Context, a *account, code string) {
	var challenges []string
	for range 2 {
		got := g.do(ctx, request{op: "log in", method: http.MethodPost, path: "/auth/login",
			body: map[string]string{"email": a.Email, "password": a.Password.last()}, expected: []int{429}})
		var l login
		if got.outcome() != acked || got.into(&l) != nil || l.TwoFactorToken == "" {
			return
		}
		challenges = append(challenges, l.TwoFactorToken)
	}
	one := g.rec.once("backup code of " + a.Email)
	first := g.rec.once("challenge of " + a.Email)
	q := request{op: "log in with a backup code", method: http.MethodPost, path: "/auth/login/2fa", expected: []int{400, 401, 429},
		body: map[string]string{"twoFactorToken": challenges[0], "totpCode": code}}
	won, doubts := g.race(ctx, one, q)
	for range won {
		g.rec.used(first)
	}
	a.BackupCodes += len(won)
	a.BackupDoubts += doubts
	// The same code at the other challenge, after whatever came of it.
	q.body = map[string]string{"twoFactorToken": challenges[1], "totpCode": code}
	switch again := g.do(ctx, q); again.outcome() {
	case acked:
		g.rec.used(one)
		a.BackupCodes++
		won = append(won, again)
	case unknown:
		a.BackupDoubts++
	}
	if len(won) > 0 {
		var l login
		if won[0].into(&l) == nil {
			a.Token = l.Token
		}
	}
}

// mailedCode asks for an emailed code and consumes it at both replicas at once.
func (g *guard) mailedCode(ctx context.Context, a *account) {
	id, code, ok := g.request(ctx, a, "delete-all-applications", "deletion of all")
	if !ok {
		return
	}
	g.race(ctx, g.rec.once("emailed code of "+a.Email), request{op: "consume emailed code", method: http.MethodPost, path: "/auth/account/verifications/consume",
		token: a.Token, expected: []int{400, 429}, body: map[string]any{"verificationId": id, "code": code, "action": "delete-all-applications"}})
}

func (g *guard) request(ctx context.Context, a *account, action, subject string) (id uuid.UUID, code string, ok bool) {
	began := time.Now()
	got := g.do(ctx, request{op: "ask for a code", method: http.MethodPost, path: "/auth/account/verifications", token: a.Token,
		body: map[string]string{"action": action}, expected: []int{429}})
	var v struct{ VerificationID uuid.UUID }
	if got.outcome() != acked || got.into(&v) != nil {
		return id, "", false
	}
	code, ok = g.post.code(ctx, a.Email, subject, began, g.wait)
	return v.VerificationID, code, ok
}

// leave deletes the account, at both replicas at once: one of them does it.
func (g *guard) leave(ctx context.Context, a *account) {
	id, code, ok := g.request(ctx, a, "delete-account", "deletion of your account")
	if !ok {
		return
	}
	a.Deleted = unknown
	// 401: the other one was first, and the session is gone with the account.
	won, doubts := g.race(ctx, g.rec.once("deletion code of "+a.Email), request{op: "delete account", method: http.MethodDelete, path: "/auth/account",
		token: a.Token, expected: []int{400, 401, 404, 429}, body: map[string]any{"verificationId": id, "code": code}})
	switch {
	case len(won) > 0:
		a.Deleted = acked
	case doubts == 0:
		a.Deleted = ""
	}
}
