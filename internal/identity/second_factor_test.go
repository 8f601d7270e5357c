package identity

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"

	"rolecall/internal/apitest"
	"rolecall/internal/env"
)

// TestRFC6238 runs the test vectors of appendix B for SHA-1. They have eight digits; ours are the last six.
func TestRFC6238(t *testing.T) {
	t.Parallel()
	key := []byte("12345678901234567890")
	for unix, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		at := time.Unix(unix, 0)
		if step, ok := matchStep(key, want[2:], at); !ok || step != unix/30 {
			t.Errorf("at %d: step %d, %t", unix, step, ok)
		}
		for drift, want := range map[time.Duration]bool{-30 * time.Second: true, 0: true, 30 * time.Second: true, 60 * time.Second: false,
			90 * time.Second: false} {
			if _, ok := matchStep(key, codeAt(key, unix/30), at.Add(drift)); ok != want {
				t.Errorf("at %d, %s away: %t, want %t", unix, drift, ok, want)
			}
		}
	}
}

func TestSetup(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.verifySetup("123456").WantError(400, "No Pending Setup")
	var first, second struct{ OtpauthURI, SetupKey string }
	u.Do("POST", "/auth/account/2fa/setup", nil).Want(200).JSON(&first)
	u.Do("POST", "/auth/account/2fa/setup", nil).Want(200).JSON(&second)
	if first.SetupKey == second.SetupKey {
		t.Error("the pending secret was not replaced")
	}
	parsed, err := otp.NewKeyFromURL(second.OtpauthURI)
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Secret() != second.SetupKey || parsed.Issuer() != "Rolecall" || parsed.AccountName() != u.Email || parsed.Period() != 30 ||
		parsed.Digits() != 6 || parsed.Algorithm() != otp.AlgorithmSHA1 {
		t.Errorf("got %s, want the setup key and email, SHA1, 6 digits, 30 seconds", second.OtpauthURI)
	}
	old, err := base32Plain.DecodeString(first.SetupKey)
	if err != nil || len(old) != 20 {
		t.Fatalf("%d bytes, %v", len(old), err)
	}
	if u.key, err = base32Plain.DecodeString(second.SetupKey); err != nil {
		t.Fatal(err)
	}
	if stale := codeAt(old, h.clock.Now().Unix()/30); stale != u.totp() {
		u.verifySetup(stale).WantError(422, "Invalid Totp Code")
	}
	u.Do("POST", "/auth/account/2fa/verify-setup", m{}).WantError(400, "Validation Error")
	h.login(u.Email, password) // nothing is enabled yet
	var res struct{ BackupCodes []string }
	u.verifySetup(u.totp()).Want(200).JSON(&res)
	seen := map[string]bool{}
	for _, code := range res.BackupCodes {
		if seen[code] = true; len(code) != 8 || strings.Trim(code, backupAlphabet) != "" {
			t.Errorf("odd code %q", code)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d different codes, want 8", len(seen))
	}
	u.Do("POST", "/auth/account/2fa/setup", nil).WantError(409, "Conflict")
	u.verifySetup(u.totp()).WantError(409, "Conflict")
	// The code of the setup is spent; the first login needs the next one.
	h.finish(u.challenge(), u.totp()).WantError(401, "Invalid Totp Code")
	h.clock.Add(30 * time.Second)
	h.finish(u.challenge(), u.totp()).Want(200)
}

func TestDisable(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.disable("123456").WantError(400, "Two-Factor Not Enabled")
	u.enable()
	u.disable(u.wrong()).WantError(422, "Invalid Totp Code")
	u.disable("aaaaaaaa").WantError(422, "Invalid Totp Code")
	u.disable(u.backup[3]).Want(204)
	for _, table := range []string{"totp_secret", "backup_code", "two_factor_challenge"} {
		h.wantRows(0, table)
	}
	h.login(u.Email, password)
	u.enable()
	u.disable(u.totp()).Want(204)
}

func TestAccountCountsUnusedBackupCodes(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	left := func() any {
		var res m
		u.Do("GET", "/auth/account", nil).Want(200).JSON(&res)
		return res["backupCodesLeft"]
	}
	if got := left(); got != nil {
		t.Errorf("%v codes left without two-factor, want none named", got)
	}
	u.enable()
	if got := left(); got != 8.0 {
		t.Errorf("%v codes left, want 8", got)
	}
	h.finish(u.challenge(), u.backup[0]).Want(200)
	h.finish(u.challenge(), u.backup[0]).WantError(401, "Invalid Totp Code")
	if got := left(); got != 7.0 {
		t.Errorf("%v codes left after one was used, want 7", got)
	}
	u.regenerate(u.totp()).Want(200)
	if got := left(); got != 8.0 {
		t.Errorf("%v codes left of a new set, want 8", got)
	}
}

func TestInternalVerify(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, plain := h.withTwoFactor(), h.user()
	verify := func(body any) *apitest.Response {
		return h.internal().Do("POST", "/auth/internal/two-factor/verify", body)
	}
	outcome := func(res *apitest.Response) string {
		var body struct{ Outcome string }
		res.Want(200).JSON(&body)
		return body.Outcome
	}
	if got := outcome(verify(m{"userId": plain.ID})); got != "not_enrolled" {
		t.Errorf("got %s, want %s", got, "not_enrolled")
	}
	if got := outcome(verify(m{"userId": plain.ID, "code": "000000"})); got != "not_enrolled" {
		t.Errorf("got %s, want %s", got, "not_enrolled")
	}
	for range 3 { // no side effect
		if got := outcome(verify(m{"userId": u.ID, "code": u.totp()})); got != "verified" {
			t.Errorf("got %s, want %s", got, "verified")
		}
	}
	h.finish(u.challenge(), u.totp()).Want(200)
	if got := outcome(verify(m{"userId": u.ID, "code": strings.ToUpper(u.backup[0])})); got != "verified" {
		t.Errorf("got %s, want %s", got, "verified")
	}
	verify(m{"userId": u.ID, "code": u.backup[0]}).WantError(422, "Invalid Totp Code")
	verify(m{"userId": u.ID, "code": codeAt(u.key, h.clock.Now().Unix()/30-3)}).WantError(422, "Invalid Totp Code")
	verify(m{"userId": u.ID, "code": "anything"}).WantError(422, "Invalid Totp Code")
	for range 9 { // a missing code is not a guess
		verify(m{"userId": u.ID}).WantError(422, "Invalid Totp Code")
	}
	verify(m{"userId": u.ID, "code": u.totp()}).Want(200)
	verify(m{"userId": uuid.New(), "code": "000000"}).WantError(404, "Not Found")
	verify(m{"userId": "x"}).WantError(400, "Validation Error")
	verify(m{"userId": u.ID, "code": 123456}).WantError(400, "Validation Error")
	verify(m{"code": "000000"}).WantError(400, "Validation Error")
	verify("{").WantError(400, "Validation Error")
	h.Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID}).WantError(401, "Unauthorized")
	h.Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID}, apitest.ServiceKey("wrong")).WantError(401, "Unauthorized")
	u.Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID}).WantError(401, "Unauthorized")
}

