package auth_test

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/clocktest"
	"rolecall/internal/fault"
)

func wantKind(t *testing.T, err error, want fault.Kind) {
	t.Helper()
	if err == nil || !fault.Is(err, want) {
		t.Errorf("got %v, want a fault of kind %v", err, want)
	}
}

func TestGoodToken(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	id := uuid.New()
	claims := issuer.Claims(id, auth.GroupAdmin)
	want := auth.User{ID: id, Email: claims.UPN, Groups: []string{"user", "admin"}, SessionID: claims.SessionID,
		ExpiresAt: claims.ExpiresAt.Time}
	for range 2 { // the second time from the cache
		got, err := issuer.Verifier().Verify(t.Context(), issuer.Sign(claims))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// forge writes a token by hand: header, claims and a signature over any bytes.
func forge(t *testing.T, header, claims map[string]any, sign func(signed []byte) []byte) string {
	t.Helper()
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	signed := part(header) + "." + part(claims)
	return signed + "." + base64.RawURLEncoding.EncodeToString(sign([]byte(signed)))
}

func TestAttacks(t *testing.T) {
	t.Parallel()
	issuer, stranger := authtest.New(t), authtest.New(t)
	id := uuid.New()
	keys, err := issuer.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kid, public := keys[0].ID, keys[0].Public
	good := issuer.Token(id)
	parts := strings.Split(good, ".")
	now := time.Now()
	plain := map[string]any{"iss": authtest.IssuerName, "sub": id, "upn": "a@example.org", "groups": []string{"user", "admin"},
		"sid": uuid.New(), "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "jti": "1"}
	spoilt := func(change func(*auth.Claims)) string {
		c := issuer.Claims(id)
		change(&c)
		return issuer.Sign(c)
	}
	mac := func(signed []byte) []byte {
		m := hmac.New(sha256.New, public)
		m.Write(signed)
		return m.Sum(nil)
	}
	ours, theirs, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	own := func(signed []byte) []byte { return ed25519.Sign(theirs, signed) }
	jwk := map[string]any{"kty": "OKP", "crv": "Ed25519", "x": base64.RawURLEncoding.EncodeToString(ours)}
	// It would answer with the forger's key, and must not be asked.
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the address in a token was asked: %s", r.URL)
		_ = json.NewEncoder(w).Encode(map[string]any{"keys": []any{map[string]any{"kid": "x", "kty": "OKP", "crv": "Ed25519", "x": jwk["x"]}}})
	}))
	t.Cleanup(elsewhere.Close)
	elevated, err := json.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string]string{
		"empty":                    "",
		"no token at all":          "hello",
		"two parts":                parts[0] + "." + parts[1],
		"four parts":               good + "." + parts[2],
		"alg none":                 forge(t, map[string]any{"alg": "none", "kid": kid}, plain, func([]byte) []byte { return nil }),
		"alg NONE":                 forge(t, map[string]any{"alg": "nOnE", "kid": kid}, plain, func([]byte) []byte { return nil }),
		"HMAC with the public key": forge(t, map[string]any{"alg": "HS256", "kid": kid}, plain, mac),
		"HMAC under our name":      forge(t, map[string]any{"alg": "EdDSA", "kid": kid}, plain, mac),
		"no signature":             parts[0] + "." + parts[1] + ".",
		"tampered payload":         parts[0] + "." + base64.RawURLEncoding.EncodeToString(elevated) + "." + parts[2],
		"tampered signature":       parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2])),
		"another issuer's key":     stranger.Token(id),
		"our key id, their key":    forge(t, map[string]any{"alg": "EdDSA", "kid": kid}, plain, own),
		"key in the header":        forge(t, map[string]any{"alg": "EdDSA", "kid": "x", "jwk": jwk}, plain, own),
		"key at an address":        forge(t, map[string]any{"alg": "EdDSA", "kid": "x", "jku": elsewhere.URL, "x5u": elsewhere.URL}, plain, own),
		"no key id":                forge(t, map[string]any{"alg": "EdDSA"}, plain, own),
		"key id of another type":   forge(t, map[string]any{"alg": "EdDSA", "kid": []int{1}}, plain, own),
		"wrong issuer":             spoilt(func(c *auth.Claims) { c.Issuer = "rolecalI" }),
		"no issuer":                spoilt(func(c *auth.Claims) { c.Issuer = "" }),
		"expired":                  spoilt(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(now.Add(-time.Second)) }),
		"without an end":           spoilt(func(c *auth.Claims) { c.ExpiresAt = nil }),
		"not yet valid":            spoilt(func(c *auth.Claims) { c.NotBefore = jwt.NewNumericDate(now.Add(time.Hour)) }),
		"issued in the future":     spoilt(func(c *auth.Claims) { c.IssuedAt = jwt.NewNumericDate(now.Add(time.Hour)) }),
		"no subject":               spoilt(func(c *auth.Claims) { c.Subject = "" }),
		"no session":               spoilt(func(c *auth.Claims) { c.SessionID = uuid.Nil }),
		"a megabyte of dots":       strings.Repeat(".", 1<<20),
		"oversized":                good + strings.Repeat("A", 9<<10),
		"line break":               good + "\n",
		"critical header":          issuer.SignWith(map[string]any{"crit": []string{"b64"}}, issuer.Claims(id)),
	}
	for name, token := range tokens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := issuer.Verifier().Verify(t.Context(), token)
			wantKind(t, err, fault.Unauthorized)
			if text := fault.Of(err).Message; strings.Contains(text, "key") || strings.Contains(text, "signature") {
				t.Errorf("the message tells too much: %s", text)
			}
		})
	}
}

