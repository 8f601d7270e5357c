package gateway

import (
	"net"

	"rolecall/internal/httpd"
)

// Limit bounds how many connections the listener has open, in all and per client.
func (c Config) Limit(ln net.Listener) net.Listener {
	return httpd.Connections{Total: c.Connections, PerClient: c.ConnectionsPerClient, Exempt: c.TrustedProxies}.Limit(ln)
}
