package gateway

import (
	"strings"
	"testing"

	"rolecall/internal/env"
)

func load(values map[string]string) (Config, error) {
	var c Config
	err := env.Load(func(name string) string { return values[name] }, &c)
	return c, err
}

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := load(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "k"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "127.0.0.1:8080" || c.Identity != "http://127.0.0.1:8082" || c.Jobs != "http://127.0.0.1:8081" ||
		c.Applications != "http://127.0.0.1:8083" || c.Notifications != "http://127.0.0.1:8084" {
		t.Errorf("addresses: %+v", c)
	}
}

func TestConfigFaultsNameTheirKey(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ name, value, want string }{
		"not an address":     {"PLATFORM_CLIENT_JOBS_URL", "localhost:8081", "platform.client.jobs-url"},
		"with a path":        {"PLATFORM_CLIENT_IDENTITY_URL", "http://localhost:8082/auth", "must not have a path"},
		"public address":     {"PLATFORM_PUBLIC_URL", "ftp://x", "platform.public-url"},
		"negative rate":      {"GATEWAY_LIMIT_RATE", "-1", "gateway.limit.rate"},
		"no burst":           {"GATEWAY_LIMIT_BURST", "0", "gateway.limit.burst"},
		"no connections":     {"GATEWAY_LIMIT_CONNECTIONS", "0", "gateway.limit.connections"},
		"none per client":    {"GATEWAY_LIMIT_CONNECTIONS_PER_CLIENT", "0", "connections-per-client"},
		"no time":            {"GATEWAY_UPSTREAM_TIMEOUT", "0s", "gateway.upstream.timeout"},
		"not a network":      {"GATEWAY_TRUSTED_PROXIES", "10.0.0.0", "gateway.trusted-proxies"},
		"service key absent": {"PLATFORM_INTERNAL_SERVICE_KEY", "", "platform.internal.service-key"},
	}
	for name, test := range tests {
		_, err := load(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "k", test.name: test.value})
		if name == "service key absent" {
			_, err = load(nil)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line about %s", name, err, test.want)
		}
	}
}
