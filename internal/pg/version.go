package pg

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// quiet keeps goose's own log lines out of ours; Migrate's caller says what happened.
var quiet = slog.New(slog.DiscardHandler)

// newest is the highest number among a schema's migration files.
func newest(s Schema) (int64, error) {
	names, err := fs.Glob(s.Migrations, "*.sql")
	if err != nil {
		return 0, err
	}
	var max int64
	for _, name := range names {
		digits, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("migration %s of schema %s has no number", name, s.Name)
		}
		if n > max {
			max = n
		}
	}
	return max, nil
}

// undefined tells that the version table, or its whole schema, is not there.
func undefined(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pgErr.Code == "42P01" || pgErr.Code == "3F000")
}
