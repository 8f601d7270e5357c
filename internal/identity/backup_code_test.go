package identity

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/crypto/argon2"
)

func TestRegenerate(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	u.regenerate("123456").WantError(400, "Two-Factor Not Enabled")
	u.enable()
	u.Do("POST", "/auth/account/2fa/backup-codes", m{}).WantError(400, "Validation Error")
	// Only a fresh TOTP code makes new ones, and trying a backup code does not use it up.
	for _, code := range []string{u.wrong(), u.backup[0], "", u.step(-5)} {
		u.regenerate(code).WantError(422, "Invalid Totp Code")
	}
	h.finish(u.challenge(), u.backup[0]).Want(200)
	var res struct{ BackupCodes []string }
	u.regenerate(u.totp()).Want(200).JSON(&res)
	if len(res.BackupCodes) != 8 || res.BackupCodes[0] == u.backup[0] {
		t.Errorf("got %q after %q, want 8 new ones", res.BackupCodes, u.backup)
	}
	h.verifyFactor(u, u.backup[1]).WantError(422, "Invalid Totp Code")
	for _, code := range res.BackupCodes {
		h.verifyFactor(u, code).Want(200)
	}
	h.verifyFactor(u, res.BackupCodes[7]).WantError(422, "Invalid Totp Code")
}

func TestBackupCodesAreHardToGuess(t *testing.T) {
	t.Parallel()
	if bits := backupLength * math.Log2(float64(len(backupAlphabet))); bits < 39 {
		t.Errorf("%.1f bits", bits)
	}
	count := map[rune]int{}
	for range 4000 {
		for _, r := range randomLetters(backupLength) {
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
	for name, mac := range map[string][]byte{"key": backupMAC([]byte("x"), user, "abcd2345"),
		"user": backupMAC(key, uuid.New(), "abcd2345"), "code": backupMAC(key, user, "abcd2346")} {
		if cmp.Equal(base, mac) {
			t.Errorf("the %s does not matter", name)
		}
	}
}

// TestBackupCodesAreHashedSlowly checks that the table holds argon2id hashes of backup codes, each set under its own
// salt.
func TestBackupCodesAreHashedSlowly(t *testing.T) {
	t.Parallel()
	h := open(t)
	var salts [][]byte
	for _, u := range []*user{h.withTwoFactor(), h.withTwoFactor()} {
		var salt []byte
		if err := h.pool.QueryRow(t.Context(), "SELECT backup_salt FROM identity.totp_secret WHERE user_id = $1", u.ID).Scan(&salt); err != nil {
			t.Fatal(err)
		}
		salts = append(salts, salt)
		for _, code := range u.backup {
			hash := argon2.IDKey(backupMAC(h.svc.keyring.Derive(backupLabel), u.ID, code), salt, uint32(h.cfg.Password.Iterations),
				uint32(h.cfg.Password.Memory>>10), 1, 32)
			h.wantRows(1, "backup_code WHERE code_hash = $1", hash)
		}
	}
	if len(salts[0]) < 16 || bytes.Equal(salts[0], salts[1]) {
		t.Errorf("salts %x", salts)
	}
}

func TestBackupCodesOutliveAChangeOfCost(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.withTwoFactor()
	cfg := h.cfg
	cfg.Password.Memory *= 2
	cfg.Password.Iterations++
	secret, err := h.svc.activeSecret(t.Context(), u.ID)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := h.replica(cfg).hashBackupCode(t.Context(), secret, u.backup[0])
	if err != nil {
		t.Fatal(err)
	}
	h.wantRows(1, "backup_code WHERE code_hash = $1", hash)
}
