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

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/lang"
	"rolecall/internal/pg"
)

var (
	errEmailTaken = fault.New(fault.Conflict, "Email Taken", "There is already an account with this address.")
	// errAccountGone answers a token that outlives its account, for the seconds until every process has the revocation.
	errAccountGone = fault.New(fault.Unauthorized, "", "Your session is not valid or has ended. Please log in again.")
	errNoUser      = fault.New(fault.NotFound, "", "There is no such user.")
	// errRaced answers a change that lost against another change of the same account.
	errRaced = fault.New(fault.Unavailable, "", "Your account was changed at the same moment. Please try again.").WithRetryAfter(time.Second)
)

// NewAccount holds what a person enters to register.
type NewAccount struct {
	FirstName, LastName, Email, Password string
	Language                             lang.Language
}

// checked returns the fields in their stored form, or what is wrong with them.
func (n NewAccount) checked() (NewAccount, error) {
	var err error
	if n.FirstName, err = checkName("firstName", n.FirstName); err != nil {
		return n, err
	}
	if n.LastName, err = checkName("lastName", n.LastName); err != nil {
		return n, err
	}
	if n.Email, err = parseAddress(n.Email); err != nil {
		return n, fault.InvalidField("email", "This is not an email address.")
	}
	return n, checkNewPassword("password", n.Password, ownWords(n.Email, n.FirstName, n.LastName)...)
}

// checkName returns a name, of a person or a passkey, without space around it.
func checkName(field, name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 100 {
		return "", fault.InvalidField(field, "A name has 1 to 100 characters.")
	}
	if strings.ContainsFunc(name, unicode.IsControl) || !utf8.ValidString(name) {
		return "", fault.InvalidField(field, "A name contains no control characters.")
	}
	return name, nil
}

func insertAccount(
	ctx context.Context, db store.DBTX, n NewAccount, hash string, verified *time.Time, now time.Time,
) (store.Account, error) {
	acc, err := q.InsertAccount(ctx, db, store.InsertAccountParams{
		ID: uuid.Must(uuid.NewV7()), FirstName: n.FirstName, LastName: n.LastName, Email: n.Email, PasswordHash: hash,
		Language: n.Language.Code(), EmailVerifiedAt: verified, Now: now,
	})
	return acc, pg.Fault(err, pg.On("account_email_key", errEmailTaken))
}

// DemoAccount makes a verified account for a demonstration. An account with the same address and another password is left
// from an earlier demonstration and deleted first.
func (s *Service) DemoAccount(ctx context.Context, n NewAccount) error {
	n, err := n.checked()
	if err != nil {
		return err
	}
	acc, err := q.AccountByEmail(ctx, s.db, n.Email)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return pg.Fault(fmt.Errorf("look for the address: %w", err))
	default:
		if same, err := s.hasher.matches(n.Password, acc.PasswordHash); err != nil || same {
			return err
		}
		if _, err := s.RemoveAccount(ctx, n.Email); err != nil {
			return err
		}
	}
	stored, err := s.hasher.hash(ctx, n.Password)
	if err != nil {
		return err
	}
	now := s.now()
	_, err = insertAccount(ctx, s.db, n, stored, &now, now)
	return err
}

// RemoveAccount deletes the account with an address, as its owner could but without a code, and reports whether there was
// one.
func (s *Service) RemoveAccount(ctx context.Context, email string) (removed bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		acc, err := q.AccountByEmail(ctx, tx, email)
		if err == nil {
			acc, err = q.LockAccountToDelete(ctx, tx, acc.ID)
		}
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return pg.Fault(fmt.Errorf("look for the address: %w", err))
		}
		removed = true
		return s.erase(ctx, tx, acc, audit.Event{Actor: audit.Operator})
	})
	return removed && err == nil, err
}

// groups returns the groups of a token issued now.
func (s *Service) groups(acc store.Account) []string {
	if s.isAdmin(acc) {
		return []string{auth.GroupUser, auth.GroupAdmin}
	}
	return []string{auth.GroupUser}
}

// isAdmin reports whether an account belongs to an administrator. Only verified addresses count: otherwise anyone could
// register an administrator's address first.
func (s *Service) isAdmin(acc store.Account) bool {
	return acc.EmailVerifiedAt != nil && s.admins[acc.Email]
}

// Account returns the caller's account.
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
		if *name, err = checkName(field, *name); err != nil {
			return store.Account{}, err
		}
	}
	acc, err := q.RenameAccount(ctx, s.db, store.RenameAccountParams{ID: user, FirstName: first, LastName: last, Now: s.now()})
	return acc, pg.Fault(err, pg.Absent(errAccountGone))
}

// VerifiedEmails returns the verified addresses of the users who have one.
func (s *Service) VerifiedEmails(ctx context.Context, users []uuid.UUID) ([]store.VerifiedEmailsRow, error) {
	rows, err := q.VerifiedEmails(ctx, s.db, users)
	return rows, pg.Fault(err)
}

// WithoutTwoFactor returns the verified accounts of the last days that have no second factor.
func (s *Service) WithoutTwoFactor(ctx context.Context, days int) ([]uuid.UUID, error) {
	ids, err := q.AccountsWithoutTwoFactor(ctx, s.db, s.now().Add(-time.Duration(days)*24*time.Hour))
	return ids, pg.Fault(err)
}

// lockUnchanged locks an account and makes sure that its password and second factor have not changed since they were
// checked. Every change of them takes this lock first.
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