func TestOneBudgetOverAllRoutes(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	routes := u.routes()
	failures := 0
	for name, try := range routes { // makes one failure each
		if failures++; failures > 5 {
			break
		}
		status := 422
		if name == "login" {
			status = 401
		}
		try(u.wrong()).WantError(status, "Invalid Totp Code")
	}
	for _, try := range routes {
		res := try(u.totp()).WantError(429, "Too Many Requests")
		if got := res.Header.Get("Retry-After"); got != "900" {
			t.Errorf("retry after %s, want 900", got)
		}
	}
	// Neither a new challenge nor a backup code gets around it.
	h.finish(u.challenge(), u.backup[0]).WantError(429, "Too Many Requests")
	h.clock.Add(15*time.Minute - time.Second)
	routes["internal"](u.totp()).WantError(429, "Too Many Requests")
	h.clock.Add(time.Second)
	routes["internal"](u.totp()).Want(200)
	h.finish(u.challenge(), u.backup[0]).Want(200)
}

func TestVerifySetupSharesTheBudget(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.beginSetup()
	for range 5 {
		u.verifySetup(u.wrong()).WantError(422, "Invalid Totp Code")
	}
	u.verifySetup(u.totp()).WantError(429, "Too Many Requests")
	h.clock.Add(15 * time.Minute)
	u.verifySetup(u.totp()).Want(200)
}

