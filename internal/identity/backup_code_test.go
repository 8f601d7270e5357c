package identity

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

func TestRegenerate(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	regenerate := func(code string) *apitest.Response {
		return u.Do("POST", "/auth/account/2fa/backup-codes", m{"totpCode": code})
	}
	regenerate("123456").WantError(400, "Two-Factor Not Enabled")
	u.enable()
	u.Do("POST", "/auth/account/2fa/backup-codes", m{}).WantError(400, "Validation Error")
	regenerate(u.wrong()).WantError(422, "Invalid Totp Code")
	regenerate(u.backup[0]).WantError(422, "Invalid Totp Code")
	var res struct{ BackupCodes []string }
	regenerate(u.totp()).Want(200).JSON(&res)
	if len(res.BackupCodes) != 8 || res.BackupCodes[0] == u.backup[0] {
		t.Errorf("got %q after %q", res.BackupCodes, u.backup)
	}
	verify := func(code string) *apitest.Response {
		return h.internal().Do("POST", "/auth/internal/two-factor/verify", m{"userId": u.ID, "code": code})
	}
	verify(u.backup[1]).WantError(422, "Invalid Totp Code")
	for _, code := range res.BackupCodes {
		verify(code).Want(200)
	}
	verify(res.BackupCodes[7]).WantError(422, "Invalid Totp Code")
}

func TestBackupCodesAreHardToGuess(t *testing.T) {
	t.Parallel()
	if bits := backupLength * math.Log2(float64(len(backupAlphabet))); bits < 39 {
		t.Errorf("%.1f bits", bits)
	}
	count := map[rune]int{}
	for range 4000 {
		for _, r := range newBackupCode() {
			count[r]++
		}
	}
	want := 4000.0 * backupLength / float64(len(backupAlphabet))
	for _, r := range backupAlphabet {
		if got := float64(count[r]); got < want*0.8 || got > want*1.2 {
			t.Errorf("%c comes %v times, expected about %.0f", r, got, want)
		}
	}
	if len(count) != len(backupAlphabet) {
		t.Errorf("%d letters, want %d", len(count), len(backupAlphabet))
	}
}

func TestBackupHashesDependOnEverything(t *testing.T) {
	t.Parallel()
	key, user := []byte("k"), uuid.New()
	base := backupMAC(key, user, "abcd2345")
	if diff := cmp.Diff(base, backupMAC(key, user, "ABCD2345")); diff != "" {
		t.Error("the case of a code matters")
	}
	for name, mac := range map[string][]byte{"key": backupMAC([]byte("x"), user, "abcd2345"), "user": backupMAC(key, uuid.New(), "abcd2345"), "code": backupMAC(key, user, "abcd2346")} {
		if cmp.Equal(base, mac) {
			t.Errorf("the %s does not matter", name)
		}
	}
}
