package identity

import (
	"bytes"
	"testing"

	"golang.org/x/crypto/argon2"
)

// The table holds argon2id hashes of backup codes, each set under a salt of its own.
func TestBackupCodesAreHashedSlowly(t *testing.T) {
	t.Parallel()
	h := open(t)
	var salts [][]byte
	for _, u := range []*user{h.protected(), h.protected()} {
		var salt []byte
		if err := h.pool.QueryRow(t.Context(), "SELECT backup_salt FROM identity.totp_secret WHERE user_id = $1", u.ID).Scan(&salt); err != nil {
			t.Fatal(err)
		}
		salts = append(salts, salt)
		for _, code := range u.backup {
			hash := argon2.IDKey(backupMAC(h.svc.keyring.Derive(backupLabel), u.ID, code), salt, uint32(h.cfg.Password.Iterations), uint32(h.cfg.Password.Memory>>10), 1, 32)
			if n := h.count("SELECT count(*) FROM identity.backup_code WHERE code_hash = $1", hash); n != 1 {
				t.Errorf("%d rows hold the hash of %s", n, code)
			}
		}
	}
	if len(salts[0]) < 16 || bytes.Equal(salts[0], salts[1]) {
		t.Errorf("salts %x", salts)
	}
}

func TestBackupCodesOutliveAChangeOfCost(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.protected()
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
	if n := h.count("SELECT count(*) FROM identity.backup_code WHERE code_hash = $1", hash); n != 1 {
		t.Errorf("%d codes are found at another cost, want 1", n)
	}
}
