package identity

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"rolecall/internal/apitest"
)

// TestNoSecretIsStoredOrLogged uses every feature that handles a secret, then searches all tables, logs and mail
// subjects for the secrets.
func TestNoSecretIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	secrets := map[string]string{"password": password, "encryption key": h.cfg.EncryptionKey.Reveal(), "service key": serviceKey}
	firstCode := h.code(u.Email)
	h.resend(u.Email).Want(204)
	secondCode := h.code(u.Email)
	h.verify(u.Email, secondCode).Want(200)
	u.logIn().enable()
	challenge := u.challenge()
	var res struct{ Token string }
	totp := u.totp()
	h.finish(challenge, totp).Want(200).JSON(&res)
	h.verifyFactor(u, u.backup[0]).Want(200)
	pending := u.challenge()
	u.changePassword(password, newPassword, m{"totpCode": u.backup[1]}).Want(204)
	h.tryLogin(u.Email, "a wrong password").WantError(401, "Invalid Credentials")
	_, deletion := u.requestCode("delete-account")
	// One more code, whose mail waits in the outbox.
	u.Do("POST", "/auth/account/verifications", m{"action": "delete-all-applications"}).Want(200)

	secrets["new password"], secrets["wrong password"] = newPassword, "a wrong password"
	secrets["first token"], secrets["second token"] = u.Token, res.Token
	secrets["signature"] = u.Token[strings.LastIndex(u.Token, ".")+1:]
	secrets["challenge"], secrets["open challenge"] = challenge, pending
	secrets["setup key"] = setupKey(u.key)
	key, err := h.svc.signer.active(t.Context(), h.pool)
	if err != nil {
		t.Fatal(err)
	}
	secrets["signing key"] = string(key.private.Seed())
	for i, code := range u.backup {
		secrets["backup code "+strconv.Itoa(i)] = code
	}
	codes := map[string]string{"first code": firstCode, "second code": secondCode, "deletion code": deletion, "totp": totp}

	encodings := func(s string) []string {
		forms := []string{s, hex.EncodeToString([]byte(s)), base64.RawStdEncoding.EncodeToString([]byte(s)),
			base64.RawURLEncoding.EncodeToString([]byte(s))}
		for _, enc := range []*base64.Encoding{base64.RawURLEncoding, base64.RawStdEncoding} {
			if b, err := enc.DecodeString(s); err == nil && len(b) >= 16 {
				forms = append(forms, hex.EncodeToString(b))
			}
		}
		if b, err := base32Plain.DecodeString(s); err == nil && len(b) >= 16 {
			forms = append(forms, hex.EncodeToString(b))
		}
		return forms
	}
	places := h.dump()
	places["the log"], places["the audit log"] = h.log.String(), h.audit.String()
	if places["the audit log"] == "" {
		t.Error("the audit log is empty")
	}
	for _, mail := range h.sink.Messages() {
		places["subject "+mail.Subject] = mail.Subject
	}
	for place, content := range places {
		for name, secret := range secrets {
			for _, form := range encodings(secret) {
				if strings.Contains(content, form) {
					t.Errorf("%s shows the %s", place, name)
				}
			}
		}
		for name, code := range codes {
			// Six digits can occur inside any number, but not as text or as a column.
			for _, form := range []string{`"` + code + `"`, "," + code + ",", "(" + code + ",", "," + code + ")", " " + code,
				hex.EncodeToString([]byte(code))} {
				if strings.Contains(content, form) {
					t.Errorf("%s shows the %s", place, name)
				}
			}
		}
	}
	if !strings.Contains(h.log.String(), u.ID.String()) {
		t.Error("the log does not contain the user's id")
	}
	if strings.Contains(h.log.String(), u.Email) {
		t.Error("the log contains the user's email address")
	}
	// Error responses and logs do not contain the request body.
	for _, body := range []any{m{"email": 1, "password": "hunter2hunter2"}, `{"email":"a@b.example","password":"hunter2hunter2"`} {
		if res := h.Do("POST", "/auth/login", body).WantError(400, "Validation Error"); strings.Contains(string(res.Body), "hunter2") {
			t.Errorf("the answer repeats the password: %s", res.Body)
		}
	}
	if strings.Contains(h.log.String(), "hunter2") {
		t.Error("the log contains part of a rejected request body")
	}
	// The token searched for above is a valid one.
	h.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).Want(200)
}

// TestDeliveredMailLeavesNoPayload checks that the payload of a queued mail is encrypted, and is deleted when the mail
// has been delivered.
func TestDeliveredMailLeavesNoPayload(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.newcomer("")
	h.wantRows(1, "outbox WHERE payload IS NOT NULL AND sealed")
	h.code(u.Email)
	h.wantRows(0, "outbox WHERE payload IS NOT NULL")
}
