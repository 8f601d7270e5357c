package identity

import (
	"strings"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

// TestForgedPasskeyAnswersAreRefused checks that each forged answer of a browser or an authenticator is refused, at a
// login and as a second factor.
func TestForgedPasskeyAnswersAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, mine := h.withTwoFactor(), newAuthenticator(t)
	u.addPasskey(mine)
	thief, stolen := h.withTwoFactor(), newAuthenticator(t)
	thief.addPasskey(stolen)

	lies := map[string]func(q asked) m{
		"another origin": func(q asked) m {
			a := mine.copy()
			a.origin = "https://rolecall.example.evil.example"
			return a.get(q)
		},
		"the origin without its scheme": func(q asked) m {
			a := mine.copy()
			a.origin = "http://rolecall.example"
			return a.get(q)
		},
		"another platform": func(q asked) m {
			a := mine.copy()
			a.rpID = "evil.example"
			return a.get(q)
		},
		"another challenge": func(q asked) m {
			q.Options.Challenge = b64(make([]byte, 32))
			return mine.get(q)
		},
		"no verification of the user": func(q asked) m {
			a := mine.copy()
			a.flags = present
			return a.get(q)
		},
		"user absent": func(q asked) m {
			a := mine.copy()
			a.flags = verified
			return a.get(q)
		},
		"another key": func(q asked) m {
			a := newAuthenticator(t)
			a.id, a.user = mine.id, mine.user
			return a.get(q)
		},
		"an unknown passkey": func(q asked) m {
			a := newAuthenticator(t)
			a.user = mine.user
			return a.get(q)
		},
		"the victim's handle on the thief's passkey": func(q asked) m {
			a := stolen.copy()
			a.user = mine.user
			return a.get(q)
		},
		"the thief's handle on the victim's passkey": func(q asked) m {
			a := mine.copy()
			a.user = stolen.user
			return a.get(q)
		},
		"a passkey that became one that can be backed up": func(q asked) m {
			a := mine.copy()
			a.flags |= backupEligible | backedUp
			return a.get(q)
		},
		"a registration": func(q asked) m {
			answer := mine.get(q)
			answer["response"].(m)["clientDataJSON"] = b64(mine.clientData("webauthn.create", q.Options.Challenge))
			return answer
		},
		"no signature": func(q asked) m {
			answer := mine.get(q)
			answer["response"].(m)["signature"] = ""
			return answer
		},
		"rubbish": func(asked) m {
			return m{"id": "AAAA", "rawId": "AAAA", "type": "public-key",
				"response": m{"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA"}}
		},
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			q := h.beginPasskeyLogin()
			res := h.finishPasskeyLogin(q, lie(q)).WantError(401, "Invalid Passkey")
			if names := strings.Contains(string(res.Body), origin+" only"); names != strings.Contains(name, "origin") {
				t.Errorf("names the right address: %t: %s", names, res.Body)
			}
			// The ceremony has ended, even for the right answer.
			h.finishPasskeyLogin(q, mine.get(q)).WantError(400, "Passkey Challenge Invalid")

			token := u.challenge()
			q = h.beginPasskeyFactor(token)
			h.finishPasskeyFactor(token, q, lie(q)).WantError(401, "Invalid Passkey")
			q = h.beginPasskeyFactor(token)
			h.finishPasskeyFactor(token, q, mine.get(q)).Want(200) // clears the budget
			h.clock.Add(15 * time.Minute)
			u.Client = h.extraSession(u) // the one before may have ended
		})
	}
	h.flush()
	if n := h.count("SELECT count(*) FROM identity.audit_event WHERE kind = 'passkey.failed' AND account_id = $1", u.ID); n == 0 {
		t.Error("the owner does not learn of the tries")
	}
}

func TestForgedPasskeyRegistrationsAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for name, change := range map[string]func(a *authenticator, q *asked){
		"another origin":              func(a *authenticator, _ *asked) { a.origin = "https://evil.example" },
		"another platform":            func(a *authenticator, _ *asked) { a.rpID = "evil.example" },
		"another challenge":           func(_ *authenticator, q *asked) { q.Options.Challenge = b64(make([]byte, 32)) },
		"no verification of the user": func(a *authenticator, _ *asked) { a.flags = present },
		"backed up but not eligible":  func(a *authenticator, _ *asked) { a.flags |= backedUp },
	} {
		q, a := u.beginPasskey(), newAuthenticator(t)
		change(a, &q)
		res := u.finishPasskey(q, a.create(q)).WantError(422, "Invalid Passkey")
		if names := strings.Contains(string(res.Body), origin+" only"); names != (name == "another origin") {
			t.Errorf("%s: %s", name, res.Body)
		}
		u.finishPasskey(q, a.create(q)).WantError(400, "Passkey Challenge Invalid")
	}
	h.wantRows(0, "passkey")
}

// TestPasskeyAnswerWorksOnce checks that a recorded answer works neither for its own ceremony again nor for another.
func TestPasskeyAnswerWorksOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	u.addPasskey(a)
	q := h.beginPasskeyLogin()
	answer := a.get(q)
	h.finishPasskeyLogin(q, answer).Want(200)
	h.finishPasskeyLogin(q, answer).WantError(400, "Passkey Challenge Invalid")
	h.finishPasskeyLogin(h.beginPasskeyLogin(), answer).WantError(401, "Invalid Passkey")
	late := h.beginPasskeyLogin()
	h.clock.Add(5 * time.Minute)
	h.finishPasskeyLogin(late, a.get(late)).WantError(400, "Passkey Challenge Invalid")
}

