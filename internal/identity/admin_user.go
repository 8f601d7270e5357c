package identity

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// errOwnAccount keeps administrators from locking themselves out. For changes of their own account, their settings also
// require the password or a mailed code.
var errOwnAccount = fault.New(fault.Conflict, "Own Account", "This is your own account. Please change it in your settings.")

// userAction is an administrator's action on an account; the contract lists them.
type userAction string

const (
	actionVerify         userAction = "verify"
	actionResetPassword  userAction = "reset-password"
	actionResetTwoFactor userAction = "reset-two-factor"
	actionDisable        userAction = "disable"
	actionEnable         userAction = "enable"
	actionEndSessions    userAction = "end-sessions"
	actionDelete         userAction = "delete" // a separate operation in the contract
)

// administrator returns what an administrator may do: the same as the operator, recorded under the administrator's name.
func (s *Service) administrator(u auth.User) *Operator { return &Operator{s: s, admin: u.ID} }

// User returns one account or pending registration for an administrator.
func (s *Service) User(ctx context.Context, u auth.User, user uuid.UUID) (Profile, []store.Session, error) {
	o := s.administrator(u)
	p, sessions, err := o.Show(ctx, user.String())
	if errors.Is(err, ErrNoAccount) {
		p, err = o.Pending(ctx, user)
	}
	return p, sessions, err
}

// ChangeUser acts on another account, after a second factor if the administrator has one, and returns the changed account.
func (s *Service) ChangeUser(
	ctx context.Context, u auth.User, user uuid.UUID, a userAction, code *string,
) (p Profile, sessions []store.Session, err error) {
	if err := s.change(ctx, u, user, a, code); err != nil {
		return p, nil, err
	}
	acc, err := q.AccountByID(ctx, s.db, user)
	if err != nil {
		return p, nil, pg.Fault(err, pg.Absent(errNoUser))
	}
	return s.administrator(u).describe(ctx, s.db, acc)
}

// DeleteUser deletes another account, after a second factor if the administrator has one.
func (s *Service) DeleteUser(ctx context.Context, u auth.User, user uuid.UUID, code *string) error {
	return s.change(ctx, u, user, actionDelete, code)
}

func (s *Service) change(ctx context.Context, u auth.User, user uuid.UUID, a userAction, code *string) (err error) {
	if err := s.mayChange(ctx, u, user, a, code); err != nil {
		return err
	}
	o, id := s.administrator(u), user.String()
	switch a {
	case actionVerify:
		_, err = o.Verify(ctx, id)
	case actionResetPassword:
		_, err = o.ResetPassword(ctx, id)
	case actionResetTwoFactor:
		_, err = o.ResetTwoFactor(ctx, id)
	case actionDisable:
		_, err = o.Disable(ctx, id)
	case actionEnable:
		_, err = o.Enable(ctx, id)
	case actionEndSessions:
		_, err = o.EndSessions(ctx, id)
	case actionDelete:
		err = o.Delete(ctx, id)
	}
	if errors.Is(err, ErrNoAccount) {
		return errNoUser // deleted meanwhile
	}
	return err
}

// mayChange runs the checks before every change of an account by an administrator. The second factor comes last, so
// that no code is spent on a refusal.
func (s *Service) mayChange(ctx context.Context, u auth.User, user uuid.UUID, a userAction, code *string) error {
	_, err := q.AccountByID(ctx, s.db, user)
	if errors.Is(err, pgx.ErrNoRows) && a == actionVerify {
		_, err = q.PendingRegistration(ctx, s.db, store.PendingRegistrationParams{ID: user, Now: s.now()})
	}
	if err != nil {
		return pg.Fault(err, pg.Absent(errNoUser))
	}
	if user == u.ID && a != actionEndSessions {
		return errOwnAccount
	}
	admin, err := s.Account(ctx, u.ID)
	if err != nil {
		return err
	}
	return s.withFactorIfOn(ctx, admin, code, func(pgx.Tx) error { return nil })
}
