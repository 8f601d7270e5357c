package identity

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/lang"
	"rolecall/internal/status"
	"rolecall/internal/wire"
)

// handler translates between the contract and the rules; it decides nothing.
type handler struct{ svc *Service }

func (h *handler) Register(ctx context.Context, r *oas.RegisterRequest, p oas.RegisterParams) (*oas.RegisterResponse, error) {
	acc, err := h.svc.Register(ctx, NewAccount{
		FirstName: string(r.FirstName), LastName: string(r.LastName), Email: string(r.Email), Password: string(r.Password),
		Language: lang.Accepted(p.AcceptLanguage.Or("")),
	}, r.Invitation.Or(""))
	if err != nil {
		return nil, err
	}
	return &oas.RegisterResponse{Account: h.account(acc), VerificationRequired: h.svc.cfg.MustVerify, RegistrationId: acc.ID}, nil
}

func (h *handler) VerifyEmail(ctx context.Context, r *oas.VerifyEmailRequest) (*oas.AccountResponse, error) {
	return h.accountOr(h.svc.VerifyEmail(ctx, string(r.Email), string(r.Code), registrationID(r.RegistrationId)))
}

func (h *handler) ResendVerification(ctx context.Context, r *oas.ResendVerificationRequest) error {
	return h.svc.ResendVerification(ctx, string(r.Email), registrationID(r.RegistrationId))
}

func (h *handler) Login(ctx context.Context, r *oas.LoginRequest, _ oas.LoginParams) (*oas.LoginResponse, error) {
	return h.loginOr(h.svc.Login(ctx, string(r.Email), r.Password))
}

func (h *handler) LoginTwoFactor(
	ctx context.Context, r *oas.LoginTwoFactorRequest, _ oas.LoginTwoFactorParams,
) (*oas.LoginResponse, error) {
	return h.loginOr(h.svc.LoginTwoFactor(ctx, r.TwoFactorToken, string(r.TotpCode)))
}

func (h *handler) Logout(ctx context.Context) error {
	return h.svc.Logout(ctx, auth.UserFrom(ctx))
}

func (h *handler) ForgotPassword(ctx context.Context, r *oas.ForgotPasswordRequest) error {
	return h.svc.ForgotPassword(ctx, string(r.Email))
}

func (h *handler) ResetPassword(ctx context.Context, r *oas.ResetPasswordRequest) error {
	return h.svc.ResetPassword(ctx, string(r.Email), string(r.Code), string(r.NewPassword), wire.OptionalText(r.TotpCode.Get()))
}