// TestParallelAnswersToOnePasskeyChallenge checks that one of parallel answers over two replicas wins.
func TestParallelAnswersToOnePasskeyChallenge(t *testing.T) {
	t.Parallel()
	h := open(t)
	second := h.client(h.cfg)
	u, a := h.withTwoFactor(), newAuthenticator(t)
	u.addPasskey(a)
	for range *rounds {
		q := h.beginPasskeyLogin()
		answer := a.get(q)
		won := race(20, func(i int) bool {
			client := h.Client
			if i%2 == 1 {
				client = second
			}
			return client.Do("POST", "/auth/passkeys/login/finish", m{"ceremonyId": q.CeremonyID, "credential": answer}).Status == 200
		})
		if won != 1 {
			t.Errorf("one answer logged in %d times, want 1", won)
		}
		token := u.challenge()
		q = h.beginPasskeyFactor(token)
		answer = a.get(q)
		if won := race(20, func(int) bool { return h.finishPasskeyFactor(token, q, answer).Status == 200 }); won != 1 {
			t.Errorf("one answer finished %d logins, want 1", won)
		}
		registration, key := u.beginPasskey(), newAuthenticator(t)
		made := key.create(registration)
		if won := race(8, func(int) bool { return u.finishPasskey(registration, made).Status == 201 }); won != 1 {
			t.Errorf("one answer added %d passkeys, want 1", won)
		}
	}
}

// TestCopiedPasskeyIsRefused checks that when one of two copies of a key has a lower counter, both are refused, the
// owner is notified, and a new passkey works.
func TestCopiedPasskeyIsRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.withTwoFactor(), newAuthenticator(t)
	a.count = 1
	id := u.addPasskey(a)
	use := func(a *authenticator, count uint32) *apitest.Response {
		a.count = count
		q := h.beginPasskeyLogin()
		return h.finishPasskeyLogin(q, a.get(q))
	}
	clone := a.copy()
	use(a, 2).Want(200)
	use(clone, 3).Want(200)
	use(a, 3).WantError(401, "Invalid Passkey")
	use(a, 9).WantError(401, "Invalid Passkey")
	use(clone, 10).WantError(401, "Invalid Passkey")
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": u.challenge()}).WantError(409, "No Passkey")
	var list struct {
		Items []struct {
			ID      string
			Suspect bool
		}
	}
	u.Do("GET", "/auth/passkeys", nil).Want(200).JSON(&list)
	if len(list.Items) != 1 || !list.Items[0].Suspect {
		t.Errorf("got %+v, want one suspect passkey", list)
	}
	if got := h.lastMail(u.Email); got.Subject != "One of your passkeys may have been copied" {
		t.Errorf("last mail: %s, want %s", got.Subject, "One of your passkeys may have been copied")
	}
	h.wantRows(1, "audit_event WHERE kind = 'passkey.suspect' AND account_id = $1", u.ID)
	u.Do("DELETE", "/auth/passkeys/"+id, u.confirm()).Want(204)
	fresh := newAuthenticator(t)
	u.addPasskey(fresh)
	use(fresh, 0).Want(200)
	use(fresh, 0).Want(200) // this passkey has no counter
}

// TestPasskeyLoginsAreThrottledPerClient checks that failures and ceremonies of one client are bounded, although
// passkeys cannot be guessed.
func TestPasskeyLoginsAreThrottledPerClient(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, a := h.user(), newAuthenticator(t)
	u.addPasskey(a)
	for range 50 {
		q := h.beginPasskeyLogin()
		h.finishPasskeyLogin(q, newAuthenticator(t).get(q)).WantError(401, "Invalid Passkey")
	}
	q := h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, a.get(q)).WantError(429, "Too Many Requests")
	h.login(u.Email, password) // password logins have a separate budget
	for range 249 {
		h.beginPasskeyLogin()
	}
	h.Do("POST", "/auth/passkeys/login/begin", nil).WantError(429, "Too Many Requests")
	h.clock.Add(15 * time.Minute)
	q = h.beginPasskeyLogin()
	h.finishPasskeyLogin(q, a.get(q)).Want(200)
}

// TestMalformedAttestationsAreRefused checks that a malformed attestation is refused: nesting, wrong lengths and other
// types do no harm.
func TestMalformedAttestationsAreRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	for name, object := range map[string]string{
		"no CBOR":             "not CBOR",
		"nested":              strings.Repeat("\x81", 10_000) + "\x00",
		"endless list":        "\x9f" + strings.Repeat("\x00", 1000),
		"a list of 2^32":      "\x9a\xff\xff\xff\xff",
		"a text of 2^63":      "\x7b\x7f\xff\xff\xff\xff\xff\xff\xff",
		"a tagged object":     "\xd8\x1c\xa1\x63fmt\x64none",
		"data of other types": "\xa3\x63fmt\x01\x67attStmt\x01\x68authData\x01",
		"the same key twice":  "\xa2\x63fmt\x64none\x63fmt\x64none",
	} {
		q, a := u.beginPasskey(), newAuthenticator(t)
		answer := a.create(q)
		answer["response"].(m)["attestationObject"] = b64([]byte(object))
		if res := u.finishPasskey(q, answer); res.Status != 400 && res.Status != 422 {
			t.Errorf("%s: %d %s", name, res.Status, res.Body)
		}
	}
	h.wantRows(0, "passkey")
}
