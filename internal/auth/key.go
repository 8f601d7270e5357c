package auth

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	keysFresh    = 5 * time.Minute  // age at which the keys are fetched again
	fetchPause   = 10 * time.Second // pause between fetches for unknown key ids, and after a failed fetch
	fetchTimeout = 5 * time.Second
)

// Key is a public key that identity signs with.
type Key struct {
	ID     string
	Public ed25519.PublicKey
}

// KeySource returns the current keys: over HTTP for other services, from the database in identity itself.
type KeySource func(context.Context) ([]Key, error)

// keySet caches the keys.
type keySet struct {
	source KeySource
	now    func() time.Time

	flight singleflight.Group
	mu     sync.RWMutex
	keys   map[string]ed25519.PublicKey
	loaded time.Time // time of the last successful fetch
	failed time.Time // time of the last failed fetch; zero after a successful one
	err    error     // error of the last failed fetch
	missed time.Time // time of the last fetch for an unknown id
}

// find returns the key with an id, fetching if needed. It returns nil, nil for an unknown id, and an error if the keys
// could not be fetched, so that an outage never looks like a bad token.
func (s *keySet) find(ctx context.Context, id string) (ed25519.PublicKey, error) {
	s.mu.RLock()
	key, fresh := s.keys[id], s.now().Sub(s.loaded) <= keysFresh
	s.mu.RUnlock()
	switch {
	case key != nil && fresh:
		return key, nil
	case key != nil:
		// Refresh in the background: an outage of the source must not affect users of known keys.
		s.flight.DoChan("", func() (any, error) { return nil, s.refresh(context.WithoutCancel(ctx), "") })
		return key, nil
	}
	// Cancelling one request must not fail others that wait for the same fetch.
	if _, err, _ := s.flight.Do("", func() (any, error) { return nil, s.refresh(context.WithoutCancel(ctx), id) }); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.keys[id], nil
}

// ready fetches the keys unless they have been fetched before.
func (s *keySet) ready(ctx context.Context) error {
	s.mu.RLock()
	loaded := !s.loaded.IsZero()
	s.mu.RUnlock()
	if loaded {
		return nil
	}
	_, err, _ := s.flight.Do("", func() (any, error) { return nil, s.refresh(context.WithoutCancel(ctx), "") })
	return err
}

// refresh fetches the keys if they are old or lack the id, unless that was just tried. Only one refresh runs at a time.
// The first fetch for an unknown id is allowed right after another fetch, so that a new key is accepted immediately.
func (s *keySet) refresh(ctx context.Context, id string) error {
	now := s.now()
	s.mu.Lock()
	fresh := now.Sub(s.loaded) <= keysFresh
	switch {
	case now.Sub(s.failed) < fetchPause:
		defer s.mu.Unlock()
		return s.err
	case fresh && (s.keys[id] != nil || id == ""):
		s.mu.Unlock()
		return nil
	case fresh && now.Sub(s.missed) < fetchPause:
		s.mu.Unlock()
		return nil
	}
	s.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	list, err := s.source(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failed, s.err = s.now(), fmt.Errorf("fetch identity's keys: %w", err)
		return s.err
	}
	s.loaded, s.failed, s.err = s.now(), time.Time{}, nil
	s.keys = make(map[string]ed25519.PublicKey, len(list))
	for _, k := range list {
		s.keys[k.ID] = k.Public
	}
	if id != "" && s.keys[id] == nil {
		s.missed = now
	}
	return nil
}

// JWKS is a key set in its published form (RFC 7517 and 8037).
type JWKS struct {
	Keys []JWK `json:"keys"`
}

// JWK is one published Ed25519 key.
type JWK struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	ID        string `json:"kid"`
	Use       string `json:"use,omitempty"`
	Algorithm string `json:"alg,omitempty"`
	X         string `json:"x"`
}

// Publish returns the published form of a key.
func Publish(k Key) JWK {
	return JWK{KeyType: "OKP", Curve: "Ed25519", ID: k.ID, Use: "sig", Algorithm: "EdDSA", X: base64.RawURLEncoding.EncodeToString(k.Public)}
}

// FromJWKS returns a source that fetches the keys from identity.
func FromJWKS(client *http.Client, identityURL string) KeySource {
	return func(ctx context.Context) ([]Key, error) {
		var set JWKS
		if err := getJSON(ctx, client, identityURL+"/auth/.well-known/jwks.json", ServiceKey{}, &set); err != nil {
			return nil, err
		}
		var keys []Key
		for _, k := range set.Keys {
			x, err := base64.RawURLEncoding.DecodeString(k.X)
			// Ignore keys of other types, which may be published one day.
			if k.KeyType != "OKP" || k.Curve != "Ed25519" || k.ID == "" || err != nil || len(x) != ed25519.PublicKeySize {
				continue
			}
			keys = append(keys, Key{ID: k.ID, Public: x})
		}
		if len(keys) == 0 {
			return nil, errors.New("the published set has no Ed25519 key")
		}
		return keys, nil
	}
}
