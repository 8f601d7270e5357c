package gateway

import (
	"errors"
	"net/url"
	"time"

	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/peer"
)

// Config configures the gateway.
type Config struct {
	Address   string `key:"gateway.address" default:"127.0.0.1:8080" help:"address that the gateway listens on"`
	PublicURL string `key:"platform.public-url" default:"http://localhost:8080" help:"the address people use; links in mail point there"`
	// Registration has the same key as identity's; the gateway passes it to the web app.
	Registration string `key:"auth.registration" default:"open" help:"who may register: open (everybody), invite (those invited with rolecall users invite), closed (nobody)"`

	peer.URLs

	ServiceKey     env.Secret     `key:"platform.internal.service-key" or:"notification.internal.service-key" required:"true" help:"the secret shared by the services; the gateway vouches for client addresses with it"`
	TrustedProxies httpd.Networks `key:"gateway.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8"`

	Rate                 float64 `key:"gateway.limit.rate" default:"50" help:"sustained requests per second of one client address; 0 means no limit"`
	Burst                int     `key:"gateway.limit.burst" default:"200" help:"requests that one client address may make at once"`
	Connections          int     `key:"gateway.limit.connections" default:"4096" help:"open connections; beyond it, new ones replace idle and slow ones"`
	ConnectionsPerClient int     `key:"gateway.limit.connections-per-client" default:"256" help:"open connections of one address or IPv6 /64, except trusted proxies; an IPv6 /48 may have four times as many"`

	UpstreamTimeout time.Duration `key:"gateway.upstream.timeout" default:"60s" help:"how long a service may take to answer"`
}

// upstreams returns the services' addresses by the names of their contracts.
func (c Config) upstreams() map[string]string {
	return map[string]string{
		identity: c.Identity, jobs: c.Jobs, applications: c.Applications, notifications: c.Notifications,
	}
}

// Validate returns all values that cannot be used.
func (c Config) Validate() error {
	var faults env.Faults
	for name, address := range c.upstreams() {
		_, err := baseURL(address)
		faults.Check(err == nil, "platform.client.%s-url (%s) is %q: %v", name, env.Name("platform.client."+name+"-url"), address, err)
	}
	_, err := baseURL(c.PublicURL)
	faults.Check(err == nil, "platform.public-url (PLATFORM_PUBLIC_URL) is %q: %v", c.PublicURL, err)
	faults.Check(c.Rate >= 0, "gateway.limit.rate (GATEWAY_LIMIT_RATE) is %v: must not be negative", c.Rate)
	faults.Check(c.Burst >= 1, "gateway.limit.burst (GATEWAY_LIMIT_BURST) is %d: must be at least 1", c.Burst)
	faults.Check(c.Connections >= 1, "gateway.limit.connections (GATEWAY_LIMIT_CONNECTIONS) is %d: must be at least 1", c.Connections)
	faults.Check(c.ConnectionsPerClient >= 1,
		"gateway.limit.connections-per-client (GATEWAY_LIMIT_CONNECTIONS_PER_CLIENT) is %d: must be at least 1", c.ConnectionsPerClient)
	faults.Check(c.UpstreamTimeout > 0, "gateway.upstream.timeout (GATEWAY_UPSTREAM_TIMEOUT) is %s: must be positive", c.UpstreamTimeout)
	return errors.Join(faults...)
}

func baseURL(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, errors.New("must look like http://host:port")
	}
	if u.Path != "" && u.Path != "/" {
		return nil, errors.New("must not have a path")
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}
