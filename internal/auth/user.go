package auth

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Groups that a token can carry.
const (
	GroupUser  = "user"
	GroupAdmin = "admin"
)

// User is the owner of a verified token.
type User struct {
	ID        uuid.UUID
	Email     string
	Groups    []string
	SessionID uuid.UUID
	ExpiresAt time.Time
}

// In reports whether the user is in the group.
func (u User) In(group string) bool { return slices.Contains(u.Groups, group) }

type caller struct {
	user  User
	token string
}

type callerKey struct{}

func withCaller(ctx context.Context, c caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// UserFrom returns the user of an authenticated request. It panics outside operations with the bearer scheme, which is a
// bug.
func UserFrom(ctx context.Context) User {
	c, ok := ctx.Value(callerKey{}).(caller)
	if !ok {
		panic("auth: no user in the context: the operation is not behind the bearer scheme")
	}
	return c.user
}

// TokenFrom returns the caller's own token, for calls on the caller's behalf.
func TokenFrom(ctx context.Context) string {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c.token
}
