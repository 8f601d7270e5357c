package identity

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

func TestToken(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.userAt(admin)
	header, claims := parts(t, u.Token)
	set := h.jwks()
	if diff := cmp.Diff(map[string]any{"alg": "EdDSA", "typ": "JWT", "kid": set[0]["kid"]}, header); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"jti", "sid"} {
		if _, err := uuid.Parse(claims[name].(string)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		delete(claims, name)
	}
	now := float64(h.clock.Now().Unix())
	want := map[string]any{"iss": "rolecall", "sub": u.ID.String(), "upn": admin, "groups": []any{"user", "admin"}, "iat": now,
		"exp": now + 43200}
	if diff := cmp.Diff(want, claims); diff != "" {
		t.Error(diff)
	}
	if len(set) != 1 || set[0]["kty"] != "OKP" || set[0]["crv"] != "Ed25519" || set[0]["use"] != "sig" || set[0]["alg"] != "EdDSA" ||
		set[0]["d"] != "" {
		t.Errorf("got %v, want one Ed25519 signing key without its private part", set)
	}
}

func TestTokenAttacks(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	header, claims := parts(t, u.Token)
	public, err := base64.RawURLEncoding.DecodeString(h.jwks()[0]["x"])
	if err != nil {
		t.Fatal(err)
	}
	key, err := h.svc.signer.active(t.Context(), h.pool)
	if err != nil {
		t.Fatal(err)
	}
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	with := func(base map[string]any, change m) map[string]any {
		out := map[string]any{}
		maps.Copy(out, base)
		for k, v := range change {
			out[k] = v
			if v == nil {
				delete(out, k)
			}
		}
		return out
	}
	signed := func(h, c map[string]any, sign func([]byte) []byte) string {
		text := part(h) + "." + part(c)
		return text + "." + base64.RawURLEncoding.EncodeToString(sign([]byte(text)))
	}
	ours := func(text []byte) []byte { return ed25519.Sign(key.private, text) }
	mac := func(text []byte) []byte {
		m := hmac.New(sha256.New, public)
		m.Write(text)
		return m.Sum(nil)
	}
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs := func(text []byte) []byte { return ed25519.Sign(foreign, text) }
	none := func([]byte) []byte { return nil }
	now := h.clock.Now().Unix()
	pieces := strings.Split(u.Token, ".")

	u.Do("GET", "/auth/account", nil, apitest.Bearer(signed(header, claims, ours))).Want(200) // the forging works
	for name, token := range map[string]string{
		"none":             signed(with(header, m{"alg": "none"}), claims, none),
		"none, shouted":    signed(with(header, m{"alg": "NONE"}), claims, none),
		"HMAC":             signed(with(header, m{"alg": "HS256"}), claims, mac),
		"RSA":              signed(with(header, m{"alg": "RS256"}), claims, ours),
		"wrong issuer":     signed(header, with(claims, m{"iss": "elsewhere"}), ours),
		"no issuer":        signed(header, with(claims, m{"iss": nil}), ours),
		"expired":          signed(header, with(claims, m{"exp": now - 1}), ours),
		"no end":           signed(header, with(claims, m{"exp": nil}), ours),
		"not yet valid":    signed(header, with(claims, m{"nbf": now + 60}), ours),
		"from the future":  signed(header, with(claims, m{"iat": now + 60}), ours),
		"no session":       signed(header, with(claims, m{"sid": nil}), ours),
		"tampered payload": pieces[0] + "." + part(with(claims, m{"groups": []string{"user", "admin"}})) + "." + pieces[2],
		"unknown key":      signed(with(header, m{"kid": uuid.NewString()}), claims, theirs),
		"foreign key":      signed(header, claims, theirs),
		"key in the header": signed(with(header, m{"kid": "x",
			"jwk": m{"kty": "OKP", "crv": "Ed25519", "x": b64(foreign.Public().(ed25519.PublicKey))}}), claims, theirs),
		"oversized":          u.Token + strings.Repeat("A", 16<<10),
		"dots":               strings.Repeat(".", 1<<20),
		"a challenge":        h.withTwoFactor().challenge(),
		"empty":              "",
		"twice the scheme":   "Bearer " + u.Token,
		"with a line in it":  pieces[0] + "." + pieces[1] + ". " + pieces[2],
		"a service's secret": serviceKey,
	} {
		res := h.Do("GET", "/auth/account", nil, apitest.Bearer(token)).WantError(401, "Unauthorized")
		if t.Failed() {
			t.Fatalf("%s: %s", name, res.Body)
		}
	}
}

