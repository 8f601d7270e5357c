package identity

import (
	"context"

	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/wire"
)

func (h *handler) GetJwks(ctx context.Context) (*oas.JsonWebKeySet, error) {
	keys, err := h.svc.signer.verifyingKeys(ctx)
	if err != nil {
		return nil, err
	}
	return &oas.JsonWebKeySet{Keys: wire.All(keys, func(k auth.Key) oas.JsonWebKey {
		p := auth.Publish(k)
		return oas.JsonWebKey{
			Kty: p.KeyType, Use: p.Use, Alg: p.Algorithm, Kid: p.ID, Crv: oas.NewOptString(p.Curve), X: oas.NewOptString(p.X),
		}
	})}, nil
}

func (h *handler) GetUserTwoFactor(ctx context.Context, p oas.GetUserTwoFactorParams) (*oas.TwoFactorStatusResponse, error) {
	enabled, err := h.svc.HasTwoFactor(ctx, p.UserId)
	if err != nil {
		return nil, err
	}
	return &oas.TwoFactorStatusResponse{TwoFactorEnabled: enabled}, nil
}

func (h *handler) VerifyUserTwoFactor(ctx context.Context, r *oas.VerifyTwoFactorRequest) (*oas.VerifyTwoFactorResponse, error) {
	enrolled, err := h.svc.VerifyTwoFactor(ctx, r.UserId, wire.OptionalText(r.Code.Get()))
	if err != nil {
		return nil, err
	}
	if !enrolled {
		return &oas.VerifyTwoFactorResponse{Outcome: oas.VerifyTwoFactorOutcomeNotEnrolled}, nil
	}
	return &oas.VerifyTwoFactorResponse{Outcome: oas.VerifyTwoFactorOutcomeVerified}, nil
}

func (h *handler) ListUserEmails(ctx context.Context, p oas.ListUserEmailsParams) (*oas.UserEmailsResponse, error) {
	rows, err := h.svc.VerifiedEmails(ctx, p.UserIds)
	if err != nil {
		return nil, err
	}
	return &oas.UserEmailsResponse{Emails: wire.All(rows, func(r store.VerifiedEmailsRow) oas.UserEmail {
		return oas.UserEmail{UserId: r.ID, Email: r.Email}
	})}, nil
}

func (h *handler) ListUsersWithoutTwoFactor(
	ctx context.Context, p oas.ListUsersWithoutTwoFactorParams,
) (*oas.UsersWithoutTwoFactorResponse, error) {
	ids, err := h.svc.WithoutTwoFactor(ctx, p.SinceDays.Or(1))
	if err != nil {
		return nil, err
	}
	return &oas.UsersWithoutTwoFactorResponse{UserIds: append([]uuid.UUID{}, ids...)}, nil
}

func (h *handler) ListRevocations(ctx context.Context, p oas.ListRevocationsParams) (*oas.RevocationList, error) {
	items, next, err := h.svc.revocationsSince(ctx, p.Since.Or(""))
	if err != nil {
		return nil, err
	}
	return &oas.RevocationList{Next: next, Items: wire.All(items, func(r auth.Revocation) oas.Revocation {
		return oas.Revocation{Sid: r.SessionID, RevokedAt: r.RevokedAt}
	})}, nil
}
