// Package authtest makes tokens for tests, with its own key, and a verifier that accepts them.
package authtest

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/env"
	"rolecall/internal/fault"
)

// ServiceKey is a service key for tests.
var ServiceKey = env.NewSecret("a service key for tests")

// IssuerName is the issuer of the tokens made here, which is the one of the default configuration.
const IssuerName = "rolecall"

// Lifespan is the time until a token expires.
const Lifespan = time.Hour

// Issuer signs tokens in place of identity.
type Issuer struct {
	t        testing.TB
	keyID    string
	private  ed25519.PrivateKey
	revoked  *auth.Revocations
	verifier *auth.Verifier
}

// New makes an issuer with its own key.
func New(t testing.TB) *Issuer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &Issuer{t: t, keyID: uuid.NewString(), private: private}
	i.revoked = auth.NewRevocations(func(context.Context, string) ([]auth.Revocation, string, error) { return nil, "", nil }, Lifespan)
	if _, err := i.revoked.RunOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	i.verifier = auth.NewVerifier(IssuerName, i.Keys, i.revoked, nil)
	return i
}

// Config returns the configuration of a service that trusts this issuer.
func (i *Issuer) Config() auth.Config {
	return auth.Config{Key: ServiceKey, Issuer: IssuerName, Lifespan: int(Lifespan / time.Second)}
}

// Keys returns the issuer's one key, as a key source does.
func (i *Issuer) Keys(context.Context) ([]auth.Key, error) {
	return []auth.Key{{ID: i.keyID, Public: i.private.Public().(ed25519.PublicKey)}}, nil
}

// Verifier returns a verifier that accepts this issuer and no other.
func (i *Issuer) Verifier() *auth.Verifier { return i.verifier }

// End makes the verifier refuse the tokens of a session.
func (i *Issuer) End(session uuid.UUID) { i.revoked.End(session) }

// Token returns a token of the user in a new session. The group "user" is always in it, as in real ones.
func (i *Issuer) Token(user uuid.UUID, groups ...string) string {
	i.t.Helper()
	return i.Sign(i.Claims(user, groups...))
}

// Claims returns what Token signs, for a test to spoil.
func (i *Issuer) Claims(user uuid.UUID, groups ...string) auth.Claims {
	now := time.Now()
	if !slices.Contains(groups, auth.GroupUser) {
		groups = append([]string{auth.GroupUser}, groups...)
	}
	return auth.Claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: IssuerName, Subject: user.String(), ID: uuid.NewString(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(Lifespan)),
		},
		UPN: user.String() + "@example.org", Groups: groups, SessionID: uuid.New(),
	}
}

// Sign makes a token of any claims.
func (i *Issuer) Sign(claims jwt.Claims) string {
	i.t.Helper()
	return i.SignWith(nil, claims)
}

// SignWith adds headers to those of every token.
func (i *Issuer) SignWith(headers map[string]any, claims jwt.Claims) string {
	i.t.Helper()
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims)
	token.Header["kid"] = i.keyID
	maps.Copy(token.Header, headers)
	signed, err := token.SignedString(i.private)
	if err != nil {
		i.t.Fatal(err)
	}
	return signed
}

type serviceKey = struct {
	APIKey string
	Roles  []string
}

// Services guards a generated server, which has the types B and K for credentials. It admits callers with the ServiceKey,
// and no users.
type Services[B any, K ~serviceKey] struct{}

// HandleBearer refuses users.
func (Services[B, K]) HandleBearer(context.Context, string, B) (context.Context, error) {
	return nil, fault.New(fault.Unauthorized, "", "Only services may call this.")
}

// HandleServiceKey admits services.
func (Services[B, K]) HandleServiceKey(ctx context.Context, _ string, key K) (context.Context, error) {
	return ctx, auth.CheckServiceKey(ServiceKey, serviceKey(key).APIKey)
}