func TestKeyRotation(t *testing.T) {
	t.Parallel()
	h := open(t)
	u := h.user()
	before := h.jwks()[0]["kid"]
	second := h.client(h.cfg)
	h.clock.Add(time.Hour)
	after, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	if after == before {
		t.Fatal("the key is the same")
	}
	// A new key signs immediately in every process, and both verify everywhere.
	token := h.login(u.Email, password)
	if header, _ := parts(t, token); header["kid"] != after {
		t.Errorf("signed with %v, want %s", header["kid"], after)
	}
	for _, c := range []*apitest.Client{h.Client, second} {
		for _, token := range []string{token, u.Token} {
			c.Do("GET", "/auth/account", nil, apitest.Bearer(token)).Want(200)
		}
	}
	if n := len(h.jwks()); n != 2 {
		t.Errorf("%d keys are published, want 2", n)
	}
	h.wantRows(0, "signing_key WHERE retired_at IS NOT NULL AND private_key IS NOT NULL")
	// The old one verifies until the last token it signed has expired.
	h.clock.Add(11*time.Hour + 30*time.Minute)
	if n := len(h.jwks()); n != 2 {
		t.Errorf("%d keys are published, want 2", n)
	}
	h.clock.Add(time.Hour)
	if set := h.jwks(); len(set) != 1 || set[0]["kid"] != after {
		t.Errorf("got %v, want %s alone", set, after)
	}
}

func TestKeyOutlivesItsLongestToken(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.user() // a session of twelve hours
	shorter := h.cfg
	shorter.Auth.Lifespan = 60
	if _, err := RotateKey(t.Context(), h.pool, shorter, h.clock.Now()); err != nil {
		t.Fatal(err)
	}
	h.clock.Add(12 * time.Hour)
	if n := len(h.jwks()); n != 2 {
		t.Errorf("%d keys are published, want 2", n)
	}
}

func TestReplicasAgreeOnTheFirstKey(t *testing.T) {
	t.Parallel()
	h := open(t)
	var services []*Service
	for range 6 {
		services = append(services, h.replica(h.cfg))
	}
	race(24, func(i int) bool {
		_, err := services[i%6].signer.active(t.Context(), h.pool)
		if err != nil {
			t.Error(err)
		}
		return true
	})
	h.wantRows(1, "signing_key")
	race(5, func(int) bool {
		if _, err := RotateKey(t.Context(), h.pool, h.cfg, h.clock.Now()); err != nil {
			t.Error(err)
		}
		return true
	})
	h.wantRows(1, "signing_key WHERE retired_at IS NULL")
	h.wantRows(6, "signing_key")
}

// jwks returns the published keys.
func (h *fixture) jwks() []map[string]string {
	h.t.Helper()
	var set struct{ Keys []map[string]string }
	h.Do("GET", "/auth/.well-known/jwks.json", nil).Want(200).JSON(&set)
	return set.Keys
}

// parts decodes a token without verifying it.
func parts(t *testing.T, token string) (header, claims m) {
	t.Helper()
	piece := strings.Split(token, ".")
	for i, into := range []*m{&header, &claims} {
		raw, err := base64.RawURLEncoding.DecodeString(piece[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	return header, claims
}
