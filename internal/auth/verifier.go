package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"rolecall/internal/fault"
)

const (
	maxToken  = 8 << 10 // bytes; ours have about 500
	cacheSize = 16 << 10
	// The same as the outbox tolerates. Without it, a machine whose clock is behind would refuse tokens as issued in the
	// future.
	clockSkew = 15 * time.Second
)

// Claims are the contents of a token.
type Claims struct {
	jwt.RegisteredClaims
	UPN       string    `json:"upn"`
	Groups    []string  `json:"groups"`
	SessionID uuid.UUID `json:"sid"`
}

// Verifier verifies tokens.
type Verifier struct {
	keys    *keySet
	revoked *Revocations
	parser  *jwt.Parser
	now     func() time.Time
	cache   *lru.Cache[[sha256.Size]byte, verified]
}

// verified is what the cache holds of a token.
type verified struct {
	user User
	key  string // id of the key that signed it
}

// NewVerifier returns a verifier for tokens of the issuer. Clock may be nil.
func NewVerifier(issuer string, keys KeySource, revoked *Revocations, clock func() time.Time) *Verifier {
	if clock == nil {
		clock = time.Now
	}
	cache, err := lru.New[[sha256.Size]byte, verified](cacheSize)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	return &Verifier{
		keys:    &keySet{source: keys, now: clock},
		revoked: revoked,
		now:     clock,
		cache:   cache,
		parser: jwt.NewParser(
			jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
			jwt.WithIssuer(issuer), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
			jwt.WithLeeway(clockSkew), jwt.WithTimeFunc(clock), jwt.WithStrictDecoding()),
	}
}

var (
	errBadToken  = fault.New(fault.Unauthorized, "", "Your session is not valid or has ended. Please log in again.")
	errNotAdmin  = fault.New(fault.Forbidden, "", "This is for administrators.")
	errNotMember = fault.New(fault.Forbidden, "", "Your account may not use this.")
	errNoKeys    = fault.New(fault.Unavailable, "",
		"Logins cannot be checked at the moment. Please try again shortly.").WithRetryAfter(5 * time.Second)
)

// Authenticate verifies the token, checks the groups that an operation needs, and adds the user to the context.
func (v *Verifier) Authenticate(ctx context.Context, token string, groups []string) (context.Context, error) {
	u, err := v.Verify(ctx, token)
	if err != nil {
		return nil, err
	}
	if !u.In(GroupUser) {
		return nil, errNotMember
	}
	for _, g := range groups {
		if !u.In(g) {
			if g == GroupAdmin {
				return nil, errNotAdmin
			}
			return nil, errNotMember
		}
	}
	return withCaller(ctx, caller{user: u, token: token}), nil
}

// Verify returns the user of a token, or a fault: Unauthorized for a bad token, Unavailable if it cannot be checked.
func (v *Verifier) Verify(ctx context.Context, token string) (User, error) {
	if len(token) > maxToken {
		return User{}, errBadToken.Because(fmt.Errorf("a token of %d bytes", len(token)))
	}
	digest := sha256.Sum256([]byte(token)) // the cache holds no tokens
	found, known := v.cache.Get(digest)
	if !known {
		var err error
		if found, err = v.parse(ctx, token); err != nil {
			return User{}, err
		}
		v.cache.Add(digest, found)
	} else if err := v.recheck(ctx, found); err != nil {
		v.cache.Remove(digest)
		return User{}, err
	}
	u := found.user
	ended, ready := v.revoked.Ended(u.SessionID)
	switch {
	case ended:
		return User{}, errBadToken.Because(errors.New("the session has ended"))
	case !ready:
		return User{}, errNoKeys.Because(errors.New("ended sessions are not known yet"))
	}
	return u, nil
}

// recheck checks of a cached token what can change: its age, and whether its key is still valid. A key is withdrawn after a
// break-in, when its thief may have signed tokens of sessions that nobody can end.
func (v *Verifier) recheck(ctx context.Context, found verified) error {
	if v.now().After(found.user.ExpiresAt) {
		return errBadToken.Because(jwt.ErrTokenExpired)
	}
	key, err := v.keys.find(ctx, found.key)
	if err != nil {
		return errNoKeys.Because(err)
	}
	if key == nil {
		return errBadToken.Because(errors.New("the key was withdrawn"))
	}
	return nil
}

// parse checks a token that is not in the cache.
func (v *Verifier) parse(ctx context.Context, token string) (verified, error) {
	// The decoder ignores line breaks, but a token must have only one spelling.
	if strings.ContainsAny(token, "\r\n") {
		return verified{}, errBadToken.Because(errors.New("a line break in a token"))
	}
	var unavailable error
	var keyID string
	var c Claims
	_, err := v.parser.ParseWithClaims(token, &c, func(t *jwt.Token) (any, error) {
		// Our tokens have no critical headers (RFC 7515, 4.1.11).
		if _, critical := t.Header["crit"]; critical {
			return nil, errors.New("a critical header")
		}
		id, _ := t.Header["kid"].(string)
		if id == "" {
			return nil, errors.New("no key id")
		}
		keyID = id
		key, err := v.keys.find(ctx, id)
		if err != nil {
			unavailable = err
			return nil, err
		}
		if key == nil {
			return nil, errors.New("unknown key id")
		}
		return key, nil
	})
	if unavailable != nil {
		return verified{}, errNoKeys.Because(unavailable)
	}
	if err != nil {
		return verified{}, errBadToken.Because(err)
	}
	id, err := uuid.Parse(c.Subject)
	if err != nil || c.SessionID == uuid.Nil {
		return verified{}, errBadToken.Because(errors.New("a token without subject or session"))
	}
	// The parser's leeway must not extend the life of a token.
	if v.now().After(c.ExpiresAt.Time) {
		return verified{}, errBadToken.Because(jwt.ErrTokenExpired)
	}
	u := User{ID: id, Email: c.UPN, Groups: slices.Clip(c.Groups), SessionID: c.SessionID, ExpiresAt: c.ExpiresAt.Time}
	return verified{user: u, key: keyID}, nil
}

// Ready returns nil if tokens can be verified.
func (v *Verifier) Ready(ctx context.Context) error {
	if err := v.keys.ready(ctx); err != nil {
		return errNoKeys.Because(err)
	}
	if _, ready := v.revoked.Ended(uuid.Nil); !ready {
		return errNoKeys.Because(errors.New("ended sessions are not known yet"))
	}
	return nil
}
