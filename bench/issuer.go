package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/env"
)

var serviceKey = env.NewSecret("the service key of a benchmark")

// issuer stands in for identity where another service is measured.
type issuer struct {
	private  ed25519.PrivateKey
	verifier *auth.Verifier
	fresh    func() *auth.Verifier // believes the same keys and remembers nothing
}

func newIssuer(ctx context.Context) (*issuer, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	revoked := auth.NewRevocations(func(context.Context, string) ([]auth.Revocation, string, error) { return nil, "", nil }, time.Hour)
	if _, err := revoked.RunOnce(ctx); err != nil {
		return nil, err
	}
	keys := func(context.Context) ([]auth.Key, error) { return []auth.Key{{ID: "bench", Public: public}}, nil }
	fresh := func() *auth.Verifier { return auth.NewVerifier("rolecall", keys, revoked, nil) }
	return &issuer{private: private, verifier: fresh(), fresh: fresh}, nil
}

func (i *issuer) config() auth.Config {
	return auth.Config{Key: serviceKey, Issuer: "rolecall", Lifespan: 43200}
}

func (i *issuer) token(user uuid.UUID) (string, error) {
	now := time.Now()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, auth.Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: "rolecall", Subject: user.String(), ID: uuid.NewString(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(12 * time.Hour)),
		},
		UPN: "someone@example.org", Groups: []string{auth.GroupUser}, SessionID: uuid.New(),
	})
	token.Header["kid"] = "bench"
	return token.SignedString(i.private)
}

// ServeHTTP answers what other services ask of identity: the keys, the ended sessions, and the addresses of users.
func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	var answer any
	switch r.URL.Path {
	case "/auth/.well-known/jwks.json":
		answer = auth.JWKS{Keys: []auth.JWK{auth.Publish(auth.Key{ID: "bench", Public: i.private.Public().(ed25519.PublicKey)})}}
	case "/auth/internal/revocations":
		answer = map[string]any{"items": []string{}, "next": "0"}
	case "/auth/internal/users/emails":
		emails := []map[string]string{}
		for _, id := range r.URL.Query()["userIds"] {
			emails = append(emails, map[string]string{"userId": id, "email": id + "@example.org"})
		}
		answer = map[string]any{"emails": emails}
	default:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// bearer is the header of a user's requests.
func (i *issuer) bearer(user uuid.UUID) (http.Header, error) {
	token, err := i.token(user)
	return http.Header{"Authorization": {"Bearer " + token}}, err
}

// internal is the header of another service's requests.
func internal() http.Header { return http.Header{auth.ServiceKeyHeader: {serviceKey.Reveal()}} }
