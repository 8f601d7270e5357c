package pgtest_test

import (
	"testing"

	"rolecall/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestSmoke(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	var n int
	if err := db.Pool("").QueryRow(t.Context(), "SELECT 1").Scan(&n); err != nil {
		t.Fatal(err)
	}
}
