package source

import (
	"net/netip"
	"strings"
	"syscall"

	"rolecall/internal/egress"
)

// dialGuard returns [egress.Guard] with the errors of this package.
func dialGuard(allowPrivate bool) func(network, address string, _ syscall.RawConn) error {
	guard := egress.Guard(allowPrivate)
	return func(network, address string, c syscall.RawConn) error {
		if err := guard(network, address, c); err != nil {
			return Errorf(Refused, "%w", err)
		}
		return nil
	}
}

// ownHost reports whether a host is the operator's own, by its name or address. Own hosts are not rate-limited.
func ownHost(hostname string) bool {
	if hostname == "localhost" || strings.HasSuffix(hostname, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(hostname)
	return err == nil && !egress.Public(addr)
}
