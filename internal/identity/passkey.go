package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// A passkey is a WebAuthn credential. Every one of them is discoverable and verifies its user, so it logs in without a
// password and without a second factor; it also stands in for a code at the second step of a login. It never counts as
// two-factor being on: that, the trigger and the internal endpoints know TOTP alone.

var (
	errNoPasskey          = fault.New(fault.NotFound, "", "There is no such passkey.")
	errNoOwnPasskey       = fault.New(fault.Conflict, "No Passkey", "This account has no passkey. Please use a code.")
	errPasskeyLimit       = fault.New(fault.Conflict, "Limit Reached", "An account has at most 20 passkeys. Please remove one first.")
	errPasskeyKnown       = fault.New(fault.Conflict, "Passkey Known", "This passkey is registered already.")
	errCeremony           = fault.New(fault.Invalid, "Passkey Challenge Invalid", "This took too long or was finished already. Please try again.")
	errPasskeysOff        = fault.New(fault.Conflict, "Passkeys Unavailable", "Passkeys need a platform that is reached by https and a host name.")
	errPasskeyNotAccepted = fault.New(fault.Unprocessable, "Invalid Passkey", "The passkey could not be added. Please try again.")
	errPasskeyRefused     = fault.New(fault.Unauthorized, "Invalid Passkey", "This passkey was not accepted. Please try another one, or your password.")
)

const mostPasskeys = 20

// relyingParty is the platform as authenticators know it.
type relyingParty struct {
	*webauthn.WebAuthn
	origin string
}

// newRelyingParty takes the platform's identity from its public address. Browsers allow passkeys on host names only,
// and without https on localhost only.
func newRelyingParty(publicURL string) (*relyingParty, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, err
	}
	host, err := idna.Lookup.ToASCII(strings.ToLower(u.Hostname()))
	if err != nil {
		return nil, fmt.Errorf("platform.public-url: %w", err)
	}
	if u.Scheme != "https" && host != "localhost" && !strings.HasSuffix(host, ".localhost") {
		return nil, errors.New("platform.public-url is neither https nor localhost")
	}
	origin := u.Scheme + "://" + host
	if port := u.Port(); port != "" && (u.Scheme != "https" || port != "443") && (u.Scheme != "http" || port != "80") {
		origin += ":" + port
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Rolecall", RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		},
		// The table decides when a ceremony ends; this is what the browser is told.
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: challengeLife},
			Registration: webauthn.TimeoutConfig{Timeout: challengeLife},
		},
	})
	if err != nil {
		return nil, fmt.Errorf("platform.public-url: %w", err)
	}
	return &relyingParty{WebAuthn: rp, origin: origin}, nil
}

// refusal returns the fault for a wrong answer. It names the right address when the page came from another one.
func (rp *relyingParty) refusal(client protocol.CollectedClientData, f *fault.Fault) *fault.Fault {
	if strings.EqualFold(client.Origin, rp.origin) {
		return f
	}
	return fault.New(f.Kind, f.Title, "Passkeys work at "+rp.origin+" only. Please open the platform there.")
}

// algorithms are what authenticators in use offer: ES256 nearly all, EdDSA some keys, RS256 older Windows.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// passkeyOwner is an account as the library asks for it.
type passkeyOwner struct {
	acc  store.Account
	keys []store.Passkey
}

func (o passkeyOwner) WebAuthnID() []byte          { return o.acc.ID[:] }
func (o passkeyOwner) WebAuthnName() string        { return o.acc.Email }
func (o passkeyOwner) WebAuthnDisplayName() string { return o.acc.FirstName + " " + o.acc.LastName }

// WebAuthnCredentials are the passkeys that may be used.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential {
	var out []webauthn.Credential
	for _, k := range o.keys {
		if k.SuspectSince == nil {
			out = append(out, credential(k))
		}
	}
	return out
}

func credential(k store.Passkey) webauthn.Credential {
	c := webauthn.Credential{
		ID: k.CredentialID, PublicKey: k.PublicKey,
		Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: k.BackupEligible, BackupState: k.BackedUp},
		Authenticator: webauthn.Authenticator{SignCount: uint32(k.SignCount)},
	}
	for _, t := range k.Transports {
		c.Transport = append(c.Transport, protocol.AuthenticatorTransport(t))
	}
	return c
}

// Passkeys lists the caller's passkeys, oldest first.
func (s *Service) Passkeys(ctx context.Context, user uuid.UUID) ([]store.Passkey, error) {
	keys, err := q.PasskeysOf(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("list passkeys: %w", err))
	}
	return keys, nil
}

// RenamePasskey gives a passkey of the caller another name.
func (s *Service) RenamePasskey(ctx context.Context, user, id uuid.UUID, name string) (store.Passkey, error) {
	name, err := personName("name", name)
	if err != nil {
		return store.Passkey{}, err
	}
	var key store.Passkey
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if key, err = q.RenamePasskey(ctx, tx, store.RenamePasskeyParams{ID: id, UserID: user, Name: name}); err != nil {
			return pg.Fault(err, pg.Absent(errNoPasskey))
		}
		return s.recordPasskey(ctx, tx, key, audit.User, passkeyRenamed)
	})
	return key, err
}

