package identity

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rolecall/internal/pg"
)

// Sharing is an address that all logins of late came from.
type Sharing struct {
	Address          string
	Logins, Accounts int
}

// Advice says what it means and what to set.
func (s Sharing) Advice() string {
	return fmt.Sprintf("the last %d logins of %d accounts all came from %s: if that is a proxy, list it (GATEWAY_TRUSTED_PROXIES=%s); "+
		"until then all clients share one address and its limits, and strangers can lock everybody out", s.Logins, s.Accounts, s.Address, network(s.Address))
}

func network(address string) string {
	if strings.Contains(address, ":") {
		return address + "/128"
	}
	return address + "/32"
}

const (
	sharingReach    = 30 * 24 * time.Hour
	sharingAccounts = 3 // fewer may well live in one house
)

// FindSharing looks for an address that all clients seem to share, and returns nil when there is none. It needs no
// running service.
func FindSharing(ctx context.Context, db pg.Conn, publicURL string, now time.Time) (*Sharing, error) {
	if u, err := url.Parse(publicURL); err == nil && (u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.")) {
		return nil, nil // everybody sits at this machine
	}
	var s Sharing
	var addresses int
	err := db.QueryRow(ctx, `SELECT count(*), count(DISTINCT e.account_id), count(DISTINCT e.address), coalesce(min(e.address), '')
		FROM (SELECT account_id, address FROM identity.audit_event
			WHERE kind = 'login.succeeded' AND at > $1 AND address IS NOT NULL ORDER BY id DESC LIMIT 1000) e`, now.Add(-sharingReach)).
		Scan(&s.Logins, &s.Accounts, &addresses, &s.Address)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("look at the addresses of logins: %w", err))
	}
	if addresses != 1 || s.Accounts < sharingAccounts {
		return nil, nil
	}
	return &s, nil
}

func (s *Service) warnOfSharing(ctx context.Context) {
	found, err := FindSharing(ctx, s.db, s.cfg.PublicURL, s.now())
	if err == nil && found != nil {
		s.log.WarnContext(ctx, "all clients seem to share one address", "address", found.Address, "advice", found.Advice())
	}
}
