package channel

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"rolecall/internal/egress"
	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
)

// Check returns a fault that names the first invalid property, or nil. It does not resolve host names: egress.Guard checks
// the address when it is dialled, because DNS may change.
func (t Target) Check(allowPrivate bool) error {
	u, err := url.Parse(t.Address)
	switch {
	case err != nil, u.Hostname() == "", u.Scheme != "https" && u.Scheme != "http":
		return fault.InvalidField("address", "Enter a full address that begins with https://.")
	case u.Scheme == "http" && !allowPrivate:
		return fault.InvalidField("address", "The address must begin with https://.")
	case u.User != nil:
		return fault.InvalidField("address", "The address must not contain a user name or a password.")
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil && !allowPrivate && !egress.Public(addr) {
		return fault.InvalidField("address", "This address is not public. The platform sends to public addresses only.")
	}
	if t.Kind == oas.ChannelKindNTFY && t.Topic == "" {
		return fault.InvalidField("topic", "Enter the topic.")
	}
	if _, _, err := t.pushKeys(); err != nil && t.Kind == oas.ChannelKindWEBPUSH {
		return fault.InvalidField("p256dh", "The keys of the push subscription are missing or malformed.")
	}
	return nil
}

// Host returns the host of the address in lower case, with the port if it has one.
func (t Target) Host() string {
	u, err := url.Parse(t.Address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// pushKeys returns the public key and the auth secret of a push subscription (RFC 8291).
func (t Target) pushKeys() (*ecdh.PublicKey, []byte, error) {
	point, err := decodeBase64URL(t.P256dh)
	if err != nil {
		return nil, nil, err
	}
	key, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, nil, err
	}
	secret, err := decodeBase64URL(t.Auth)
	if err == nil && len(secret) != 16 {
		err = fmt.Errorf("auth secret has %d bytes, want 16", len(secret))
	}
	return key, secret, err
}

// decodeBase64URL accepts input with and without padding.
func decodeBase64URL(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// secretPrefix starts every webhook secret, as Standard Webhooks requires.
const secretPrefix = "whsec_"

// NewSecret returns a random webhook secret in the format of Standard Webhooks.
func NewSecret() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(raw)
}
