package schema_test

import (
	"testing"

	"rolecall/internal/pgtest"
)

// TestMigrationsCreateNoAccount checks that a new installation has no account, and so none with a known password.
func TestMigrationsCreateNoAccount(t *testing.T) {
	t.Parallel()
	var accounts int
	if err := pgtest.DB(t).Pool("").QueryRow(t.Context(),
		"SELECT (SELECT count(*) FROM identity.account) + (SELECT count(*) FROM identity.registration)").Scan(&accounts); err != nil ||
		accounts != 0 {
		t.Errorf("%d accounts, %v", accounts, err)
	}
}