// RemovePasskey removes a passkey of the caller, who proves to be the owner first.
func (s *Service) RemovePasskey(ctx context.Context, u auth.User, id uuid.UUID, password string, code *string) error {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return err
	}
	// Look first: no code is spent on a passkey that is not there.
	if _, err := q.PasskeyOf(ctx, s.db, store.PasskeyOfParams{ID: id, UserID: u.ID}); err != nil {
		return pg.Fault(err, pg.Absent(errNoPasskey))
	}
	var ended []uuid.UUID
	err = s.confirmed(ctx, acc, password, code, func(tx pgx.Tx) error {
		key, err := q.DeletePasskey(ctx, tx, store.DeletePasskeyParams{ID: id, UserID: u.ID})
		if err != nil {
			return pg.Fault(err, pg.Absent(errNoPasskey))
		}
		ended, err = s.passkeyChanged(ctx, tx, acc, key, u.SessionID, passkeyRemoved)
		return err
	})
	if err != nil {
		return err
	}
	s.revoked.End(ended...)
	return nil
}

// passkeyChanged is what follows a passkey that was added or removed, in its transaction.
func (s *Service) passkeyChanged(ctx context.Context, tx pgx.Tx, acc store.Account, key store.Passkey, keep uuid.UUID, what passkeyEvent) ([]uuid.UUID, error) {
	if err := s.recordPasskey(ctx, tx, key, audit.User, what); err != nil {
		return nil, err
	}
	if err := s.notifyPasskey(ctx, tx, acc, key, what); err != nil {
		return nil, err
	}
	return s.secure(ctx, tx, acc.ID, keep, s.now())
}

// passkeyEvent is something that happened to a passkey, as the audit record names it.
type passkeyEvent string

const (
	passkeyAdded   passkeyEvent = "passkey.added"
	passkeyRenamed passkeyEvent = "passkey.renamed"
	passkeyRemoved passkeyEvent = "passkey.removed"
	passkeyUsed    passkeyEvent = "passkey.used"
	passkeySuspect passkeyEvent = "passkey.suspect"
)

func (s *Service) recordPasskey(ctx context.Context, tx pgx.Tx, key store.Passkey, actor audit.Actor, what passkeyEvent) error {
	return s.audit.Record(ctx, tx, audit.Event{
		Kind: string(what), Account: key.UserID, Actor: actor,
		Detail: map[string]any{"passkey": key.ID, "name": key.Name},
	})
}

// confirmed runs a change of the caller's account after the current password and, with two-factor on, a code: an open
// session alone is not enough for it.
func (s *Service) confirmed(ctx context.Context, acc store.Account, password string, code *string, change func(pgx.Tx) error) error {
	if err := s.checkPassword(ctx, acc, password); err != nil {
		return err
	}
	return s.withFactorIfOn(ctx, acc, code, change)
}

// ceremony is what a browser is asked to do with an authenticator, and how its answer is found again.
type ceremony struct {
	ID      uuid.UUID
	Origin  string
	Options any // of the library; its JSON is the browser's
}

// What ceremonies are for.
const (
	toRegister     = "registration"
	toLogIn        = "login"
	asSecondFactor = "second-factor"
)

// begin writes a ceremony down.
func (s *Service) begin(ctx context.Context, db store.DBTX, purpose string, user, challenge *uuid.UUID, options any, session *webauthn.SessionData) (ceremony, error) {
	kept, err := json.Marshal(session)
	if err != nil {
		return ceremony{}, err
	}
	id := uuid.New()
	err = q.InsertCeremony(ctx, db, store.InsertCeremonyParams{
		ID: id, Purpose: purpose, UserID: user, TwoFactorChallengeID: challenge, Session: kept, ExpiresAt: s.now().Add(challengeLife),
	})
	if err != nil {
		// The challenge may have ended since it was looked up.
		return ceremony{}, pg.Fault(fmt.Errorf("begin a passkey ceremony: %w", err), pg.On("passkey_ceremony_two_factor_challenge_id_fkey", errBadChallenge))
	}
	return ceremony{ID: id, Origin: s.passkeys.origin, Options: options}, nil
}

// take ends a ceremony and returns what its answer is held against. Whatever comes of the answer, there is no second.
func (s *Service) take(ctx context.Context, id uuid.UUID, purpose string, user, challenge *uuid.UUID) (webauthn.SessionData, error) {
	kept, err := q.TakeCeremony(ctx, s.db, store.TakeCeremonyParams{ID: id, Purpose: purpose, UserID: user, TwoFactorChallengeID: challenge, Now: s.now()})
	if err != nil {
		return webauthn.SessionData{}, pg.Fault(err, pg.Absent(errCeremony))
	}
	var session webauthn.SessionData
	return session, json.Unmarshal(kept, &session)
}
