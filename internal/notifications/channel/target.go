package channel

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"rolecall/internal/egress"
	"rolecall/internal/fault"
	"rolecall/internal/notifications/oas"
)

// Check returns why nothing can be sent to the target, as a fault that names the property. A host name is checked
// when it is dialled, because what it resolves to may change.
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

// Host returns the host and port of the address.
func (t Target) Host() string {
	u, err := url.Parse(t.Address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// pushKeys returns the public key and the secret of a push subscription.
func (t Target) pushKeys() (*ecdh.PublicKey, []byte, error) {
	point, err := decode(t.P256dh)
	if err != nil {
		return nil, nil, err
	}
	key, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, nil, err
	}
	secret, err := decode(t.Auth)
	if err == nil && len(secret) != 16 {
		err = errors.New("the secret of a push subscription has 16 bytes")
	}
	return key, secret, err
}

// decode reads base64url, with or without padding.
func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// secretPrefix marks a secret in the way of Standard Webhooks.
const secretPrefix = "whsec_"

// NewSecret returns a random secret.
func NewSecret() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(raw)
}
