// Package egress decides which addresses the platform sends requests to on behalf of its users.
package egress

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"
)

// ErrRefused means that requests to an address are not allowed.
var ErrRefused = errors.New("not allowed")

// Metadata services of cloud providers hand out credentials to any process on the machine. No user's receiver is there,
// so allowing private addresses does not open them.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"),
	netip.MustParseAddr("169.254.170.2"),
	netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("168.63.129.16"),
	netip.MustParseAddr("fd00:ec2::254"),
}

// notPublic lists the ranges that the methods of netip.Addr do not cover.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // carrier-grade NAT
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, broadcast
	netip.MustParsePrefix("64:ff9b:1::/48"),  // local NAT64
	netip.MustParsePrefix("100::/64"),        // discard
	netip.MustParsePrefix("2001::/23"),       // Teredo and other assignments
	netip.MustParsePrefix("2001:db8::/32"),   // documentation
	netip.MustParsePrefix("3fff::/20"),       // documentation
	netip.MustParsePrefix("fec0::/10"),       // site-local
}

// embedding lists ranges whose addresses contain the IPv4 address that is reached in the end.
var embedding = []struct {
	prefix netip.Prefix
	offset int
}{
	{netip.MustParsePrefix("::/96"), 12},
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
}

// Public reports whether requests may go to an address that a DNS answer or a redirect named.
func Public(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	switch {
	case !addr.IsValid(), addr.IsUnspecified(), addr.IsLoopback(), addr.IsPrivate(),
		addr.IsLinkLocalUnicast(), addr.IsMulticast(), slices.Contains(metadata, addr):
		return false
	}
	for _, p := range notPublic {
		if p.Contains(addr) {
			return false
		}
	}
	for _, e := range embedding {
		if e.prefix.Contains(addr) {
			b := addr.As16()
			return Public(netip.AddrFrom4([4]byte(b[e.offset : e.offset+4])))
		}
	}
	return true
}

// Guard returns a [net.Dialer] control function that refuses addresses. It runs after the DNS lookup, for every
// hop of a redirect and every address of a name, so that no answer can change between check and use.
func Guard(allowPrivate bool) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error {
		if !strings.HasPrefix(network, "tcp") {
			return fmt.Errorf("network %s is %w", network, ErrRefused)
		}
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("address %s is %w: %w", address, ErrRefused, err)
		}
		addr := ap.Addr().Unmap().WithZone("")
		if slices.Contains(metadata, addr) || addr.IsUnspecified() || addr.IsMulticast() {
			return fmt.Errorf("address %s is %w under any setting", addr, ErrRefused)
		}
		if !allowPrivate && !Public(addr) {
			return fmt.Errorf("address %s is not public and %w", addr, ErrRefused)
		}
		return nil
	}
}
