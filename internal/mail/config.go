package mail

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rolecall/internal/env"
)

// TLS selects how the connection to the mail server is encrypted.
type TLS string

const (
	// StartTLS connects unencrypted and stops if the server does not offer encryption.
	StartTLS TLS = "starttls"
	// ImplicitTLS is encrypted from the first byte.
	ImplicitTLS TLS = "implicit"
	// NoTLS is for a relay on the same machine or a trusted network.
	NoTLS TLS = "none"
)

var defaultPorts = map[TLS]int{StartTLS: 587, ImplicitTLS: 465, NoTLS: 25}

// Config describes a mail server.
type Config struct {
	Host     string
	Port     int
	User     string
	Password env.Secret
	TLS      TLS
	From     mail.Address
}

// ParseURL reads smtp://user:secret@host:587?tls=starttls&from=Name <address>. Its errors never contain the secret.
func ParseURL(raw env.Secret) (Config, error) {
	c, err := parseURL(raw.Reveal())
	if err != nil {
		return Config{}, fmt.Errorf("mail server address: %w", err)
	}
	return c, nil
}

func parseURL(raw string) (Config, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Fragment != "" {
		// The error of url.Parse contains the input.
		return Config{}, errors.New("must look like smtp://user:secret@host:587?tls=starttls&from=Name <address>, with special characters in " +
			"user and secret percent-encoded")
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" {
		return Config{}, errors.New("must begin with smtp:// or smtps://")
	}
	if u.Path != "" && u.Path != "/" {
		return Config{}, errors.New("must not have a path")
	}
	query, err := parseQuery(u)
	if err != nil {
		return Config{}, err
	}
	c := Config{Host: u.Hostname()}
	if err := c.setTransport(u, query.Get("tls")); err != nil {
		return Config{}, err
	}
	if u.User != nil {
		secret, given := u.User.Password()
		if c.User, c.Password = u.User.Username(), env.NewSecret(secret); c.User == "" || !given || secret == "" {
			return Config{}, errors.New("must give both a user and a secret, or neither")
		}
		if c.TLS == NoTLS && !loopback(c.Host) {
			return Config{}, errors.New("would send a secret unencrypted: use tls=starttls or tls=implicit")
		}
	}
	from, err := mail.ParseAddress(query.Get("from"))
	if err != nil {
		return Config{}, errors.New("must name the sender, as in from=Rolecall <jobs@example.org>")
	}
	c.From = *from
	return c, nil
}

// parseQuery returns the part after the question mark.
func parseQuery(u *url.URL) (url.Values, error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errors.New("has a malformed part after the question mark")
	}
	for _, key := range slices.Sorted(maps.Keys(query)) {
		if key != "tls" && key != "from" {
			return nil, fmt.Errorf("has an unknown option %q (known are tls and from)", key)
		}
		if len(query[key]) > 1 {
			return nil, fmt.Errorf("gives %s twice", key)
		}
	}
	return query, nil
}

// setTransport sets TLS and the port, whose defaults depend on the scheme and on TLS.
func (c *Config) setTransport(u *url.URL, tls string) (err error) {
	if c.TLS = TLS(tls); c.TLS == "" {
		c.TLS = StartTLS
		if u.Scheme == "smtps" {
			c.TLS = ImplicitTLS
		}
	}
	var known bool
	if c.Port, known = defaultPorts[c.TLS]; !known {
		return fmt.Errorf("has tls=%s; must be starttls, implicit or none", c.TLS)
	}
	if u.Scheme == "smtps" && c.TLS != ImplicitTLS {
		return fmt.Errorf("has both smtps and tls=%s", c.TLS)
	}
	if port := u.Port(); port != "" {
		if c.Port, err = strconv.Atoi(port); err != nil || c.Port < 1 || c.Port > 65535 {
			return errors.New("has a port outside 1 to 65535")
		}
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Address returns host and port.
func (c Config) Address() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

// String returns the configuration without its secret.
func (c Config) String() string {
	var b strings.Builder
	b.WriteString("smtp://")
	if c.User != "" {
		b.WriteString(url.User(c.User).String() + "@")
	}
	fmt.Fprintf(&b, "%s?tls=%s", c.Address(), c.TLS)
	return b.String()
}
