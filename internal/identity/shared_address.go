package identity

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rolecall/internal/pg"
)

// SharedAddress is a client address that all recent logins came from.
type SharedAddress struct {
	Address          string
	Logins, Accounts int
}

// Advice explains what that means and what to configure.
func (s SharedAddress) Advice() string {
	bits := 32
	if strings.Contains(s.Address, ":") {
		bits = 128
	}
	return fmt.Sprintf("the last %d logins of %d accounts all came from %s: if that is a proxy, list it (GATEWAY_TRUSTED_PROXIES=%s/%d); "+
		"until then all clients share one address and its limits, and anyone can lock all users out",
		s.Logins, s.Accounts, s.Address, s.Address, bits)
}

const (
	sharedSince    = 30 * 24 * time.Hour
	sharedAccounts = 3 // fewer may well live in one household
)

// FindSharedAddress returns the address that all clients seem to share, or nil. It needs no running service.
func FindSharedAddress(ctx context.Context, db pg.Conn, publicURL string, now time.Time) (*SharedAddress, error) {
	if u, err := url.Parse(publicURL); err == nil && (u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.")) {
		return nil, nil // all clients run on this machine
	}
	var s SharedAddress
	var addresses int
	err := db.QueryRow(ctx, `SELECT count(*), count(DISTINCT e.account_id), count(DISTINCT e.address), coalesce(min(e.address), '')
		FROM (SELECT account_id, address FROM identity.audit_event
			WHERE kind = 'login.succeeded' AND at > $1 AND address IS NOT NULL ORDER BY id DESC LIMIT 1000) e`, now.Add(-sharedSince)).
		Scan(&s.Logins, &s.Accounts, &addresses, &s.Address)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read the addresses of logins: %w", err))
	}
	if addresses != 1 || s.Accounts < sharedAccounts {
		return nil, nil
	}
	return &s, nil
}

func (s *Service) warnOfSharedAddress(ctx context.Context) {
	found, err := FindSharedAddress(ctx, s.db, s.cfg.PublicURL, s.now())
	if err == nil && found != nil {
		s.log.WarnContext(ctx, "all clients seem to share one address", "address", found.Address, "advice", found.Advice())
	}
}
