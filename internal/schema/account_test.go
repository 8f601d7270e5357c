package schema_test

import (
	"testing"

	"rolecall/internal/pgtest"
)

// A new installation has no account that somebody could know the password of.
func TestMigrationsCreateNoAccount(t *testing.T) {
	t.Parallel()
	var accounts int
	if err := pgtest.DB(t).Pool("").QueryRow(t.Context(), "SELECT (SELECT count(*) FROM identity.account) + (SELECT count(*) FROM identity.registration)").Scan(&accounts); err != nil || accounts != 0 {
		t.Errorf("%d accounts, %v", accounts, err)
	}
}
