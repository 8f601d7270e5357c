package identity

import (
	"context"
	"errors"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/wire"
)

func (h *handler) ListUsers(ctx context.Context, p oas.ListUsersParams) (*oas.UserPage, error) {
	filter := store.PersonFilter{Text: p.Q.Or(""), State: string(p.State.Or("")), Page: p.Page.Or(0), Size: p.Size.Or(20)}
	list, total, err := h.svc.administrator(auth.UserFrom(ctx)).Find(ctx, filter)
	if err != nil {
		return nil, err
	}
	return &oas.UserPage{
		Content: wire.All(list, wireUser), Page: filter.Page, Size: filter.Size,
		TotalElements: total, TotalPages: (total + filter.Size - 1) / filter.Size,
	}, nil
}

func (h *handler) GetUser(ctx context.Context, p oas.GetUserParams) (*oas.UserDetails, error) {
	u := auth.UserFrom(ctx)
	profile, sessions, err := h.svc.User(ctx, u, p.UserId)
	return userOr(u, profile, sessions, err)
}

func (h *handler) ChangeUser(ctx context.Context, r *oas.ChangeUserRequest, p oas.ChangeUserParams) (*oas.UserDetails, error) {
	u := auth.UserFrom(ctx)
	profile, sessions, err := h.svc.ChangeUser(ctx, u, p.UserId, userAction(r.Action), wire.OptionalText(r.TotpCode.Get()))
	return userOr(u, profile, sessions, err)
}

func (h *handler) DeleteUser(ctx context.Context, r *oas.DeleteUserRequest, p oas.DeleteUserParams) error {
	return h.svc.DeleteUser(ctx, auth.UserFrom(ctx), p.UserId, wire.OptionalText(r.TotpCode.Get()))
}

func (h *handler) ListInvitations(ctx context.Context) (*oas.InvitationList, error) {
	rows, err := h.svc.administrator(auth.UserFrom(ctx)).Invitations(ctx)
	if err != nil {
		return nil, err
	}
	return &oas.InvitationList{Items: wire.All(rows, wireInvitation)}, nil
}

func (h *handler) Invite(ctx context.Context, r *oas.InvitationRequest) (*oas.Invitation, error) {
	row, err := h.svc.administrator(auth.UserFrom(ctx)).Invite(ctx, string(r.Email))
	if errors.Is(err, errNotAddress) {
		err = fault.InvalidField("email", "This is not an email address.")
	}
	if err != nil {
		return nil, err
	}
	return new(wireInvitation(row)), nil
}

func (h *handler) WithdrawInvitation(ctx context.Context, r *oas.InvitationRequest) error {
	return h.svc.administrator(auth.UserFrom(ctx)).Withdraw(ctx, string(r.Email))
}

func wireInvitation(r store.ListInvitationsRow) oas.Invitation {
	return oas.Invitation{Email: r.Email, CreatedAt: r.CreatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC()}
}

func userOr(u auth.User, p Profile, sessions []store.Session, err error) (*oas.UserDetails, error) {
	if err != nil {
		return nil, err
	}
	return &oas.UserDetails{User: wireUser(p), BackupCodesLeft: p.BackupCodesLeft, Sessions: wireSessions(u, sessions)}, nil
}

func wireUser(p Profile) oas.User {
	return oas.User{
		ID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Email: p.Email, State: stateOf(p), IsAdmin: p.Admin,
		TwoFactorEnabled: p.TwoFactor, Passkeys: p.Passkeys, Sessions: p.Sessions, CreatedAt: p.CreatedAt.UTC(),
		VerifiedAt: wire.NullTime(p.VerifiedAt), DisabledAt: wire.NullTime(p.DisabledAt), LastLoginAt: wire.NullTime(p.LastLoginAt),
	}
}

// stateOf returns the state of an account; store.FindPeople selects by the same rule.
func stateOf(p Profile) oas.UserState {
	switch {
	case p.Pending:
		return oas.UserStatePending
	case p.DisabledAt != nil:
		return oas.UserStateDisabled
	case p.VerifiedAt == nil:
		return oas.UserStateUnverified
	}
	return oas.UserStateActive
}
