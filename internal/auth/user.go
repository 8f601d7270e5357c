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

// User is the person behind a verified token.
type User struct {
	ID        uuid.UUID
	Email     string
	Groups    []string
	SessionID uuid.UUID
	ExpiresAt time.Time
}

// In tells whether the user's token carries the group.
func (u User) In(group string) bool { return slices.Contains(u.Groups, group) }

type caller struct {
	user  User
	token string
}

type callerKey struct{}

func withCaller(ctx context.Context, c caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// UserFrom is the user of an authenticated request. A handler behind the bearer scheme always has one; asking
// elsewhere is a mistake in our own code and panics.
func UserFrom(ctx context.Context) User {
	c, ok := ctx.Value(callerKey{}).(caller)
	if !ok {
		panic("auth: no user in the context: the operation is not behind the bearer scheme")
	}
	return c.user
}

// TokenFrom is the caller's own token, for a call made in the caller's name.
func TokenFrom(ctx context.Context) string {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c.token
}
