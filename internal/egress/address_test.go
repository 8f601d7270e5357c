package egress_test

import (
	"errors"
	"net/netip"
	"testing"

	"rolecall/internal/egress"
)

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "172.15.255.255": true, "172.32.0.1": true, "100.63.255.255": true, "100.128.0.1": true,
		"2606:4700:4700::1111": true, "2a00:1450:4001::1": true, "::ffff:1.1.1.1": true, "64:ff9b::1.1.1.1": true, "2002:101:101::1": true,

		"0.0.0.0": false, "0.1.2.3": false, "127.0.0.1": false, "127.255.255.254": false, "10.0.0.1": false, "10.255.255.255": false,
		"172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "169.254.0.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"100.127.255.255": false, "100.100.100.200": false, "168.63.129.16": false, "192.0.0.1": false, "192.0.2.1": false, "198.18.0.1": false,
		"198.51.100.7": false, "203.0.113.9": false, "224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.255": false,

		"::": false, "::1": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false,
		"fec0::1": false, "ff02::1": false,
		"2001:db8::1": false, "2001::1": false, "100::1": false, "3fff::1": false, "64:ff9b:1::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:169.254.169.254": false, "::127.0.0.1": false, "::10.0.0.1": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::a00:1": false, "2002:7f00:1::1": false, "2002:c0a8:101::1": false,
	} {
		if got := egress.Public(netip.MustParseAddr(address)); got != want {
			t.Errorf("Public(%s) = %v, want %v", address, got, want)
		}
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	tests := []struct {
		network, address string
		closed, open     bool // allowed without and with private addresses allowed
	}{
		{"tcp4", "1.1.1.1:443", true, true},
		{"tcp6", "[2606:4700::1]:443", true, true},
		{"tcp4", "127.0.0.1:80", false, true},
		{"tcp6", "[::1]:80", false, true},
		{"tcp6", "[fd12::1]:80", false, true},
		{"tcp4", "10.1.2.3:8080", false, true},
		{"tcp4", "169.254.169.254:80", false, false},
		{"tcp6", "[::ffff:169.254.169.254]:80", false, false},
		{"tcp6", "[fd00:ec2::254]:80", false, false},
		{"tcp4", "0.0.0.0:80", false, false},
		{"tcp4", "224.0.0.1:80", false, false},
		{"udp4", "1.1.1.1:53", false, false},
		{"unix", "/var/run/docker.sock", false, false},
		{"tcp4", "nonsense", false, false},
	}
	for _, tt := range tests {
		for allow, want := range map[bool]bool{false: tt.closed, true: tt.open} {
			err := egress.Guard(allow)(tt.network, tt.address, nil)
			if (err == nil) != want {
				t.Errorf("%s %s, allow private %v: %v", tt.network, tt.address, allow, err)
			}
			if err != nil && !errors.Is(err, egress.ErrRefused) {
				t.Errorf("%s: got %v, want %v", tt.address, err, egress.ErrRefused)
			}
		}
	}
}
