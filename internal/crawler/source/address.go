package source

import (
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// Metadata services of cloud providers hand out credentials to whoever asks from inside. No
// board lives there, so AllowPrivate does not open them.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"),
	netip.MustParseAddr("169.254.170.2"),
	netip.MustParseAddr("100.100.100.200"),
	netip.MustParseAddr("168.63.129.16"),
	netip.MustParseAddr("fd00:ec2::254"),
}

// notPublic are the ranges that netip's own predicates do not cover.
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

// embedding are ranges whose addresses carry an IPv4 address that is reached in the end.
var embedding = []struct {
	prefix netip.Prefix
	offset int
}{
	{netip.MustParsePrefix("::/96"), 12},
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
}

// public reports whether an address is one that a stranger's DNS answer or redirect may name.
func public(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	switch {
	case !addr.IsValid(), addr.IsUnspecified(), addr.IsLoopback(), addr.IsPrivate(),
		addr.IsLinkLocalUnicast(), addr.IsMulticast(), isMetadata(addr):
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
			return public(netip.AddrFrom4([4]byte(b[e.offset : e.offset+4])))
		}
	}
	return true
}

func isMetadata(addr netip.Addr) bool {
	for _, m := range metadata {
		if addr == m {
			return true
		}
	}
	return false
}

// dialGuard refuses addresses at the last moment: after DNS has answered, for every hop of a
// redirect and every address of a name, so that no answer can slip between check and use.
func dialGuard(allowPrivate bool) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error {
		if !strings.HasPrefix(network, "tcp") {
			return Errorf(Refused, "network %s is not allowed", network)
		}
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return Errorf(Refused, "address %s is not allowed: %w", address, err)
		}
		addr := ap.Addr().Unmap().WithZone("")
		if isMetadata(addr) || addr.IsUnspecified() || addr.IsMulticast() {
			return Errorf(Refused, "address %s is never allowed", addr)
		}
		if !allowPrivate && !public(addr) {
			return Errorf(Refused, "address %s is not public", addr)
		}
		return nil
	}
}

// ownHost reports whether a host is plainly the operator's own: politeness is for strangers.
func ownHost(hostname string) bool {
	if hostname == "localhost" || strings.HasSuffix(hostname, ".localhost") {
		return true
	}
	if ip := net.ParseIP(hostname); ip != nil {
		addr, _ := netip.AddrFromSlice(ip)
		return !public(addr)
	}
	return false
}
