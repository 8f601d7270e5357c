package main

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// signUp registers an account, verifies it and logs in. It gives up after wait; the record keeps what is known.
func (u *user) signUp(ctx context.Context, mail *mailServer, email string, wait time.Duration) (*account, bool) {
	a := &account{
		Email: email, Saved: map[uuid.UUID]*register{},
		Name: register{Initial: "Ada"}, Password: register{Initial: "a long enough sentence"},
		Preferences: register{Initial: defaultPreferences},
	}
	u.rec.addAccount(a)
	began := time.Now()
	// A registration without a response is repeated and may exist twice. After five tries the limit is reached: then the code
	// of one without a response is used.
	for registered := false; !registered; {
		got := u.do(ctx, request{op: "register", method: http.MethodPost, path: "/auth/register", expected: []int{429},
			body: map[string]string{"firstName": a.Name.Initial, "lastName": "Byron", "email": email, "password": a.Password.Initial}})
		switch {
		case got.outcome() == acked:
			a.Created, registered = acked, true
		case got.status == http.StatusTooManyRequests && a.Created == unknown:
			registered = true
		case got.outcome() == refused:
			a.Created = refused
			u.rec.addViolation("no unexpected refusal", "%s cannot register: %s", email, got.body)
			return a, false
		default:
			a.Created = unknown
			if sleep(ctx, 300*time.Millisecond) || time.Since(began) > wait {
				return a, false
			}
		}
	}
	if !u.verify(ctx, mail, a, began, wait) {
		return a, false
	}
	return a, u.logIn(ctx, a, wait)
}

// verify enters the mailed code, and requests another one when none arrives. The attacker may have registered the
// address too: a code of that registration is refused here.
func (u *user) verify(ctx context.Context, mail *mailServer, a *account, since time.Time, wait time.Duration) bool {
	var tried []string
	for deadline := time.Now().Add(wait); time.Now().Before(deadline) && ctx.Err() == nil; {
		code, ok := mail.code(ctx, a.Email, "Confirm your email", since, min(wait, 20*time.Second), tried...)
		if !ok {
			u.do(ctx, request{op: "resend code", method: http.MethodPost, path: "/auth/account/resend-verification",
				body: map[string]string{"email": a.Email}, expected: []int{429}})
			continue
		}
		got := u.do(ctx, request{op: "verify email", method: http.MethodPost, path: "/auth/account/verify-email", expected: []int{400, 429},
			body: map[string]string{"email": a.Email, "code": code}})
		switch got.outcome() {
		case acked:
			a.Created, a.Verified = acked, acked
			return true
		case unknown:
			a.Verified = unknown
		case refused:
			if a.Verified == unknown {
				return true // the attempt without a response may have succeeded; the login will show
			}
			if got.status == http.StatusBadRequest {
				tried = append(tried, code)
			}
		}
		if sleep(ctx, 300*time.Millisecond) {
			break
		}
	}
	return false
}

type login struct {
	Token          string
	TwoFactorToken string
	Account        struct{ ID uuid.UUID }
}

// logIn logs in with the password.
func (u *user) logIn(ctx context.Context, a *account, wait time.Duration) bool {
	for deadline := time.Now().Add(wait); time.Now().Before(deadline) && ctx.Err() == nil; {
		got := u.do(ctx, request{op: "log in", method: http.MethodPost, path: "/auth/login", expected: []int{403, 429},
			body: map[string]string{"email": a.Email, "password": a.Password.last()}})
		if got.outcome() == acked {
			var l login
			if err := got.decode(&l); err != nil {
				u.rec.addViolation(ruleResponses, "%v", err)
				return false
			}
			a.Token, a.ID, a.Created, a.Verified = l.Token, l.Account.ID, acked, acked
			return true
		}
		// 429: a login without a response counts as a failed one until the window ends.
		if got.outcome() == refused && a.Verified == acked && got.status != http.StatusTooManyRequests {
			u.rec.addViolation(ruleKept, "%s is verified and cannot log in: %d %s", a.Email, got.status, got.body)
			return false
		}
		if got.outcome() == refused {
			return false
		}
		if sleep(ctx, 300*time.Millisecond) {
			break
		}
	}
	return false
}
