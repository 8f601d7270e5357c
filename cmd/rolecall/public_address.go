package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"

	"rolecall/internal/env"
)

var (
	publicVariable  = env.Name("platform.public-url")
	gatewayVariable = env.Name("gateway.address")
)

// withPublicURL derives the public address from the gateway's address, unless the operator has set it: a platform on
// another port would otherwise send links to the default one.
func withPublicURL(getenv func(string) string) func(string) string {
	return func(name string) string {
		if v := getenv(name); v != "" || name != publicVariable {
			return v
		}
		return publicURLAt(getenv(gatewayVariable))
	}
}

// publicURLAt returns the URL at which a browser reaches a gateway that listens on the address. It returns "" for an
// address that does not say so: none, a malformed one, or one whose port the system chooses. This machine is named
// localhost because browsers allow passkeys on host names only.
func publicURLAt(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port == "" || port == "0" {
		return ""
	}
	if host == "" || listensEverywhere(host) || localHost(host) {
		host = "localhost"
	}
	at := "http://" + net.JoinHostPort(host, port)
	if _, err := url.Parse(at); err != nil {
		return "" // such as an IPv6 address with a zone
	}
	return at
}

func listensEverywhere(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsUnspecified()
}

// publicAddressFinding reports a gateway that others can reach, with a public address that nobody has set.
func (p *platform) publicAddressFinding(getenv func(string) string) finding {
	f := finding{name: "public address", detail: string(p.settings.PublicURL)}
	var where addresses
	if f.err = env.Load(getenv, &where); f.err != nil || p.publicSet {
		return f
	}
	if host, _, err := net.SplitHostPort(where.Gateway); err == nil && !localHost(host) {
		f.note, f.detail = true, fmt.Sprintf("%s is not set, so links in mail and passkeys use %s: set it to the address that people use",
			publicVariable, p.settings.PublicURL)
	}
	return f
}
