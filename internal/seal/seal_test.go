package seal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	r := NewKeyring(NewKey())
	for _, plain := range []string{"", "x", "482913", strings.Repeat("a long secret ", 1000)} {
		sealed := r.Seal([]byte(plain), []byte("user 1"))
		// A single letter may well be among the random bytes of a seal.
		if len(plain) > 1 && bytes.Contains(sealed, []byte(plain)) {
			t.Errorf("%q is readable", plain)
		}
		got, err := r.Open(sealed, []byte("user 1"))
		if err != nil || string(got) != plain {
			t.Errorf("got %q, %v, want %q", got, err, plain)
		}
		if bytes.Equal(sealed, r.Seal([]byte(plain), []byte("user 1"))) {
			t.Error("two seals are alike")
		}
	}
}

func TestSealedValueIsBoundToItsData(t *testing.T) {
	t.Parallel()
	r := NewKeyring(NewKey())
	sealed := r.Seal([]byte("secret"), []byte("user 1"))
	for _, aad := range []string{"", "user 2", "user 1 ", "user"} {
		if _, err := r.Open(sealed, []byte(aad)); !errors.Is(err, ErrBroken) {
			t.Errorf("%q: %v", aad, err)
		}
	}
}

func TestTamperingIsDetected(t *testing.T) {
	t.Parallel()
	r := NewKeyring(NewKey(), NewKey())
	sealed := r.Seal([]byte("secret"), []byte("user 1"))
	for i := range sealed {
		for bit := range 8 {
			changed := bytes.Clone(sealed)
			changed[i] ^= 1 << bit
			if _, err := r.Open(changed, []byte("user 1")); err == nil {
				t.Fatalf("byte %d, bit %d goes unnoticed", i, bit)
			}
		}
	}
	for n := range sealed {
		if _, err := r.Open(sealed[:n], []byte("user 1")); err == nil {
			t.Errorf("cut to %d bytes goes unnoticed", n)
		}
	}
	if _, err := r.Open(append(bytes.Clone(sealed), 0), []byte("user 1")); err == nil {
		t.Error("an added byte goes unnoticed")
	}
	// The key id itself is authenticated, not only used to find the key.
	if _, err := r.Open(append(append([]byte{version}, r.keys[1].key.id[:]...), sealed[header:]...), []byte("user 1")); !errors.Is(err,
		ErrBroken) {
		t.Error("the key id can be exchanged")
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	first, second := NewKey(), NewKey()
	before, after := NewKeyring(first), NewKeyring(second, first)
	sealed := before.Seal([]byte("secret"), nil)
	if before.Stale(sealed) || !after.Stale(sealed) || !after.Stale(nil) {
		t.Error("stale is not what the older key sealed")
	}
	got, err := after.Open(sealed, nil)
	if err != nil || string(got) != "secret" {
		t.Errorf("got %q, %v, want secret", got, err)
	}
	renewed := after.Seal(got, nil)
	if after.Stale(renewed) {
		t.Error("sealed with the older key")
	}
	if _, err := before.Open(renewed, nil); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("unknown key: %v", err)
	}
}

func TestDerive(t *testing.T) {
	t.Parallel()
	first, second := NewKey(), NewKey()
	a, b := NewKeyring(first), NewKeyring(second, first)
	if !bytes.Equal(a.Derive("backup-codes"), NewKeyring(first).Derive("backup-codes")) || len(a.Derive("x")) != 32 {
		t.Error("not a function of key and label")
	}
	if bytes.Equal(a.Derive("backup-codes"), a.Derive("calendar")) || bytes.Equal(a.Derive("x"), b.Derive("x")) {
		t.Error("not apart")
	}
	if all := b.DeriveAll("x"); !bytes.Equal(all[0], b.Derive("x")) || !bytes.Equal(all[1], a.Derive("x")) {
		t.Error("the older key is not derived from")
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	raw := bytes.Repeat([]byte{0xfb, 0xef, 0x3e, 0x7f}, 8) // uses the letters in which the alphabets differ
	want := newKey([keySize]byte(raw))
	for _, text := range []string{
		fmt.Sprintf("%x", raw), fmt.Sprintf("%X", raw), " " + fmt.Sprintf("%x", raw) + "\n",
		base64.StdEncoding.EncodeToString(raw), base64.RawStdEncoding.EncodeToString(raw),
		base64.URLEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
	} {
		if got, err := ParseKey(text); err != nil || got.Reveal() != want.Reveal() {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got, err := ParseKey(want.Reveal()); err != nil || got.id != want.id {
		t.Errorf("revealed: %v", err)
	}
}

func TestParseKeyRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "hunter2", strings.Repeat("a", 63), strings.Repeat("a", 65), strings.Repeat("g", 64), strings.Repeat("ab", 16),
		base64.StdEncoding.EncodeToString(make([]byte, 31)), base64.StdEncoding.EncodeToString(make([]byte, 33)),
		base64.StdEncoding.EncodeToString(make([]byte, 24)) + "\n" + base64.StdEncoding.EncodeToString(make([]byte, 8)),
		strings.Repeat("a", 42) + "!",
	} {
		_, err := ParseKey(text)
		if err == nil {
			t.Errorf("%q is accepted", text)
		} else if text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("the error repeats the key: %v", err)
		}
	}
}

func TestKeysDoNotPrint(t *testing.T) {
	t.Parallel()
	k := newKey([keySize]byte(bytes.Repeat([]byte{0xab}, keySize)))
	ring := NewKeyring(k)
	type holder struct {
		Key Key
		key Key
	}
	js, err := json.Marshal(map[string]any{"key": k, "ring": ring, "holder": holder{k, k}})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "key", k, "ring", ring, "holder", holder{k, k})
	out := string(js) + log.String()
	for _, v := range []any{k, &k, ring, *ring, holder{k, k}, &holder{k, k}, []Key{k}} {
		out += fmt.Sprintf("%v %+v %#v %s %x %d %q\n", v, v, v, v, v, v, v)
	}
	for _, secret := range []string{"abab", "ABAB", "171 171", "171, 171", "0xab, 0xab",
		base64.StdEncoding.EncodeToString([]byte{0xab, 0xab, 0xab})} {
		if strings.Contains(out, secret) {
			t.Errorf("printed as %s: %s", secret, out)
		}
	}
}

func TestKeyringNeedsItsKeys(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a ring without a key seals")
		}
	}()
	NewKeyring(Key{})
}
