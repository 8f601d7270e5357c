package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
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

// A device that has logged in to an account is known to it from then on: its failures are counted apart, so that
// strangers who guess cannot lock it out. The device proves itself with a signed token, which a browser keeps as a
// cookie. The token allows no login; a thief has five more tries in 15 minutes. It works for its account alone and ends
// after 180 days or with the next change of the password or the second factor, whichever is first; the device on which the
// change is made gets a new one.

const (
	deviceHeader = "X-Device-Token"
	deviceLife   = 180 * 24 * time.Hour
	deviceLabel  = "identity/device"
	// longestDeviceToken is more than any token of ours has.
	longestDeviceToken = 200
)

var (
	knownLoginBudget  = budget{purpose: "login-device", windows: loginBudget.windows}
	knownFactorBudget = budget{purpose: "second-factor-device", windows: secondFactorBudget.windows}
)

// device is what a token says.
type device struct {
	account uuid.UUID
	id      uuid.UUID
	version int64 // the account's security version
	issued  time.Time
}

const deviceSize = 16 + 16 + 8 + 8

func (d device) bytes() []byte {
	out := make([]byte, 0, deviceSize+sha256.Size)
	out = append(append(out, d.account[:]...), d.id[:]...)
	out = binary.BigEndian.AppendUint64(out, uint64(d.version))
	return binary.BigEndian.AppendUint64(out, uint64(d.issued.Unix()))
}

func deviceMAC(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

func (s *Service) signDevice(d device) string {
	content := d.bytes()
	return base64.RawURLEncoding.EncodeToString(append(content, deviceMAC(s.keyring.Derive(deviceLabel), content)...))
}

// readDevice returns what a token of ours says, unless it has expired.
func (s *Service) readDevice(token string) (d device, ok bool) {
	if token == "" || len(token) > longestDeviceToken {
		return device{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != deviceSize+sha256.Size {
		return device{}, false
	}
	content, mac := raw[:deviceSize], raw[deviceSize:]
	for _, key := range s.keyring.DeriveAll(deviceLabel) {
		ok = hmac.Equal(mac, deviceMAC(key, content)) || ok
	}
	d = device{
		account: uuid.UUID(content[:16]), id: uuid.UUID(content[16:32]),
		version: int64(binary.BigEndian.Uint64(content[32:])), issued: time.Unix(int64(binary.BigEndian.Uint64(content[40:])), 0),
	}
	return d, ok && s.now().Sub(d.issued) < deviceLife
}

// deviceKey finds in a context what the client showed of its device and where an answer leaves something.
type deviceKey struct{}

type deviceExchange struct {
	token  string
	answer http.Header
}

// cookieName has the prefix that makes browsers insist on https, where people use it.
func (s *Service) cookieName() string {
	if strings.HasPrefix(s.cfg.PublicURL, "https:") {
		return "__Secure-rolecall_device"
	}
	return "rolecall_device"
}

// withDevice keeps the device token of a request, from the header or the cookie, for whoever asks about the device.
func (s *Service) withDevice(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &deviceExchange{token: r.Header.Get(deviceHeader), answer: w.Header()}
		if c, err := r.Cookie(s.cookieName()); err == nil && x.token == "" {
			x.token = c.Value
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), deviceKey{}, x)))
	})
}

// deviceOf returns the device of the request if it is one that this account knows.
func (s *Service) deviceOf(ctx context.Context, acc store.Account) (device, bool) {
	x, _ := ctx.Value(deviceKey{}).(*deviceExchange)
	if x == nil {
		return device{}, false
	}
	d, ok := s.readDevice(x.token)
	return d, ok && d.account == acc.ID && d.version == acc.SecurityVersion
}

// knownDevice does the same for a caller who does not have the account yet. Whose account is read depends on the token
// alone, so the time it takes tells nothing about an address.
func (s *Service) knownDevice(ctx context.Context, is func(store.Account) bool) (device, bool, error) {
	x, _ := ctx.Value(deviceKey{}).(*deviceExchange)
	if x == nil {
		return device{}, false, nil
	}
	d, ok := s.readDevice(x.token)
	if !ok {
		return device{}, false, nil
	}
	acc, err := q.AccountByID(ctx, s.db, d.account)
	if errors.Is(err, pgx.ErrNoRows) {
		return device{}, false, nil
	}
	return d, err == nil && is(acc) && d.version == acc.SecurityVersion, pg.Fault(err)
}

// loginClaims returns whose budgets a password login uses: the device's own if the account knows it, else the address
// that is tried and the client's.
func (s *Service) loginClaims(ctx context.Context, address string) ([]claim, error) {
	d, known, err := s.knownDevice(ctx, func(acc store.Account) bool { return acc.Email == address })
	if err != nil {
		return nil, err
	}
	if known {
		return []claim{knownLoginBudget.of(d.id.String())}, nil
	}
	return []claim{loginBudget.of(address), clientBudget(s.cfg.AddressLimit).of(clientSubject(ctx))}, nil
}

// factorClaim returns whose budget a second factor uses: one for all routes, and for a known device one of its own.
func (s *Service) factorClaim(ctx context.Context, user uuid.UUID) (claim, error) {
	d, known, err := s.knownDevice(ctx, func(acc store.Account) bool { return acc.ID == user })
	if known {
		return knownFactorBudget.of(d.id.String()), nil
	}
	return secondFactorBudget.of(user.String()), err
}

// leaveDevice makes the device of the request known to the account, or renews it.
func (s *Service) leaveDevice(ctx context.Context, acc store.Account) {
	x, _ := ctx.Value(deviceKey{}).(*deviceExchange)
	if x == nil {
		return
	}
	d, known := s.deviceOf(ctx, acc)
	if !known {
		d = device{account: acc.ID, id: uuid.New(), version: acc.SecurityVersion}
	}
	d.issued = s.now()
	name := s.cookieName()
	cookie := http.Cookie{
		Name: name, Value: s.signDevice(d), Path: "/auth", MaxAge: int(deviceLife / time.Second),
		HttpOnly: true, Secure: strings.HasPrefix(name, "__Secure-"), SameSite: http.SameSiteStrictMode,
	}
	x.answer.Set("Set-Cookie", cookie.String())
}

// keepDevice makes the device of the request known again after a change of the account's security version, if it was
// before.
func (s *Service) keepDevice(ctx context.Context, tx pgx.Tx, before store.Account) error {
	if _, known := s.deviceOf(ctx, before); !known {
		return nil
	}
	acc, err := q.AccountByID(ctx, tx, before.ID)
	if err != nil {
		return pg.Fault(err)
	}
	pg.AfterCommit(tx, func() { s.leaveDevice(ctx, acc) })
	return nil
}
