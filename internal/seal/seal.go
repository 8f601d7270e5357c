// Package seal encrypts values that must not be readable in the database.
//
// A value is sealed with AES-256-GCM and bound to additional data (the id of its row or user), so that it cannot be moved
// to another row. It names its key: to rotate keys, a keyring seals with its current key and still opens values of older
// keys.
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
	// ErrUnknownKey means that the value was sealed with a key that is not in the keyring.
	ErrUnknownKey = errors.New("sealed with an unknown key")
	// ErrBroken means that the value was changed, truncated, or sealed for other data.
	ErrBroken = errors.New("sealed value is corrupt or belongs to other data")
)

// Key is a 256-bit key that fmt, slog and JSON do not print.
type Key struct {
	id [idSize]byte
	// bytes is a function because fmt prints an unexported field of another struct without calling its Format method, but
	// cannot look into a function.
	bytes func() []byte
}

// ParseKey reads 64 hex digits or the base64 (either alphabet, padded or not) of 32 bytes.
func ParseKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	raw, err := hex.DecodeString(text)
	if err != nil || len(text) != 2*keySize {
		// Convert the URL alphabet to the standard one and drop the padding.
		plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
		raw, err = base64.RawStdEncoding.Strict().DecodeString(plain)
	}
	// The cause would quote the key.
	if err != nil || len(raw) != keySize || strings.ContainsAny(text, "\r\n") {
		return Key{}, errors.New("must be 64 hex digits or the base64 of 32 bytes (make one with: openssl rand -hex 32)")
	}
	return newKey([keySize]byte(raw)), nil
}

// NewKey returns a random key.
func NewKey() Key {
	var raw [keySize]byte
	_, _ = rand.Read(raw[:]) // never fails
	return newKey(raw)
}

func newKey(raw [keySize]byte) Key {
	sum := sha256.Sum256(raw[:])
	return Key{id: [idSize]byte(sum[:idSize]), bytes: func() []byte { return raw[:] }}
}

// Reveal returns the key as 64 hex digits.
func (k Key) Reveal() string { return hex.EncodeToString(k.bytes()) }

// IsZero reports whether the key was never set.
func (k Key) IsZero() bool { return k.bytes == nil }

// String returns the id of the key.
func (k Key) String() string { return "key " + hex.EncodeToString(k.id[:]) }

// Format hides the key from all verbs.
func (k Key) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(k.String())) }

// LogValue hides the key from logs.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText hides the key from JSON.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Keyring seals with its current key and opens with any.
type Keyring struct {
	keys []sealer // the current one first
}

type sealer struct {
	key Key
	gcm func() cipher.AEAD // a function for the same reason as in Key
}

// NewKeyring returns a keyring of the current key and older ones that can still open values.
func NewKeyring(current Key, older ...Key) *Keyring {
	r := &Keyring{}
	for _, k := range append([]Key{current}, older...) {
		if k.IsZero() {
			panic("seal: a key of the keyring is not set")
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

// Open decrypts a value that was sealed with the same aad.
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

// Stale reports whether a value should be sealed again because its key is not the current one.
func (r *Keyring) Stale(sealed []byte) bool {
	return len(sealed) < header || sealed[0] != version || !bytes.Equal(sealed[1:header], r.keys[0].key.id[:])
}

// Derive returns a 32-byte key for the purpose that the label names, derived from the current key.
func (r *Keyring) Derive(label string) []byte { return derive(r.keys[0].key, label) }

// DeriveAll returns the derived keys of all keys, the current one first, to check values made with older ones.
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

// bind adds the header to the authenticated data.
func bind(head, aad []byte) []byte {
	return append(append(make([]byte, 0, len(head)+len(aad)), head...), aad...)
}
