package identity

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"

	"rolecall/internal/apitest"
)

const origin = "https://rolecall.example" // origin of the public address in these tests

// authenticator is a software key for one account, with the browser around it. Tests change its fields to forge answers.
type authenticator struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	user   []byte // the handle it was given
	origin string
	rpID   string
	flags  byte
	count  uint32
}

const (
	present        = 0x01
	verified       = 0x04
	backupEligible = 0x08
	backedUp       = 0x10
	attested       = 0x40
)

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authenticator{t: t, key: key, id: make([]byte, 32), origin: origin, rpID: "rolecall.example", flags: present | verified}
	_, _ = rand.Read(a.id)
	return a
}

// asked is the platform's request to a browser.
type asked struct {
	CeremonyID string
	Origin     string
	Options    struct {
		Challenge        string
		User             struct{ ID string }
		AllowCredentials []struct{ ID string }
	}
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// copy returns the same key on another device.
func (a *authenticator) copy() *authenticator {
	c := *a
	return &c
}

func (a *authenticator) clientData(kind, challenge string) []byte {
	text, err := json.Marshal(m{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

func (a *authenticator) authData(flags byte) []byte {
	hash := sha256.Sum256([]byte(a.rpID))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), a.count)
}

// create answers a registration with attestation "none".
func (a *authenticator) create(q asked) m {
	a.t.Helper()
	var err error
	if a.user, err = base64.RawURLEncoding.DecodeString(q.Options.User.ID); err != nil {
		a.t.Fatal(err)
	}
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	public, err := webauthncbor.Marshal(webauthncose.EC2PublicKeyData{
		PublicKeyData: webauthncose.PublicKeyData{KeyType: int64(webauthncose.EllipticKey), Algorithm: int64(webauthncose.AlgES256)},
		Curve:         int64(webauthncose.P256), XCoord: point[1:33], YCoord: point[33:],
	})
	if err != nil {
		a.t.Fatal(err)
	}
	data := a.authData(a.flags | attested)
	data = append(data, make([]byte, 16)...) // id of an unknown model
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), public...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		a.t.Fatal(err)
	}
	return m{"id": b64(a.id), "rawId": b64(a.id), "type": "public-key", "clientExtensionResults": m{"credProps": m{"rk": true}},
		"authenticatorAttachment": "platform",
		"response": m{"clientDataJSON": b64(a.clientData("webauthn.create", q.Options.Challenge)), "attestationObject": b64(object),
			"transports": []string{"internal"}}}
}

// get answers a login.
func (a *authenticator) get(q asked) m {
	a.t.Helper()
	client := a.clientData("webauthn.get", q.Options.Challenge)
	data := a.authData(a.flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return m{"id": b64(a.id), "rawId": b64(a.id), "type": "public-key", "clientExtensionResults": m{},
		"response": m{"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(a.user)}}
}

// confirm returns the body of a change of passkeys: the password and, with two-factor on, an unused code.
func (u *user) confirm() m {
	if u.key == nil {
		return m{"currentPassword": u.Password}
	}
	u.h.clock.Add(30e9) // makes the code an unused one
	return m{"currentPassword": u.Password, "totpCode": u.totp()}
}

// beginPasskey asks to add a passkey.
func (u *user) beginPasskey() (q asked) {
	u.h.t.Helper()
	u.Do("POST", "/auth/passkeys/registration/begin", u.confirm()).Want(200).JSON(&q)
	return q
}

func (u *user) finishPasskey(q asked, credential m) *apitest.Response {
	return u.Do("POST", "/auth/passkeys/registration/finish", m{"ceremonyId": q.CeremonyID, "name": "Laptop", "credential": credential})
}

// addPasskey gives the user a passkey and returns its id.
func (u *user) addPasskey(a *authenticator) string {
	u.h.t.Helper()
	q := u.beginPasskey()
	var key struct{ ID string }
	u.finishPasskey(q, a.create(q)).Want(201).JSON(&key)
	return key.ID
}

// beginPasskeyLogin asks to log in with a passkey.
func (h *fixture) beginPasskeyLogin() (q asked) {
	h.t.Helper()
	h.Do("POST", "/auth/passkeys/login/begin", nil).Want(200).JSON(&q)
	return q
}

func (h *fixture) finishPasskeyLogin(q asked, credential m) *apitest.Response {
	return h.Do("POST", "/auth/passkeys/login/finish", m{"ceremonyId": q.CeremonyID, "credential": credential})
}

// beginPasskeyFactor requests a passkey at the second step of a login.
func (h *fixture) beginPasskeyFactor(token string) (q asked) {
	h.t.Helper()
	h.Do("POST", "/auth/passkeys/second-factor/begin", m{"twoFactorToken": token}).Want(200).JSON(&q)
	return q
}

func (h *fixture) finishPasskeyFactor(token string, q asked, credential m, options ...apitest.Option) *apitest.Response {
	return h.Do("POST", "/auth/passkeys/second-factor/finish",
		m{"twoFactorToken": token, "ceremonyId": q.CeremonyID, "credential": credential}, options...)
}
