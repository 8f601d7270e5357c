package identity

import (
	"context"
	"encoding/json"

	"rolecall/internal/auth"
	"rolecall/internal/identity/oas"
	"rolecall/internal/identity/store"
	"rolecall/internal/wire"
)

func (h *handler) ListPasskeys(ctx context.Context) (*oas.PasskeyList, error) {
	keys, err := h.svc.Passkeys(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &oas.PasskeyList{Items: wire.All(keys, wirePasskey)}, nil
}

func (h *handler) BeginPasskeyRegistration(ctx context.Context, r *oas.ConfirmRequest) (*oas.PasskeyCreation, error) {
	c, err := h.svc.BeginPasskeyRegistration(ctx, auth.UserFrom(ctx), r.CurrentPassword, wire.OptionalText(r.TotpCode.Get()))
	if err != nil {
		return nil, err
	}
	out := &oas.PasskeyCreation{CeremonyId: c.ID, Origin: c.Origin}
	return out, translate(c.Options, &out.Options)
}

func (h *handler) FinishPasskeyRegistration(ctx context.Context, r *oas.FinishPasskeyRegistrationRequest) (*oas.Passkey, error) {
	answer, err := r.Credential.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return passkeyOr(h.svc.FinishPasskeyRegistration(ctx, auth.UserFrom(ctx), r.CeremonyId, string(r.Name), answer))
}

func (h *handler) RenamePasskey(ctx context.Context, r *oas.RenamePasskeyRequest, p oas.RenamePasskeyParams) (*oas.Passkey, error) {
	return passkeyOr(h.svc.RenamePasskey(ctx, auth.UserFrom(ctx).ID, p.ID, string(r.Name)))
}

func (h *handler) RemovePasskey(ctx context.Context, r *oas.ConfirmRequest, p oas.RemovePasskeyParams) error {
	return h.svc.RemovePasskey(ctx, auth.UserFrom(ctx), p.ID, r.CurrentPassword, wire.OptionalText(r.TotpCode.Get()))
}

func (h *handler) BeginPasskeyLogin(ctx context.Context) (*oas.PasskeyChallenge, error) {
	return challengeOr(h.svc.BeginPasskeyLogin(ctx))
}

func (h *handler) FinishPasskeyLogin(ctx context.Context, r *oas.FinishPasskeyLoginRequest) (*oas.LoginResponse, error) {
	answer, err := r.Credential.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return h.loginOr(h.svc.FinishPasskeyLogin(ctx, r.CeremonyId, answer))
}

func (h *handler) BeginPasskeySecondFactor(ctx context.Context, r *oas.BeginPasskeySecondFactorRequest) (*oas.PasskeyChallenge, error) {
	return challengeOr(h.svc.BeginPasskeySecondFactor(ctx, r.TwoFactorToken))
}

func (h *handler) FinishPasskeySecondFactor(ctx context.Context, r *oas.FinishPasskeySecondFactorRequest) (*oas.LoginResponse, error) {
	answer, err := r.Credential.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return h.loginOr(h.svc.FinishPasskeySecondFactor(ctx, r.TwoFactorToken, r.CeremonyId, answer))
}

func challengeOr(c ceremony, err error) (*oas.PasskeyChallenge, error) {
	if err != nil {
		return nil, err
	}
	out := &oas.PasskeyChallenge{CeremonyId: c.ID, Origin: c.Origin}
	return out, translate(c.Options, &out.Options)
}

// translate converts options of the library to the contract's type. Both have the JSON that browsers read.
func translate(from any, to json.Unmarshaler) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return to.UnmarshalJSON(text)
}

func wirePasskey(k store.Passkey) oas.Passkey {
	return oas.Passkey{
		ID: k.ID, Name: k.Name, Synced: k.BackedUp, Suspect: k.SuspectSince != nil, CreatedAt: k.CreatedAt.UTC(),
		LastUsedAt: wire.NullTime(k.LastUsedAt),
	}
}

func passkeyOr(k store.Passkey, err error) (*oas.Passkey, error) {
	if err != nil {
		return nil, err
	}
	return new(wirePasskey(k)), nil
}
