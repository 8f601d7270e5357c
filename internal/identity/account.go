package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

var (
	errEmailTaken = fault.New(fault.Conflict, "Email Taken", "There is already an account with this address.")
	// errAccountGone is for a token that outlived its account by the seconds it takes to hear of it.
	errAccountGone = fault.New(fault.Unauthorized, "", "Your session is not valid or has ended. Please log in again.")
	errNoUser      = fault.New(fault.NotFound, "", "There is no such user.")
	// errRaced is for a change that another change of the same account overtook.
	errRaced = fault.New(fault.Unavailable, "", "Your account was changed at the same moment. Please try again.").WithRetryAfter(time.Second)
)

// NewAccount is what a person gives to register.
type NewAccount struct {
	FirstName, LastName, Email, Password string
}

// checked gives the fields their stored form, or says what is wrong with them.
func (n NewAccount) checked() (NewAccount, error) {
	var err error
	if n.FirstName, err = personName("firstName", n.FirstName); err != nil {
		return n, err
	}
	if n.LastName, err = personName("lastName", n.LastName); err != nil {
		return n, err
	}
	if n.Email, err = parseAddress(n.Email); err != nil {
		return n, fault.InvalidField("email", "This is not an email address.")
	}
	return n, checkPassword("password", n.Password, n.Email, n.FirstName, n.LastName, n.FirstName+n.LastName)
}

func personName(field, name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 100 {
		return "", fault.InvalidField(field, "A name has 1 to 100 characters.")
	}
	if strings.ContainsFunc(name, unicode.IsControl) || !utf8.ValidString(name) {
		return "", fault.InvalidField(field, "A name contains no control characters.")
	}
	return name, nil
}

func insertAccount(ctx context.Context, db store.DBTX, n NewAccount, hash string, verified *time.Time, now time.Time) (store.Account, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return store.Account{}, err
	}
	acc, err := q.InsertAccount(ctx, db, store.InsertAccountParams{
		ID: id, FirstName: n.FirstName, LastName: n.LastName, Email: n.Email, PasswordHash: hash, EmailVerifiedAt: verified, Now: now,
	})
	return acc, pg.Fault(err, pg.On("account_email_key", errEmailTaken))
}

// EnsureAccount makes a verified account unless there is one with this address, which stays as it is. It is for
// demonstrations and needs no running service.
func EnsureAccount(ctx context.Context, db pg.Conn, cfg Config, n NewAccount, now time.Time) (uuid.UUID, error) {
	n, err := n.checked()
	if err != nil {
		return uuid.Nil, err
	}
	if acc, err := q.AccountByEmail(ctx, db, n.Email); err == nil {
		return acc.ID, nil
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, pg.Fault(fmt.Errorf("look for the address: %w", err))
	}
	h, err := newHasher(cfg.Password, newMeters(nil).hashes)
	if err != nil {
		return uuid.Nil, err
	}
	stored, err := h.hash(ctx, n.Password)
	if err != nil {
		return uuid.Nil, err
	}
	acc, err := insertAccount(ctx, db, n, stored, &now, now)
	if errors.Is(err, errEmailTaken) {
		acc, err = q.AccountByEmail(ctx, db, n.Email)
	}
	return acc.ID, pg.Fault(err)
}

// groups are what a token issued now would carry. The administrators' list counts for verified addresses only:
// otherwise anyone could register one of them first.
func (s *Service) groups(acc store.Account) []string {
	if s.isAdmin(acc) {
		return []string{auth.GroupUser, auth.GroupAdmin}
	}
	return []string{auth.GroupUser}
}

func (s *Service) isAdmin(acc store.Account) bool {
	return acc.EmailVerifiedAt != nil && s.admins[acc.Email]
}

// Account reads the caller's own account.
func (s *Service) Account(ctx context.Context, user uuid.UUID) (store.Account, error) {
	acc, err := q.AccountByID(ctx, s.db, user)
	return acc, pg.Fault(err, pg.Absent(errAccountGone))
}

// Rename changes the given names and keeps the others.
func (s *Service) Rename(ctx context.Context, user uuid.UUID, first, last *string) (store.Account, error) {
	for field, name := range map[string]*string{"firstName": first, "lastName": last} {
		if name == nil {
			continue
		}
		var err error
		if *name, err = personName(field, *name); err != nil {
			return store.Account{}, err
		}
	}
	acc, err := q.RenameAccount(ctx, s.db, store.RenameAccountParams{ID: user, FirstName: first, LastName: last, Now: s.now()})
	return acc, pg.Fault(err, pg.Absent(errAccountGone))
}

// VerifiedEmails are the addresses of the users that have a verified one.
func (s *Service) VerifiedEmails(ctx context.Context, users []uuid.UUID) ([]store.VerifiedEmailsRow, error) {
	rows, err := q.VerifiedEmails(ctx, s.db, users)
	return rows, pg.Fault(err)
}

// WithoutTwoFactor are the verified accounts of the last days that have no second factor.
func (s *Service) WithoutTwoFactor(ctx context.Context, days int) ([]uuid.UUID, error) {
	ids, err := q.AccountsWithoutTwoFactor(ctx, s.db, s.now().Add(-time.Duration(days)*24*time.Hour))
	return ids, pg.Fault(err)
}

// lockUnchanged is the first lock of every change of password or second factor: it holds the account still, and makes
// sure that it is as it was when the change was judged.
func lockUnchanged(ctx context.Context, tx pgx.Tx, seen store.Account) error {
	acc, err := q.LockAccount(ctx, tx, seen.ID)
	if err != nil {
		return pg.Fault(err, pg.Absent(errAccountGone))
	}
	if acc.SecurityVersion != seen.SecurityVersion {
		return errRaced
	}
	return nil
}
