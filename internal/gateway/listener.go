package gateway

import (
	"net"

	"rolecall/internal/httpd"
)

// Limit returns a listener with the configured connection limits.
func (c Config) Limit(ln net.Listener) net.Listener {
	return httpd.Connections{Total: c.Connections, PerClient: c.ConnectionsPerClient, Exempt: c.TrustedProxies}.Limit(ln)
}
