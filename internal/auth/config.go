package auth

import (
	"errors"
	"time"
)

// Config holds what every service needs to verify callers; identity signs with the same values.
type Config struct {
	Key      ServiceKey `key:"platform.internal.service-key" or:"notification.internal.service-key" required:"true" help:"shared secret of the internal endpoints, the same for all services"`
	Issuer   string     `key:"auth.token.issuer" default:"rolecall" help:"issuer named in tokens"`
	Lifespan int        `key:"auth.token.lifespan-seconds" default:"43200" help:"seconds a login lasts"`
}

// TokenLife returns how long a token is valid.
func (c Config) TokenLife() time.Duration { return time.Duration(c.Lifespan) * time.Second }

// Validate refuses values that would lock all users out.
func (c Config) Validate() error {
	if c.Lifespan < 60 {
		return errors.New("auth.token.lifespan-seconds must be at least 60")
	}
	return nil
}
