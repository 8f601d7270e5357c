package identity

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
)

func (h *handler) ForgotPassword(ctx context.Context, r *oas.ForgotPasswordRequest) error {
	return h.svc.ForgotPassword(ctx, string(r.Email))
}

func (h *handler) ResetPassword(ctx context.Context, r *oas.ResetPasswordRequest) error {
	return h.svc.ResetPassword(ctx, string(r.Email), string(r.Code), string(r.NewPassword), code(r.TotpCode))
}

func (h *handler) RequestEmailChange(ctx context.Context, r *oas.EmailChangeRequest) (*oas.EmailChangeResponse, error) {
	v, err := h.svc.RequestEmailChange(ctx, auth.UserFrom(ctx), string(r.NewEmail), r.CurrentPassword, code(r.TotpCode))
	if err != nil {
		return nil, err
	}
	return &oas.EmailChangeResponse{ChangeId: v.ID, ExpiresAt: v.ExpiresAt.UTC()}, nil
}

func (h *handler) ConfirmEmailChange(ctx context.Context, r *oas.ConfirmEmailChangeRequest) error {
	return h.svc.ConfirmEmailChange(ctx, auth.UserFrom(ctx), r.ChangeId, string(r.CurrentCode), string(r.NewCode))
}
