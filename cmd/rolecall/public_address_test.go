package main

import (
	"strings"
	"testing"
)

func TestPublicAddressFollowsTheGateway(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ public, gateway, want string }{
		"nothing is set":      {"", "", ""}, // the key's own default
		"another port":        {"", "127.0.0.1:24080", "http://localhost:24080"},
		"all interfaces":      {"", "0.0.0.0:9000", "http://localhost:9000"},
		"all, without a host": {"", ":9000", "http://localhost:9000"},
		"all, IPv6":           {"", "[::]:9000", "http://localhost:9000"},
		"one interface":       {"", "192.0.2.7:9000", "http://192.0.2.7:9000"},
		"one interface, IPv6": {"", "[2001:db8::7]:9000", "http://[2001:db8::7]:9000"},
		"with a zone":         {"", "[fe80::7%eth0]:9000", ""},
		"a port to be chosen": {"", "127.0.0.1:0", ""},
		"malformed":           {"", "here", ""},
		"an explicit address": {"https://jobs.example.org", "127.0.0.1:24080", "https://jobs.example.org"},
	} {
		values := map[string]string{"PLATFORM_PUBLIC_URL": tt.public, "GATEWAY_ADDRESS": tt.gateway}
		getenv := withPublicURL(func(k string) string { return values[k] })
		if got := getenv("PLATFORM_PUBLIC_URL"); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
		if got := getenv("GATEWAY_ADDRESS"); got != tt.gateway {
			t.Errorf("%s: the gateway's address became %q, want %q", name, got, tt.gateway)
		}
	}
}

func TestPublicAddressFollowsAChosenPort(t *testing.T) {
	t.Parallel()
	open, err := addresses{Gateway: "127.0.0.1:0"}.listen(t.Context(), "gateway")
	if err != nil {
		t.Fatal(err)
	}
	defer open.close()
	got := open.withClientURLs(func(string) string { return "" })("PLATFORM_PUBLIC_URL")
	if want := strings.Replace(open.url("gateway"), "127.0.0.1", "localhost", 1); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDoctorNotesAPublicAddressThatIsNotSet checks that the doctor notes a gateway that other machines can reach while
// no public address for links is set.
func TestDoctorNotesAPublicAddressThatIsNotSet(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		public, gateway string
		note            bool
	}{
		"this machine alone": {"", "127.0.0.1:24080", false},
		"the default":        {"", "", false},
		"others, unset":      {"", "0.0.0.0:8080", true},
		"others, set":        {"https://jobs.example.org", "0.0.0.0:8080", false},
	} {
		values := map[string]string{"PLATFORM_PUBLIC_URL": tt.public, "GATEWAY_ADDRESS": tt.gateway, "PLATFORM_DATA_DIR": t.TempDir()}
		sh := shell{getenv: func(k string) string { return values[k] }, err: t.Output()}
		p, err := newPlatform(t.Context(), sh, settings{LogFormat: "text"})
		if err != nil {
			t.Fatal(err)
		}
		if f := p.publicAddressFinding(p.shell.getenv); f.note != tt.note || f.err != nil {
			t.Errorf("%s: got %+v", name, f)
		}
		p.Close()
	}
}