func (h *handler) GetAccount(ctx context.Context) (*oas.AccountResponse, error) {
	acc, err := h.svc.Account(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := h.account(acc)
	left, on, err := h.svc.BackupCodesLeft(ctx, acc)
	if err != nil {
		return nil, err
	}
	out.BackupCodesLeft = oas.OptInt64{Value: left, Set: on}
	return &out, nil
}

func (h *handler) UpdateAccount(ctx context.Context, r *oas.UpdateAccountRequest) (*oas.AccountResponse, error) {
	return h.accountOr(h.svc.Rename(ctx, auth.UserFrom(ctx).ID, wire.OptionalText(r.FirstName.Get()), wire.OptionalText(r.LastName.Get())))
}

func (h *handler) SetLanguage(ctx context.Context, r *oas.LanguageSetting) (*oas.LanguageSetting, error) {
	return r, h.svc.SetLanguage(ctx, auth.UserFrom(ctx).ID, lang.Language(r.Language))
}

func (h *handler) DeleteAccount(ctx context.Context, r *oas.DeleteAccountRequest) error {
	return h.svc.DeleteAccount(ctx, auth.UserFrom(ctx), r.VerificationId, string(r.Code))
}

func (h *handler) ChangePassword(ctx context.Context, r *oas.ChangePasswordRequest) error {
	return h.svc.ChangePassword(ctx, auth.UserFrom(ctx), r.CurrentPassword, string(r.NewPassword), wire.OptionalText(r.TotpCode.Get()))
}

func (h *handler) RequestEmailChange(ctx context.Context, r *oas.EmailChangeRequest) (*oas.EmailChangeResponse, error) {
	v, err := h.svc.RequestEmailChange(ctx, auth.UserFrom(ctx), string(r.NewEmail), r.CurrentPassword, wire.OptionalText(r.TotpCode.Get()))
	if err != nil {
		return nil, err
	}
	return &oas.EmailChangeResponse{ChangeId: v.ID, ExpiresAt: v.ExpiresAt.UTC()}, nil
}

func (h *handler) ConfirmEmailChange(ctx context.Context, r *oas.ConfirmEmailChangeRequest) error {
	return h.svc.ConfirmEmailChange(ctx, auth.UserFrom(ctx), r.ChangeId, string(r.CurrentCode), string(r.NewCode))
}

func (h *handler) SetupTwoFactor(ctx context.Context) (*oas.TwoFactorSetupResponse, error) {
	return h.svc.SetupTwoFactor(ctx, auth.UserFrom(ctx))
}

func (h *handler) VerifyTwoFactorSetup(ctx context.Context, r *oas.TotpCodeRequest) (*oas.BackupCodesResponse, error) {
	return codesOr(h.svc.EnableTwoFactor(ctx, auth.UserFrom(ctx), string(r.TotpCode)))
}

func (h *handler) DisableTwoFactor(ctx context.Context, r *oas.TotpCodeRequest) error {
	return h.svc.DisableTwoFactor(ctx, auth.UserFrom(ctx), string(r.TotpCode))
}

func (h *handler) RegenerateBackupCodes(ctx context.Context, r *oas.TotpCodeRequest) (*oas.BackupCodesResponse, error) {
	return codesOr(h.svc.RegenerateBackupCodes(ctx, auth.UserFrom(ctx), string(r.TotpCode)))
}

func (h *handler) RequestVerification(ctx context.Context, r *oas.VerificationRequest) (*oas.VerificationResponse, error) {
	v, err := h.svc.RequestVerification(ctx, auth.UserFrom(ctx).ID, action(r.Action))
	if err != nil {
		return nil, err
	}
	return &oas.VerificationResponse{VerificationId: v.ID, ExpiresAt: v.ExpiresAt.UTC()}, nil
}

func (h *handler) ConsumeVerification(ctx context.Context, r *oas.ConsumeVerificationRequest) error {
	return h.svc.ConsumeVerification(ctx, auth.UserFrom(ctx), r.VerificationId, action(r.Action), string(r.Code))
}

func (h *handler) ListSessions(ctx context.Context) (*oas.SessionList, error) {
	u := auth.UserFrom(ctx)
	rows, err := h.svc.Sessions(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	return &oas.SessionList{Items: wireSessions(u, rows)}, nil
}

func wireSessions(u auth.User, rows []store.Session) []oas.Session {
	return wire.All(rows, func(r store.Session) oas.Session {
		return oas.Session{
			ID: r.ID, CreatedAt: r.CreatedAt.UTC(), LastUsedAt: r.LastUsedAt.UTC(),
			UserAgent: wire.Null(r.UserAgent), Address: wire.Null(r.Address), Current: r.ID == u.SessionID,
		}
	})
}

func (h *handler) EndSession(ctx context.Context, p oas.EndSessionParams) error {
	return h.svc.EndSession(ctx, auth.UserFrom(ctx).ID, p.ID)
}

func (h *handler) account(acc store.Account) oas.AccountResponse {
	return oas.AccountResponse{
		ID: acc.ID, FirstName: acc.FirstName, LastName: acc.LastName, Email: acc.Email,
		EmailVerified: acc.EmailVerifiedAt != nil, IsAdmin: h.svc.isAdmin(acc), Groups: h.svc.groups(acc),
		TwoFactorEnabled: acc.TwoFactorEnabled, CreatedAt: acc.CreatedAt.UTC(), Language: oas.NewOptLanguage(oas.Language(acc.Language)),
		BackupCodesLeft: oas.OptInt64{}, // only GetAccount sets it
	}
}

func (h *handler) accountOr(acc store.Account, err error) (*oas.AccountResponse, error) {
	if err != nil {
		return nil, err
	}
	return new(h.account(acc)), nil
}

func (h *handler) loginOr(l Login, err error) (*oas.LoginResponse, error) {
	if err != nil {
		return nil, err
	}
	var out oas.LoginResponse
	if l.Challenge != "" {
		out.TwoFactorRequired = true
		out.TwoFactorToken = oas.NewNilString(l.Challenge)
		if l.Passkey {
			out.PasskeyAvailable = oas.NewOptBool(true)
		}
		out.Token.SetToNull()
		out.ExpiresIn.SetToNull()
		out.Account.SetToNull()
		return &out, nil
	}
	out.Token = oas.NewNilString(l.Token)
	out.ExpiresIn = oas.NewNilInt64(int64(l.ExpiresIn / time.Second))
	out.Account = oas.NewNilAccountResponse(h.account(l.Account))
	out.TwoFactorToken.SetToNull()
	return &out, nil
}

func codesOr(codes []string, err error) (*oas.BackupCodesResponse, error) {
	if err != nil {
		return nil, err
	}
	return &oas.BackupCodesResponse{BackupCodes: codes}, nil
}

func registrationID(o oas.OptNilRegistrationId) *uuid.UUID {
	v, ok := o.Get()
	if !ok {
		return nil
	}
	id := uuid.UUID(v)
	return &id
}

func (h *handler) GetServiceReport(ctx context.Context, w http.ResponseWriter) error {
	s := h.svc
	return status.Service{Version: s.deps.Version, DB: s.db, Schemas: []string{"identity"}, Box: s.box}.Serve(ctx, w, s.now())
}

// NewError turns every error of an operation into its response.
func (h *handler) NewError(ctx context.Context, err error) *oas.ErrorStatusCodeWithHeaders {
	a := httpd.Describe(ctx, err)
	res := oas.Error{Error: a.Error, Message: a.Message, RequestId: oas.OptString{Value: a.RequestID, Set: a.RequestID != ""}}
	for _, field := range a.Fields {
		res.Fields = append(res.Fields, oas.FieldError(field))
	}
	return &oas.ErrorStatusCodeWithHeaders{
		StatusCode: a.Status, RetryAfter: oas.OptInt{Value: a.RetryAfter, Set: a.RetryAfter > 0}, Response: res,
	}
}

// security authenticates callers.
type security struct {
	verifier *auth.Verifier
	key      auth.ServiceKey
	usage    *usage
	now      func() time.Time
	audit    *audit.Log
}

// HandleBearer admits users whose token carries the groups of the operation.
func (s *security) HandleBearer(ctx context.Context, _ oas.OperationName, t oas.Bearer) (context.Context, error) {
	ctx, err := s.verifier.Authenticate(ctx, t.Token, t.Roles)
	if err == nil {
		s.usage.note(auth.UserFrom(ctx).SessionID, s.now())
	}
	return ctx, err
}

// HandleServiceKey admits the other services.
func (s *security) HandleServiceKey(ctx context.Context, op oas.OperationName, t oas.ServiceKey) (context.Context, error) {
	err := auth.CheckServiceKey(s.key, t.APIKey)
	if err != nil {
		s.audit.Count(ctx, audit.Event{Kind: "service_key.refused", Actor: audit.Anonymous, Detail: map[string]any{"operation": op}}, "")
	}
	return ctx, err
}
