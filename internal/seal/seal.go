// Package seal encrypts what must not be readable in the database.
//
// A value is sealed with AES-256-GCM and bound to additional data (the id of its row, of its user), so that it cannot
// be moved elsewhere. It names the key that sealed it: a keyring writes with its current key and still reads what its
// older keys wrote, which is how keys are rotated.
//
//	version 1:  0x01 | key id, 8 bytes | nonce, 12 bytes | ciphertext and tag
package seal

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

const (
	version   = 1
	keySize   = 32
	idSize    = 8
	nonceSize = 12
	tagSize   = 16
	header    = 1 + idSize
)

var (
	// ErrUnknownKey means that the key which sealed the value is not on the ring.
	ErrUnknownKey = errors.New("sealed with a key that is not known here")
	// ErrBroken means that the value was changed, cut, or belongs elsewhere.
	ErrBroken = errors.New("sealed value is broken or belongs elsewhere")
)

// Key is a 256-bit key. It never prints itself.
type Key struct {
	id [idSize]byte
	// bytes is a function because fmt cannot look into one: it prints an unexported field of another struct without
	// asking for the Format method.
	bytes func() []byte
}

// ParseKey reads 64 hex digits or the base64 (either alphabet, padded or not) of 32 bytes.
func ParseKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	raw, err := hex.DecodeString(text)
	if err != nil || len(text) != 2*keySize {
		// One alphabet for both, without padding: - and _ stand for + and /.
		plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
		raw, err = base64.RawStdEncoding.Strict().DecodeString(plain)
	}
	// The reason would quote the text.
	if err != nil || len(raw) != keySize || strings.ContainsAny(text, "\r\n") {
		return Key{}, errors.New("must be 64 hex digits or the base64 of 32 bytes (make one with: openssl rand -hex 32)")
	}
	return newKey([keySize]byte(raw)), nil
}

// NewKey makes a random key.
func NewKey() Key {
	var raw [keySize]byte
	_, _ = rand.Read(raw[:]) // never fails
	return newKey(raw)
}

func newKey(raw [keySize]byte) Key {
	sum := sha256.Sum256(raw[:])
	return Key{id: [idSize]byte(sum[:idSize]), bytes: func() []byte { return raw[:] }}
}

// Reveal is the key as 64 hex digits, for the one place that keeps it.
func (k Key) Reveal() string { return hex.EncodeToString(k.bytes()) }

// IsZero tells a key that was never set.
func (k Key) IsZero() bool { return k.bytes == nil }

// String names the key without telling it.
func (k Key) String() string { return "key " + hex.EncodeToString(k.id[:]) }

// Format keeps every verb from showing the key.
func (k Key) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(k.String())) }

// LogValue keeps the key out of logs.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText keeps the key out of JSON.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Keyring seals with its current key and opens with any.
type Keyring struct {
	keys []sealer // the current one first
}

type sealer struct {
	key Key
	gcm func() cipher.AEAD // a function for the same reason as in Key
}

// NewKeyring makes a ring of the current key and older ones that are still to be read.
func NewKeyring(current Key, older ...Key) *Keyring {
	r := &Keyring{}
	for _, k := range append([]Key{current}, older...) {
		if k.IsZero() {
			panic("seal: a key of the ring is not set")
		}
		block, err := aes.NewCipher(k.bytes())
		if err != nil {
			panic(err) // only for a wrong size
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			panic(err)
		}
		r.keys = append(r.keys, sealer{key: k, gcm: func() cipher.AEAD { return gcm }})
	}
	return r
}

// Seal encrypts plain and binds it to aad.
func (r *Keyring) Seal(plain, aad []byte) []byte {
	current := r.keys[0]
	out := make([]byte, header+nonceSize, header+nonceSize+len(plain)+tagSize)
	out[0] = version
	copy(out[1:], current.key.id[:])
	nonce := out[header:]
	_, _ = rand.Read(nonce) // never fails
	return current.gcm().Seal(out, nonce, plain, bind(out[:header], aad))
}

// Open decrypts what Seal made with the same aad.
func (r *Keyring) Open(sealed, aad []byte) ([]byte, error) {
	if len(sealed) < header+nonceSize+tagSize || sealed[0] != version {
		return nil, ErrBroken
	}
	for _, s := range r.keys {
		if bytes.Equal(s.key.id[:], sealed[1:header]) {
			plain, err := s.gcm().Open(nil, sealed[header:header+nonceSize], sealed[header+nonceSize:], bind(sealed[:header], aad))
			if err != nil {
				return nil, ErrBroken
			}
			return plain, nil
		}
	}
	return nil, ErrUnknownKey
}

// Stale tells whether a value should be sealed again because its key is no longer the current one.
func (r *Keyring) Stale(sealed []byte) bool {
	return len(sealed) < header || sealed[0] != version || !bytes.Equal(sealed[1:header], r.keys[0].key.id[:])
}

// Derive makes a 32-byte key for one purpose, named by its label, from the current key.
func (r *Keyring) Derive(label string) []byte { return derive(r.keys[0].key, label) }

// DeriveAll is Derive for every key, the current one first: what was made with an older one can still be checked.
func (r *Keyring) DeriveAll(label string) [][]byte {
	var out [][]byte
	for _, s := range r.keys {
		out = append(out, derive(s.key, label))
	}
	return out
}

func derive(k Key, label string) []byte {
	out, err := hkdf.Key(sha256.New, k.bytes(), nil, "rolecall/"+label, keySize)
	if err != nil {
		panic(err) // only for an absurd length
	}
	return out
}

// bind authenticates the header too.
func bind(head, aad []byte) []byte {
	return append(append(make([]byte, 0, len(head)+len(aad)), head...), aad...)
}
