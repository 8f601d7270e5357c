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

// A passkey is a WebAuthn credential. Each is discoverable and verifies its user, so it logs in without a password and
// without a second factor; it can also replace a code at the second step of a login. It does not turn two-factor on: that,
// the trigger and the internal endpoints are about TOTP only.

var (
	errNoPasskey    = fault.New(fault.NotFound, "", "There is no such passkey.")
	errNoOwnPasskey = fault.New(fault.Conflict, "No Passkey", "This account has no passkey. Please use a code.")
	errPasskeyLimit = fault.New(fault.Conflict, "Limit Reached", "An account has at most 20 passkeys. Please remove one first.")
	errPasskeyKnown = fault.New(fault.Conflict, "Passkey Known", "This passkey is registered already.")
	errCeremony     = fault.New(fault.Invalid, "Passkey Challenge Invalid", "This took too long or was finished already. Please try again.")
	errPasskeysOff  = fault.New(fault.Conflict, "Passkeys Unavailable",
		"Passkeys work only if the platform is reached by https and a host name.")
	errPasskeyNotAccepted = fault.New(fault.Unprocessable, "Invalid Passkey",
		"The passkey could not be added. Please try again.")
	errPasskeyRefused = fault.New(fault.Unauthorized, "Invalid Passkey",
		"This passkey was not accepted. Please try another one, or your password.")
)

const maxPasskeys = 20

// relyingParty identifies the platform to authenticators.
type relyingParty struct {
	*webauthn.WebAuthn
	origin string
}

// newRelyingParty derives the relying party from the public address. Browsers allow passkeys on host names only, and
// without https on localhost only.
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
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		// For the browser; the table decides when a ceremony ends.
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

// refusal returns the fault for a wrong answer. If the page came from another origin it names the right one.
func (rp *relyingParty) refusal(client protocol.CollectedClientData, f *fault.Fault) *fault.Fault {
	if strings.EqualFold(client.Origin, rp.origin) {
		return f
	}
	return fault.New(f.Kind, f.Title, "Passkeys work at "+rp.origin+" only. Please open the platform there.")
}

// algorithms lists what authenticators offer: ES256 nearly all, EdDSA some security keys, RS256 older Windows.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// passkeyOwner adapts an account to the library's interface.
type passkeyOwner struct {
	acc  store.Account
	keys []store.Passkey
}

func (o passkeyOwner) WebAuthnID() []byte          { return o.acc.ID[:] }
func (o passkeyOwner) WebAuthnName() string        { return o.acc.Email }
func (o passkeyOwner) WebAuthnDisplayName() string { return o.acc.FirstName + " " + o.acc.LastName }

// WebAuthnCredentials returns the passkeys that may be used.
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
	return keys, pg.Fault(pg.Wrap("list passkeys", err))
}

// RenamePasskey gives a passkey of the caller another name.
func (s *Service) RenamePasskey(ctx context.Context, user, id uuid.UUID, name string) (store.Passkey, error) {
	name, err := checkName("name", name)
	if err != nil {
		return store.Passkey{}, err
	}
	var key store.Passkey
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		if key, err = q.RenamePasskey(ctx, tx, store.RenamePasskeyParams{ID: id, UserID: user, Name: name}); err != nil {
			return pg.Fault(err, pg.Absent(errNoPasskey))
		}
		return s.audit.Record(ctx, tx, passkeyEvent("passkey.renamed", key, audit.User))
	})
	return key, err
}

// RemovePasskey removes a passkey of the caller, after the password and, if two-factor is on, a code.
func (s *Service) RemovePasskey(ctx context.Context, u auth.User, id uuid.UUID, password string, code *string) error {
	acc, err := s.Account(ctx, u.ID)
	if err != nil {
		return err
	}
	// Look first, so that no code is spent on a passkey that does not exist.
	if _, err := q.PasskeyOf(ctx, s.db, store.PasskeyOfParams{ID: id, UserID: u.ID}); err != nil {
		return pg.Fault(err, pg.Absent(errNoPasskey))
	}
	return s.confirmed(ctx, acc, password, code, func(tx pgx.Tx) error {
		key, err := q.DeletePasskey(ctx, tx, store.DeletePasskeyParams{ID: id, UserID: u.ID})
		if err != nil {
			return pg.Fault(err, pg.Absent(errNoPasskey))
		}
		return s.credentialsChanged(ctx, tx, acc, u.SessionID,
			passkeyEvent("passkey.removed", key, audit.User), plainMail{Topic: topicPasskeyRemoved, Passkey: key.Name})
	})
}

func passkeyEvent(kind string, key store.Passkey, actor audit.Actor) audit.Event {
	return audit.Event{Kind: kind, Account: key.UserID, Actor: actor, Detail: map[string]any{"passkey": key.ID, "name": key.Name}}
}

// ceremony is a request to a browser to use an authenticator.
type ceremony struct {
	ID      uuid.UUID
	Origin  string
	Options any // options of the library; their JSON is the browser's
}

// ceremonyPurpose is the purpose of a ceremony.
type ceremonyPurpose string

const (
	forRegistration ceremonyPurpose = "registration"
	forLogin        ceremonyPurpose = "login"
	forSecondFactor ceremonyPurpose = "second-factor"
)

// beginCeremony stores a ceremony until its answer comes.
func (s *Service) beginCeremony(
	ctx context.Context, db store.DBTX, purpose ceremonyPurpose, user, challenge *uuid.UUID, options any, session *webauthn.SessionData,
) (ceremony, error) {
	stored, err := json.Marshal(session)
	if err != nil {
		return ceremony{}, err
	}
	id := uuid.New()
	err = q.InsertCeremony(ctx, db, store.InsertCeremonyParams{
		ID: id, Purpose: string(purpose), UserID: user, TwoFactorChallengeID: challenge, Session: stored, ExpiresAt: s.now().Add(challengeLife),
	})
	if err != nil {
		// The challenge may have ended since it was read.
		return ceremony{}, pg.Fault(fmt.Errorf("begin a passkey ceremony: %w", err),
			pg.On("passkey_ceremony_two_factor_challenge_id_fkey", errBadChallenge))
	}
	return ceremony{ID: id, Origin: s.passkeys.origin, Options: options}, nil
}

// takeCeremony ends a ceremony and returns what its answer is checked against. There is no second answer, whatever the
// first one was.
func (s *Service) takeCeremony(
	ctx context.Context, id uuid.UUID, purpose ceremonyPurpose, user, challenge *uuid.UUID,
) (session webauthn.SessionData, err error) {
	stored, err := q.TakeCeremony(ctx, s.db, store.TakeCeremonyParams{
		ID: id, Purpose: string(purpose), UserID: user, TwoFactorChallengeID: challenge, Now: s.now(),
	})
	if err != nil {
		return session, pg.Fault(err, pg.Absent(errCeremony))
	}
	return session, json.Unmarshal(stored, &session)
}