func TestThirtyFailuresADay(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	verify := func(code string) *apitest.Response { return h.verifyFactor(u, code) }
	for round := range 10 {
		for range 3 {
			verify(u.wrong()).WantError(422, "Invalid Totp Code")
		}
		if round < 9 {
			verify(u.totp()).Want(200) // clears the 15 minutes, not the day
		}
	}
	verify(u.totp()).WantError(429, "Too Many Requests")
	h.clock.Add(24*time.Hour - time.Second)
	verify(u.totp()).WantError(429, "Too Many Requests")
	h.clock.Add(time.Second)
	verify(u.totp()).Want(200)
}

func TestEncryptionKeyRotation(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	rotated := h.cfg
	rotated.EncryptionKey, rotated.OldEncryptionKeys = newKeySecret(), h.cfg.EncryptionKey
	client := h.client(rotated).With(apitest.ServiceKey(serviceKey))
	verify := func(c *apitest.Client, code string) *apitest.Response {
		return c.Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": code})
	}
	verify(client, u.backup[0]).Want(200)
	verify(client, u.totp()).Want(200)
	client.Do("GET", "/auth/account", nil, apitest.Bearer(u.Token)).Want(200)
	client.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200)

	// Used secrets are sealed with the new key, so the old one is no longer needed for them.
	without := rotated
	without.OldEncryptionKeys = env.Secret{}
	client = h.client(without).With(apitest.ServiceKey(serviceKey))
	verify(client, u.totp()).Want(200)
}

func TestSecretIsBoundToItsUser(t *testing.T) {
	t.Parallel()
	h := open(t)
	victim, thief := h.withTwoFactor(), h.withTwoFactor()
	h.exec(`UPDATE identity.totp_secret a SET encrypted_secret = b.encrypted_secret
		FROM identity.totp_secret b WHERE a.user_id = $1 AND b.user_id = $2`, victim.ID, thief.ID)
	h.verifyFactor(victim, thief.totp()).WantError(500, "Internal Server Error")
}

func FuzzCode(f *testing.F) {
	for _, seed := range []string{"123456", "12345", " 123456", "123456 ", "123 456", "123-456", "１２３４５６", "abcd2345", "ABCD2345",
		"abcd-2345", "ａｂｃｄ2345", "12345678", "\x00123456", "12345\u0336", ""} {
		f.Add(seed)
	}
	key := []byte("12345678901234567890")
	now := time.Unix(1_700_000_000, 0)
	valid := map[string]bool{}
	for step := now.Unix()/30 - 1; step <= now.Unix()/30+1; step++ {
		valid[codeAt(key, step)] = true
	}
	for code := range valid {
		f.Add(code)
		f.Add(code + "\n")
	}
	f.Fuzz(func(t *testing.T, code string) {
		totp, backup := totpForm.MatchString(code), backupForm.MatchString(code)
		if _, ok := matchStep(key, code, now); totp && ok != valid[code] {
			t.Errorf("%q: %t", code, ok)
		}
		if totp != (len(code) == 6 && strings.Trim(code, "0123456789") == "") {
			t.Errorf("%q is taken for six digits: %t", code, totp)
		}
		if backup && (totp || len(code) != 8 || strings.Trim(strings.ToLower(code), "abcdefghijklmnopqrstuvwxyz0123456789") != "") {
			t.Errorf("%q is taken for a backup code", code)
		}
	})
}

func FuzzOtpauthURI(f *testing.F) {
	f.Add("Rolecall", "mira@example.org")
	f.Add("Job & Co/?#", "a+b%40@x")
	f.Add("Köln Jobs", "müller@example.org")
	f.Add("a b", "x&secret=AAAA&issuer=evil")
	key := []byte("12345678901234567890")
	f.Fuzz(func(t *testing.T, issuer, account string) {
		uri := otpauthURI(issuer, account, key)
		parsed, err := url.Parse(uri)
		if err != nil {
			t.Fatalf("%q: %v", uri, err)
		}
		query := parsed.Query()
		if parsed.Scheme != "otpauth" || parsed.Host != "totp" || parsed.Path != "/"+issuer+":"+account || parsed.Fragment != "" {
			t.Errorf("%q does not carry %q and %q", uri, issuer, account)
		}
		if len(query) != 5 || query.Get("secret") != setupKey(key) || len(query["secret"]) != 1 || query.Get("issuer") != issuer {
			t.Errorf("%q carries %v", uri, query)
		}
	})
}
