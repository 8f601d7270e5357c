package identity

import (
	"context"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// BeginPasskeyRegistration asks the caller to make a passkey, after the password and, if two-factor is on, a code. One
// registration is under way at a time: a new one ends the one before.
func (s *Service) BeginPasskeyRegistration(ctx context.Context, u auth.User, password string, code *string) (out ceremony, err error) {
	if s.passkeys == nil {
		return out, errPasskeysOff
	}
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return out, err
	}
	keys, err := s.Passkeys(ctx, acc.ID)
	if err != nil {
		return out, err
	}
	if len(keys) >= maxPasskeys {
		return out, errPasskeyLimit // checked before a code is spent; the insert decides
	}
	err = s.confirmed(ctx, acc, password, code, func(tx pgx.Tx) error {
		if err := q.DeleteCeremonies(ctx, tx, acc.ID); err != nil {
			return pg.Fault(fmt.Errorf("end older ceremonies: %w", err))
		}
		var known []protocol.CredentialDescriptor
		for _, k := range keys {
			c := credential(k)
			known = append(known, c.Descriptor())
		}
		creation, session, err := s.passkeys.BeginRegistration(passkeyOwner{acc: acc},
			webauthn.WithCredentialParameters(algorithms), webauthn.WithExclusions(known))
		if err != nil {
			return err
		}
		out, err = s.beginCeremony(ctx, tx, forRegistration, &acc.ID, nil, creation.Response, session)
		return err
	})
	return out, err
}

// FinishPasskeyRegistration adds the passkey that an authenticator made.
func (s *Service) FinishPasskeyRegistration(
	ctx context.Context, u auth.User, id uuid.UUID, name string, answer []byte,
) (key store.Passkey, err error) {
	if s.passkeys == nil {
		return key, errPasskeysOff
	}
	if name, err = checkName("name", name); err != nil {
		return key, err
	}
	// Read the account before the ceremony: a change of password ends ceremonies, and lockUnchanged detects one in between.
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return key, err
	}
	session, err := s.takeCeremony(ctx, id, forRegistration, &acc.ID, nil)
	if err != nil {
		return key, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return key, errPasskeyNotAccepted.Because(err)
	}
	made, err := s.passkeys.CreateCredential(passkeyOwner{acc: acc}, session, parsed)
	if err != nil {
		return key, s.passkeys.refusal(parsed.Response.CollectedClientData, errPasskeyNotAccepted).Because(err)
	}
	transports := []string{}
	for _, t := range made.Transport {
		transports = append(transports, string(t))
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if err := lockUnchanged(ctx, tx, acc); err != nil {
			return err
		}
		key, err = q.InsertPasskey(ctx, tx, store.InsertPasskeyParams{
			ID: uuid.Must(uuid.NewV7()), UserID: acc.ID, CredentialID: made.ID, PublicKey: made.PublicKey,
			SignCount: int64(made.Authenticator.SignCount), BackupEligible: made.Flags.BackupEligible, BackedUp: made.Flags.BackupState,
			Transports: transports, Name: name, Now: s.now(), MaxRows: maxPasskeys,
		})
		if err != nil {
			return pg.Fault(err, pg.Absent(errPasskeyLimit), pg.On("passkey_credential_key", errPasskeyKnown))
		}
		return s.credentialsChanged(ctx, tx, acc, u.SessionID,
			passkeyEvent("passkey.added", key, audit.User), plainMail{Topic: topicPasskeyAdded, Passkey: key.Name})
	})
	return key, err
}
