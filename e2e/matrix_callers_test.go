package e2e

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
)

// caller is one kind of caller.
type caller struct {
	name    string
	options []apitest.Option
	user    *person // nil if the platform must not recognise one
	admin   bool
	owner   bool
	service bool // has the service key
}

// callers returns all kinds of callers. The owner comes last: what is requested must have survived all others.
func (w *demo) callers(t *testing.T) []caller {
	t.Helper()
	token := w.session(t, w.owner)
	ended := w.session(t, w.owner)
	w.end(t, ended)
	stranger := newcomer(t, w.gateway, "grace@example.org")
	spare := w.spareKey(t)
	foreign := authtest.New(t) // the right issuer with an unknown key

	good := claims(t, token)
	changed := func(change func(*auth.Claims)) auth.Claims {
		c := good
		change(&c)
		return c
	}
	list := []caller{{name: "nobody"}}
	bad := map[string]string{
		"garbage":                  "x.y.z",
		"an empty token":           "",
		"the service key":          serviceKey,
		"a cut token":              token[:len(token)-1],
		"a token without its end":  token[:strings.LastIndex(token, ".")+1],
		"a token with two tails":   token + token[strings.LastIndex(token, "."):],
		"another body, old seal":   reseal(t, token, changed(func(c *auth.Claims) { c.Groups = append(c.Groups, "admin") })),
		"an unsigned token":        unsigned(t, good),
		"a key of its own":         foreign.Sign(good),
		"our key's name":           foreign.SignWith(map[string]any{"kid": w.keyID(t, token)}, good),
		"the public key as secret": w.confused(t, token, good),
		"an expired token":         spare(changed(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(time.Now().Add(-time.Second)) })),
		"a token without end":      spare(changed(func(c *auth.Claims) { c.ExpiresAt = nil })),
		"a token of the future":    spare(changed(func(c *auth.Claims) { c.IssuedAt = jwt.NewNumericDate(time.Now().Add(time.Hour)) })),
		"another issuer":           spare(changed(func(c *auth.Claims) { c.Issuer = "elsewhere" })),
		"a token without session":  spare(changed(func(c *auth.Claims) { c.SessionID = uuid.Nil })),
		"a token without subject":  spare(changed(func(c *auth.Claims) { c.Subject = "" })),
		"an ended session":         ended,
	}
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		list = append(list, caller{name: name, options: []apitest.Option{apitest.Bearer(bad[name])}})
	}
	return append(list,
		caller{name: "a password in the header",
			options: []apitest.Option{apitest.Header("Authorization", "Basic "+
				base64.StdEncoding.EncodeToString([]byte(demoUser+":"+demoUserPassword)))}},
		caller{name: "a wrong service key", options: []apitest.Option{apitest.ServiceKey("guess")}},
		caller{name: "half a service key", options: []apitest.Option{apitest.ServiceKey(serviceKey[:len(serviceKey)/2])}},
		caller{name: "a service", options: []apitest.Option{apitest.ServiceKey(serviceKey)}, service: true},
		caller{name: "another user", options: []apitest.Option{apitest.Bearer(w.session(t, stranger))}, user: stranger},
		caller{name: "an admin", options: []apitest.Option{apitest.Bearer(w.session(t, w.admin))}, user: w.admin, admin: true},
		caller{name: "the owner", options: []apitest.Option{apitest.Bearer(token)}, user: w.owner, owner: true},
	)
}

// everyService requests something for users only from each service until all respond with the status.
func (w *demo) everyService(t *testing.T, token string, status int) {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for name, path := range map[string]string{"identity": "/auth/account", "jobs": "/jobs/saved", "applications": "/applications",
		"notifications": "/notifications"} {
		c := w.direct[name].With(apitest.Bearer(token))
		for r := c.Do("GET", path, nil); r.Status != status; r = c.Do("GET", path, nil) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: still %d, want %d: %s", name, r.Status, status, r.Body)
			}
			<-time.After(100 * time.Millisecond)
		}
	}
}

// end logs out and waits until every service knows.
func (w *demo) end(t *testing.T, token string) {
	t.Helper()
	w.direct["identity"].Do("POST", "/auth/logout", nil, apitest.Bearer(token)).Want(204)
	w.everyService(t, token, 401)
}

// spareKey adds a retired verifying key whose private key the test has. A valid token signed with it is accepted, which is
// checked first, so the others are refused for their contents.
func (w *demo) spareKey(t *testing.T) (sign func(auth.Claims) string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.NewString()
	_, err = w.db.Exec(t.Context(), `INSERT INTO identity.signing_key (id, algorithm, public_key, created_at, retired_at, expires_at)
		VALUES ($1, 'EdDSA', $2, now() - interval '1 hour', now(), now() + interval '1 hour')`, id, []byte(public))
	if err != nil {
		t.Fatal(err)
	}
	sign = func(c auth.Claims) string {
		token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
		token.Header["kid"] = id
		signed, err := token.SignedString(private)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	w.everyService(t, sign(claims(t, w.session(t, w.owner))), 200)
	return sign
}

func (w *demo) keyID(t *testing.T, token string) string {
	t.Helper()
	parsed, _, err := jwt.NewParser().ParseUnverified(token, &auth.Claims{})
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Header["kid"].(string)
}

// confused returns a token signed by HMAC with the public key as the secret.
func (w *demo) confused(t *testing.T, token string, c auth.Claims) string {
	t.Helper()
	var set auth.JWKS
	w.direct["identity"].Do("GET", "/auth/.well-known/jwks.json", nil).Want(200).JSON(&set)
	id := w.keyID(t, token)
	for _, k := range set.Keys {
		if k.ID != id {
			continue
		}
		public, err := base64.RawURLEncoding.DecodeString(k.X)
		if err != nil {
			t.Fatal(err)
		}
		forged := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
		forged.Header["kid"] = id
		signed, err := forged.SignedString(public)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	t.Fatal("the key of a token is not published")
	return ""
}

func unsigned(t *testing.T, c auth.Claims) string {
	t.Helper()
	signed, err := jwt.NewWithClaims(jwt.SigningMethodNone, c).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// reseal replaces the contents of a valid token and keeps its signature.
func reseal(t *testing.T, token string, c auth.Claims) string {
	t.Helper()
	parts, other := strings.Split(token, "."), strings.Split(unsigned(t, c), ".")
	return parts[0] + "." + other[1] + "." + parts[2]
}
