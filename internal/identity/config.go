package identity

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
	"rolecall/internal/peer"
	"rolecall/internal/seal"
)

// Config is the service's part of the configuration.
type Config struct {
	PublicURL string `key:"platform.public-url" default:"http://localhost:8080" help:"public address of the platform, for links in mail and passkeys"`
	Auth      auth.Config
	Peers     peer.URLs
	Timezone  *time.Location `key:"platform.timezone" default:"UTC" help:"time zone of the deployment, in which mails show times to users who have set none"`
	Proxies   httpd.Networks `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`

	AdminEmails       []string         `key:"auth.admin.emails" help:"addresses whose verified accounts are administrators"`
	MustVerify        bool             `key:"auth.verification.required" default:"true" help:"whether an address must be verified before the first login"`
	AddressLimit      int              `key:"auth.login.address-limit" default:"50" help:"failed logins, and separately wrong codes, of one client in 15 minutes before it must wait"`
	Registration      RegistrationMode `key:"auth.registration" default:"open" help:"who may register: open (everybody), invite (see rolecall users invite) or closed (nobody)"`
	RegistrationLimit int              `key:"auth.registration.client-limit" default:"50" help:"registrations from one network in 15 minutes, and four times as many in a day"`
	TOTPIssuer        string           `key:"auth.totp.issuer" default:"Rolecall" help:"name that authenticator apps show"`

	// The specification names the variable TOTP_ENCRYPTION_KEY; these keys seal more than TOTP secrets.
	EncryptionKey     env.Secret `key:"totp.encryption.key" required:"true" help:"key of the secrets at rest: 64 hex digits or the base64 of 32 bytes"`
	OldEncryptionKeys env.Secret `key:"totp.encryption.keys.old" help:"earlier keys, comma-separated, still needed to read what they sealed"`

	Password PasswordConfig
	Audit    audit.Config
}

// RegistrationMode selects who may register.
type RegistrationMode string

const (
	registrationOpen   RegistrationMode = "open"
	registrationInvite RegistrationMode = "invite"
	registrationClosed RegistrationMode = "closed"
)

// UnmarshalText refuses any other mode.
func (m *RegistrationMode) UnmarshalText(text []byte) error {
	*m = RegistrationMode(text)
	switch *m {
	case registrationOpen, registrationInvite, registrationClosed:
		return nil
	}
	return errors.New("must be open, invite or closed")
}

// PasswordConfig is the cost of hashing a password. The defaults are OWASP's.
type PasswordConfig struct {
	Memory     env.Bytes `key:"auth.password.memory" default:"19MiB" help:"memory of one password hash"`
	Iterations int       `key:"auth.password.iterations" default:"2" help:"passes over that memory"`
	// Concurrency bounds the memory a burst of logins can take.
	Concurrency int `key:"auth.password.concurrency" default:"0" help:"password hashes at once; 0 means one less than there are processors"`
}

const (
	minPasswordMemory     = 19 << 20
	minPasswordIterations = 2
)

// Threads returns how many hashes are made at once. By default one core is left for everything else.
func (c PasswordConfig) Threads() int {
	if c.Concurrency > 0 {
		return c.Concurrency
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// Validate reports values that the service cannot run with.
func (c Config) Validate() error {
	_, err := c.Keyring()
	faults := env.Faults{c.Auth.Validate(), c.Audit.Validate(), err}
	faults.CheckAddress("platform.public-url", c.PublicURL)
	faults.Check(c.AddressLimit >= 1, "auth.login.address-limit must be at least 1")
	faults.Check(c.RegistrationLimit >= 1, "auth.registration.client-limit must be at least 1")
	issuer := strings.TrimSpace(c.TOTPIssuer)
	faults.Check(issuer != "" && !strings.Contains(issuer, ":"), "auth.totp.issuer must not be empty and must not contain a colon")
	for _, e := range c.AdminEmails {
		_, err := parseAddress(e)
		faults.Check(err == nil, "auth.admin.emails: %q is not an email address", e)
	}
	faults.Check(c.Password.Memory >= minPasswordMemory && c.Password.Memory <= 4<<30, "auth.password.memory must be between 19MiB and 4GiB")
	faults.Check(c.Password.Iterations >= minPasswordIterations && c.Password.Iterations <= 100,
		"auth.password.iterations must be between 2 and 100")
	faults.Check(c.Password.Concurrency >= 0, "auth.password.concurrency must not be negative")
	return errors.Join(faults...)
}

// Keyring returns the keys of the secrets at rest.
func (c Config) Keyring() (*seal.Keyring, error) {
	current, err := seal.ParseKey(c.EncryptionKey.Reveal())
	if err != nil {
		return nil, fmt.Errorf("totp.encryption.key (TOTP_ENCRYPTION_KEY) %w", err)
	}
	var older []seal.Key
	for text := range strings.SplitSeq(c.OldEncryptionKeys.Reveal(), ",") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		key, err := seal.ParseKey(text)
		if err != nil {
			return nil, fmt.Errorf("totp.encryption.keys.old (TOTP_ENCRYPTION_KEYS_OLD): each of them %w", err)
		}
		older = append(older, key)
	}
	return seal.NewKeyring(current, older...), nil
}

// Lifetimes and sizes that the specifications fix.
const (
	challengeLife    = 5 * time.Minute
	codeLife         = 15 * time.Minute
	backupCodes      = 8
	registrationLife = 24 * time.Hour
	invitationLife   = 7 * 24 * time.Hour
)
