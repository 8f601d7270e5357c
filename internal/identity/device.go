package identity

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// A device that has logged in to an account is known to it from then on. Its failures are counted separately, so that
// other people's guesses cannot lock it out. It proves itself with a sealed token, which a browser keeps as a cookie. The
// token allows no login: a thief gains five more tries in 15 minutes. It is valid for its account only and ends after 180
// days or with the next change of the password or the second factor; the device of the change gets a new one.

const (
	deviceHeader   = "X-Device-Token"
	deviceLife     = 180 * 24 * time.Hour
	deviceLabel    = "identity/device"
	maxDeviceToken = 200 // longer than any of our tokens
)

// device is the content of a token. Its fields have fixed sizes for encoding/binary.
type device struct {
	Account  uuid.UUID
	ID       uuid.UUID
	Version  int64 // the account's security version
	IssuedAt int64 // Unix time
}

func (s *Service) sealDevice(d device) (string, error) {
	plain, err := binary.Append(nil, binary.BigEndian, d)
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, []byte(deviceLabel))), err
}

// openDevice returns the content of a token that has not expired.
func (s *Service) openDevice(token string) (d device, ok bool) {
	if token == "" || len(token) > maxDeviceToken {
		return device{}, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return device{}, false
	}
	plain, err := s.keyring.Open(sealed, []byte(deviceLabel))
	if err != nil {
		return device{}, false
	}
	_, err = binary.Decode(plain, binary.BigEndian, &d)
	return d, err == nil && s.now().Sub(time.Unix(d.IssuedAt, 0)) < deviceLife
}

type deviceKey struct{}

// deviceExchange is in the context of a request: the token it came with, and the header of the response.
type deviceExchange struct {
	token  string
	answer http.Header
}

// cookieName has the prefix that makes browsers insist on https, if the platform is reached by it.
func (s *Service) cookieName() string {
	if strings.HasPrefix(s.cfg.PublicURL, "https:") {
		return "__Secure-rolecall_device"
	}
	return "rolecall_device"
}

// withDevice puts the device token of a request, from the header or the cookie, into its context.
func (s *Service) withDevice(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &deviceExchange{token: r.Header.Get(deviceHeader), answer: w.Header()}
		if c, err := r.Cookie(s.cookieName()); err == nil && x.token == "" {
			x.token = c.Value
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), deviceKey{}, x)))
	})
}

// requestDevice returns the device of the request, if its token is valid.
func (s *Service) requestDevice(ctx context.Context) (device, bool) {
	x, _ := ctx.Value(deviceKey{}).(*deviceExchange)
	if x == nil {
		return device{}, false
	}
	return s.openDevice(x.token)
}

// deviceOf returns the device of the request if it has logged in to the account before.
func (s *Service) deviceOf(ctx context.Context, acc store.Account) (device, bool) {
	d, ok := s.requestDevice(ctx)
	return d, ok && d.Account == acc.ID && d.Version == acc.SecurityVersion
}

// findDevice does the same for a caller who has not read the account. The token alone decides which account is read, so
// the time taken reveals nothing about an address.
func (s *Service) findDevice(ctx context.Context, is func(store.Account) bool) (device, bool, error) {
	d, ok := s.requestDevice(ctx)
	if !ok {
		return device{}, false, nil
	}
	acc, err := q.AccountByID(ctx, s.db, d.Account)
	if errors.Is(err, pgx.ErrNoRows) {
		return device{}, false, nil
	}
	return d, err == nil && is(acc) && d.Version == acc.SecurityVersion, pg.Fault(err)
}

// loginClaims returns the budgets of a password login: the device's own if it has logged in to the account before, else
// those of the address and the client.
func (s *Service) loginClaims(ctx context.Context, address string) ([]claim, error) {
	return s.addressClaims(ctx, address, loginDeviceBudget,
		loginBudget.of(address), clientBudget("login-client", s.cfg.AddressLimit).of(clientSubject(ctx)))
}

// forgotClaims returns the budgets of a request for a reset code. Without those of a known device, a stranger could keep the
// owner from getting one for days.
func (s *Service) forgotClaims(ctx context.Context, address string) ([]claim, error) {
	return s.addressClaims(ctx, address, forgotDeviceBudget, forgotBudget.of(address),
		clientRequestBudget("forgot-client", s.cfg.AddressLimit).of(clientSubject(ctx)), mailBudget.of(address))
}

// resetClaims returns the budgets of a reset, for the same reason.
func (s *Service) resetClaims(ctx context.Context, address string) ([]claim, error) {
	return s.addressClaims(ctx, address, resetDeviceBudget,
		resetBudget.of(address), clientBudget("reset-client", s.cfg.AddressLimit).of(clientSubject(ctx)))
}

// addressClaims returns the device's own budget if it has logged in to the account of the address before, else the others.
func (s *Service) addressClaims(ctx context.Context, address string, own budget, others ...claim) ([]claim, error) {
	d, known, err := s.findDevice(ctx, func(acc store.Account) bool { return acc.Email == address })
	if err != nil {
		return nil, err
	}
	if known {
		return []claim{own.of(d.ID.String())}, nil
	}
	return others, nil
}

// factorClaim returns the budget of a second factor: one for all routes, or a known device's own.
func (s *Service) factorClaim(ctx context.Context, user uuid.UUID) (claim, error) {
	d, known, err := s.findDevice(ctx, func(acc store.Account) bool { return acc.ID == user })
	if known {
		return secondFactorDeviceBudget.of(d.ID.String()), nil
	}
	return secondFactorBudget.of(user.String()), err
}

// setDevice makes the device of the request known to the account, or renews it.
func (s *Service) setDevice(ctx context.Context, acc store.Account) {
	x, _ := ctx.Value(deviceKey{}).(*deviceExchange)
	if x == nil {
		return
	}
	d, known := s.deviceOf(ctx, acc)
	if !known {
		d = device{Account: acc.ID, ID: uuid.New(), Version: acc.SecurityVersion}
	}
	d.IssuedAt = s.now().Unix()
	token, err := s.sealDevice(d)
	if err != nil {
		s.log.ErrorContext(ctx, "device token not made", "error", err)
		return
	}
	name := s.cookieName()
	cookie := http.Cookie{
		Name: name, Value: token, Path: "/auth", MaxAge: int(deviceLife / time.Second),
		HttpOnly: true, Secure: strings.HasPrefix(name, "__Secure-"), SameSite: http.SameSiteStrictMode,
	}
	x.answer.Set("Set-Cookie", cookie.String())
}

// keepDevice makes the device of the request known again after a change of the account's security version, if the account
// knew it before.
func (s *Service) keepDevice(ctx context.Context, tx pgx.Tx, before store.Account) error {
	if _, known := s.deviceOf(ctx, before); !known {
		return nil
	}
	acc, err := q.AccountByID(ctx, tx, before.ID)
	if err != nil {
		return pg.Fault(err)
	}
	pg.AfterCommit(tx, func() { s.setDevice(ctx, acc) })
	return nil
}
