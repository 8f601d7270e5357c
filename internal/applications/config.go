package applications

import (
	"time"

	"rolecall/internal/auth"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
)

// Config is the service's part of the configuration.
type Config struct {
	Timezone *time.Location `key:"platform.timezone" default:"UTC" help:"time zone of the deployment: whose days and months are counted, and in which the day of a next step begins"`
	OwnZone  *time.Location `key:"application.timezone" help:"must be platform.timezone when set"`
	Auth     auth.Config
	Proxies  httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
}

// Validate reports a time zone that differs from the deployment's.
func (c Config) Validate() error { return env.SameZone("application.timezone", c.OwnZone, c.Timezone) }
