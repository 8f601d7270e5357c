package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// PersonFilter selects a page of accounts and pending registrations.
type PersonFilter struct {
	Text  string // a part of the name or of the address
	State string // a value of the contract's UserState; empty means any
	Page  int64  // page number, from 0
	Size  int64
	Now   time.Time
}

// Person is an account, or a registration that waits for its code. Of the latter only names, address and CreatedAt are set.
type Person struct {
	Account
	Pending bool
}

// people are accounts and the registrations that are pending at $1.
const people = ` FROM (
	SELECT id, first_name, last_name, email, created_at, email_verified_at, disabled_at, two_factor_enabled, false AS pending,
		CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN email_verified_at IS NULL THEN 'unverified' ELSE 'active' END AS state
	FROM identity.account
	UNION ALL
	SELECT id, first_name, last_name, email, created_at, NULL, NULL, false, true, 'pending'
	FROM identity.registration WHERE expires_at > $1) p`

// FindPeople returns a page of accounts and pending registrations, newest first, and how many match. A part of a name has no
// index: an installation has thousands of accounts, not millions.
func FindPeople(ctx context.Context, db DBTX, f PersonFilter) (page []Person, total int64, err error) {
	var w pg.Where
	w.Arg(f.Now)
	w.When(f.Text != "", `strpos(lower(email || E'\n' || first_name || ' ' || last_name), lower(?)) > 0`, f.Text)
	w.When(f.State != "", "state = ?", f.State)
	if err := db.QueryRow(ctx, "SELECT count(*)"+people+w.Clause(), w.Args()...).Scan(&total); err != nil {
		return nil, 0, pg.Fault(fmt.Errorf("count accounts: %w", err))
	}
	const columns = "SELECT id, first_name, last_name, email, created_at, email_verified_at, disabled_at, two_factor_enabled, pending"
	rows, err := db.Query(ctx, columns+people+w.Clause()+" ORDER BY created_at DESC, id DESC LIMIT "+w.Arg(f.Size)+
		" OFFSET "+w.Arg(f.Page*f.Size), w.Args()...)
	if err == nil {
		page, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[Person])
	}
	if err != nil {
		return nil, 0, pg.Fault(fmt.Errorf("list accounts: %w", err))
	}
	return page, total, nil
}
