package main

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// signUp takes a newcomer to a first login. It gives up when the time has come; what it knows stays in the record.
func (u *user) signUp(ctx context.Context, post *sink, email string, wait time.Duration) (*account, bool) {
	a := &account{
		Email: email, Saved: map[uuid.UUID]*register{},
		Name: register{Initial: "Ada"}, Password: register{Initial: "a long enough sentence"},
		Preferences: register{Initial: defaultPreferences},
	}
	u.rec.addAccount(a)
	began := time.Now()
	// A registration without an answer is tried again, and stands beside the first if that took effect. After five tries
	// the budget is spent: then the code of one without an answer has to do.
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
			u.rec.violate("no unexpected refusal", "%s cannot register: %s", email, got.body)
			return a, false
		default:
			a.Created = unknown
			if pauseOr(ctx, 300*time.Millisecond) || time.Since(began) > wait {
				return a, false
			}
		}
	}
	if !u.verify(ctx, post, a, began, wait) {
		return a, false
	}
	return a, u.logIn(ctx, a, wait)
}

// verify enters the mailed code, and asks for another one when none comes.
// A stranger may have registered the address too: then one of the codes in the mailbox is his, and does not count here.
func (u *user) verify(ctx context.Context, post *sink, a *account, since time.Time, wait time.Duration) bool {
	var tried []string
	for deadline := time.Now().Add(wait); time.Now().Before(deadline) && ctx.Err() == nil; {
		code, ok := post.code(ctx, a.Email, "Confirm your email", since, min(wait, 20*time.Second), tried...)
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
				return true // the attempt without an answer may have been the one; the login will tell
			}
			if got.status == http.StatusBadRequest {
				tried = append(tried, code)
			}
		}
		if pauseOr(ctx, 300*time.Millisecond) {
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

// logIn opens a session with the password.
func (u *user) logIn(ctx context.Context, a *account, wait time.Duration) bool {
	for deadline := time.Now().Add(wait); time.Now().Before(deadline) && ctx.Err() == nil; {
		got := u.do(ctx, request{op: "log in", method: http.MethodPost, path: "/auth/login", expected: []int{403, 429},
			body: map[string]string{"email": a.Email, "password": a.Password.last()}})
		if got.outcome() == acked {
			var l login
			if err := got.into(&l); err != nil {
				u.rec.violate("answers are whole", "%v", err)
				return false
			}
			a.Token, a.ID, a.Created, a.Verified = l.Token, l.Account.ID, acked, acked
			return true
		}
		// 429: logins that were cut off count as failures, so that nobody guesses for free; the window passes by itself.
		if got.outcome() == refused && a.Verified == acked && got.status != http.StatusTooManyRequests {
			u.rec.violate("no acknowledged write lost", "%s is verified and cannot log in: %d %s", a.Email, got.status, got.body)
			return false
		}
		if got.outcome() == refused {
			return false
		}
		if pauseOr(ctx, 300*time.Millisecond) {
			break
		}
	}
	return false
}

// pauseOr waits and reports whether the context ended meanwhile.
func pauseOr(ctx context.Context, d time.Duration) bool {
	pause(ctx, d)
	return ctx.Err() != nil
}
