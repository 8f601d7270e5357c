package identity

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"rolecall/internal/apitest"
	"rolecall/internal/fault"
)

func TestContractNamesRefusedPasswords(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../api/published/identity.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Description string }
		}
	}
	if err := json.Unmarshal(contract, &doc); err != nil {
		t.Fatal(err)
	}
	rules := doc.Components.Schemas["NewPassword"].Description
	for refused, words := range map[string]string{
		"password":         "common passwords",
		"abcabcabc":        "repeats a piece of up to four characters",
		"asdfghjkl":        "runs along the alphabet, the digits or a keyboard",
		"mirasandoval1":    "names or address of the account",
		"good\x00password": "NUL",
	} {
		if err := checkNewPassword("password", refused, "Mira", "Sandoval", "MiraSandoval"); err == nil {
			t.Errorf("%q is taken", refused)
		}
		if !strings.Contains(rules, words) {
			t.Errorf("the contract does not say that %q is refused: %s", refused, words)
		}
	}
}

func TestWeakPasswords(t *testing.T) {
	t.Parallel()
	own := []string{"mira.sandoval@example.org", "Mira", "Sandoval", "MiraSandoval"}
	for _, weak := range []string{"password", "PASSWORD1", "Password123", "12345678", "qwertyuiop", "iloveyou1", "letmein123", "11111111",
		"abababab", "abcabcabc", "abcdefgh", "87654321", "asdfghjkl",
		"1q2w3e4r", "miramira", "Mira.Sandoval", "mirasandoval1", "sandoval!", "sandoval2024",
		"mira.sandoval@example.org", "ｐａｓｓｗｏｒｄ", "1234567", "zq8!kfw", strings.Repeat("ab cd ", 20), "good\x00password", "Rolecall1!",
		"rolecall2026"} {
		if err := checkNewPassword("password", weak, own...); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q is taken", weak)
		}
	}
	for _, good := range []string{password, "Tr0ub4dor&3", "mira likes herons", "пароль с пробелами", "        x         y",
		"zq8!kfw2", strings.Repeat("ab c!", 20), "日本語のパスワード"} {
		if err := checkNewPassword("password", good, own...); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	n := 0
	for word := range commonPasswords() {
		if utf8.RuneCountInString(word) >= 8 {
			n++
		}
	}
	if n < 3000 {
		t.Errorf("the list has %d passwords of eight characters or more", n)
	}
}

// TestEveryCharacterCounts checks that long passwords are not truncated, and Unicode is normalised.
func TestEveryCharacterCounts(t *testing.T) {
	t.Parallel()
	h := open(t)
	long := strings.Repeat("ü", 40) + strings.Repeat("x ", 30)
	u := h.user()
	u.changePassword(password, long).Want(204)
	h.tryLogin(u.Email, long[:len(long)-1]+"y").WantError(401, "Invalid Credentials")
	h.tryLogin(u.Email, long[:len(long)-2]).WantError(401, "Invalid Credentials")
	h.login(u.Email, long)
	h.login(u.Email, strings.ReplaceAll(long, "ü", "u\u0308"))
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	change := func(body m) *apitest.Response { return u.Do("POST", "/auth/account/change-password", body) }
	h.Do("POST", "/auth/account/change-password", m{"currentPassword": password, "newPassword": newPassword}).WantError(401, "Unauthorized")
	change(m{"currentPassword": "wrong", "newPassword": newPassword}).WantError(422, "Invalid Credentials")
	for _, weak := range []string{"short", "password123", u.Email, strings.Repeat("x y", 34)} {
		change(m{"currentPassword": password, "newPassword": weak}).WantError(400, "Validation Error")
	}
	change(m{"currentPassword": password, "newPassword": newPassword, "totpCode": "ignored"}).Want(204)
	h.tryLogin(u.Email, password).WantError(401, "Invalid Credentials")
	h.login(u.Email, newPassword)
	u.Do("GET", "/auth/account", nil).Want(200)
}

func TestChangePasswordWithTwoFactor(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	change := func(body m) *apitest.Response { return u.Do("POST", "/auth/account/change-password", body) }
	for range 9 { // a missing code is not a guess
		change(m{"currentPassword": password, "newPassword": newPassword}).WantError(422, "Invalid Totp Code")
	}
	change(m{"currentPassword": password, "newPassword": newPassword, "totpCode": u.wrong()}).WantError(422, "Invalid Totp Code")
	change(m{"currentPassword": password, "newPassword": newPassword, "totpCode": u.backup[0]}).Want(204)
	change(m{"currentPassword": newPassword, "newPassword": password, "totpCode": u.backup[0]}).WantError(422, "Invalid Totp Code")
	change(m{"currentPassword": newPassword, "newPassword": password, "totpCode": u.totp()}).Want(204)
}

func TestHashesAreUpgradedAtLogin(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	dearer := h.cfg
	dearer.Password.Memory, dearer.Password.Iterations = 128<<10, 2
	client := h.client(dearer)
	client.Do("POST", "/auth/login", m{"email": u.Email, "password": "wrong"}).WantError(401, "Invalid Credentials")
	client.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200)
	var stored string
	if err := h.pool.QueryRow(t.Context(), "SELECT password_hash FROM identity.account WHERE id = $1", u.ID).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	p, _, _, err := argon2id.DecodeHash(stored)
	if err != nil || p.Memory != 128 || p.Iterations != 2 {
		t.Errorf("got %+v, %v, want 128 KiB and 2 iterations", p, err)
	}
	client.Do("POST", "/auth/login", m{"email": u.Email, "password": password}).Want(200)
	h.login(u.Email, password) // a replica with a lower cost does not downgrade it
	u.Do("GET", "/auth/account", nil).Want(200)
}

// TestBrokenHashIsAnError checks that a stored hash with parameters at which the library panics is an error.
func TestBrokenHashIsAnError(t *testing.T) {
	t.Parallel()
	h, err := newHasher(PasswordConfig{Memory: 64 << 10, Iterations: 1, Concurrency: 1}, newMeters(nil).hashes)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // more than there are slots: each is given back
		if ok, err := h.matches(password, strings.Replace(h.decoy, "t=1", "t=0", 1)); ok || err == nil {
			t.Errorf("got %v, %v, want an error", ok, err)
		}
	}
	stored, err := h.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := h.matches(password, stored); !ok || err != nil {
		t.Errorf("got %v, %v, want true", ok, err)
	}
}

// TestLoginFloodIsRefusedEarly checks that a flood of logins is refused early, counts against no account, and does not
// affect other routes.
func TestLoginFloodIsRefusedEarly(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	free := h.occupy(clientWaitingPerSlot)
	for range 9 {
		res := h.tryLogin(u.Email, "wrong").WantError(503, "Service Unavailable")
		if res.Header.Get("Retry-After") == "" {
			t.Error("no time to wait is given")
		}
	}
	u.Do("GET", "/auth/account", nil).Want(200)
	u.Do("POST", "/auth/account/verifications", m{"action": "delete-account"}).Want(200)
	free()
	h.login(u.Email, password)
}

// TestThrottledLoginDoesNotQueue checks that with a long queue for hashes a throttled login is refused before it waits.
func TestThrottledLoginDoesNotQueue(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	h.failLogins(5, u.Email)
	defer h.occupy(longPerSlot)()
	h.tryLogin(u.Email, password).WantError(429, "Too Many Requests")
}