func TestClocksMayDifferSlightly(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	claims := issuer.Claims(uuid.New())
	claims.IssuedAt = jwt.NewNumericDate(time.Now().Add(14 * time.Second))
	if _, err := issuer.Verifier().Verify(t.Context(), issuer.Sign(claims)); err != nil {
		t.Errorf("a token that seems 14 s too young: %v", err)
	}
}

func TestOversizedTokensCostNoMemory(t *testing.T) {
	// Not parallel: it reads the allocation counters of the process.
	issuer := authtest.New(t)
	dots := strings.Repeat(".", 1<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		_, err := issuer.Verifier().Verify(t.Context(), dots)
		wantKind(t, err, fault.Unauthorized)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("100 oversized tokens cost %d bytes", got)
	}
}

func TestTokenExpires(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	clock := clocktest.New(time.Now())
	v := auth.NewVerifier(authtest.IssuerName, issuer.Keys, noRevocations(t), clock.Now)
	token := issuer.Token(uuid.New())
	if _, err := v.Verify(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	clock.Add(authtest.Lifespan + time.Second)
	_, err := v.Verify(t.Context(), token) // served from the cache
	wantKind(t, err, fault.Unauthorized)
	_, err = v.Verify(t.Context(), token) // parsed
	wantKind(t, err, fault.Unauthorized)
}

func TestGroups(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	groupless := issuer.Claims(uuid.New())
	groupless.Groups = nil
	tests := map[string]struct {
		token  string
		groups []string
		want   fault.Kind // Internal means admitted
	}{
		"user":                    {issuer.Token(uuid.New()), nil, fault.Internal},
		"user on an admin's page": {issuer.Token(uuid.New()), []string{"admin"}, fault.Forbidden},
		"admin":                   {issuer.Token(uuid.New(), "admin"), []string{"admin"}, fault.Internal},
		"in no group":             {issuer.Sign(groupless), nil, fault.Forbidden},
		"bad token":               {"x", []string{"admin"}, fault.Unauthorized},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, err := issuer.Verifier().Authenticate(t.Context(), test.token, test.groups)
			if test.want != fault.Internal {
				wantKind(t, err, test.want)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if auth.TokenFrom(ctx) != test.token || !auth.UserFrom(ctx).In("user") {
				t.Error("the context does not carry the caller")
			}
		})
	}
}

func TestEndedSessions(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	claims := issuer.Claims(uuid.New())
	token := issuer.Sign(claims)
	if _, err := issuer.Verifier().Verify(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	issuer.End(claims.SessionID)
	_, err := issuer.Verifier().Verify(t.Context(), token)
	wantKind(t, err, fault.Unauthorized)
	if _, err := issuer.Verifier().Verify(t.Context(), issuer.Token(uuid.New())); err != nil {
		t.Errorf("another session: %v", err)
	}
}

func TestTokensAreRefusedUntilEndedSessionsAreKnown(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	away := errors.New("connection refused")
	revoked := auth.NewRevocations(func(context.Context, string) ([]auth.Revocation, string, error) { return nil, "", away }, time.Hour)
	if _, err := revoked.RunOnce(t.Context()); !errors.Is(err, away) {
		t.Fatalf("got %v, want %v", err, away)
	}
	v := auth.NewVerifier(authtest.IssuerName, issuer.Keys, revoked, nil)
	_, err := v.Verify(t.Context(), issuer.Token(uuid.New()))
	wantKind(t, err, fault.Unavailable)
	wantKind(t, v.Ready(t.Context()), fault.Unavailable)
}

func TestTokenCacheIsBounded(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	v := issuer.Verifier()
	for range 20 {
		if _, err := v.Verify(t.Context(), issuer.Token(uuid.New())); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Verify(t.Context(), "garbage."+uuid.NewString()); err == nil {
			t.Fatal("garbage was believed")
		}
	}
	if got, limit := v.Cached(); got != 20 || limit > 1<<16 {
		t.Errorf("%d tokens are remembered of at most %d, want only the 20 good ones", got, limit)
	}
}

func noRevocations(t *testing.T) *auth.Revocations {
	t.Helper()
	r := auth.NewRevocations(func(context.Context, string) ([]auth.Revocation, string, error) { return nil, "", nil }, time.Hour)
	if _, err := r.RunOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

func FuzzToken(f *testing.F) {
	issuer := authtest.New(f)
	good := issuer.Token(uuid.New())
	parts := strings.Split(good, ".")
	for _, seed := range []string{"", ".", "..", good, good + ".", strings.Repeat(".", 100), parts[0] + "..", "e30.e30.e30",
		parts[0] + ".e30." + parts[2], good[:len(good)-1], "Bearer " + good, "\x00.\xff.\xfe"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		_, err := issuer.Verifier().Verify(context.Background(), token)
		if err == nil && token != good {
			t.Errorf("believed %q", token)
		}
	})
}
