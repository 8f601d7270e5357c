package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/pg"
)

// Switches reads boolean columns of the preferences of users, in the order of the columns. A user without a row is
// absent from the result. The column names are constants of the caller.
func Switches(ctx context.Context, db pg.Conn, columns []string, users []uuid.UUID) (map[uuid.UUID][]bool, error) {
	rows, err := db.Query(ctx, "SELECT user_id, ARRAY["+strings.Join(columns, ", ")+"] FROM notification.preferences WHERE user_id = ANY ($1)", users)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[uuid.UUID][]bool{}
	for rows.Next() {
		var (
			user   uuid.UUID
			values []bool
		)
		if err := rows.Scan(&user, &values); err != nil {
			return nil, err
		}
		out[user] = values
	}
	return out, rows.Err()
}

// SetSwitches writes the columns that are given, and for a user without a row the initial values of the others. It
// returns all of them as they are now.
func SetSwitches(ctx context.Context, db pg.Conn, columns []string, initial []bool, given []*bool, user uuid.UUID, now time.Time) ([]bool, error) {
	var (
		args     = []any{user, now}
		inserted = []string{"$1", "$2", "$2"}
		updates  = []string{"updated_at = $2"}
	)
	for i, column := range columns {
		args = append(args, given[i], initial[i])
		value := fmt.Sprintf("coalesce($%d::boolean, $%d)", len(args)-1, len(args))
		inserted = append(inserted, value)
		updates = append(updates, fmt.Sprintf("%[1]s = coalesce($%[2]d::boolean, p.%[1]s)", column, len(args)-1))
	}
	names := strings.Join(columns, ", ")
	statement := fmt.Sprintf(`INSERT INTO notification.preferences AS p (user_id, created_at, updated_at, %s) VALUES (%s)
		ON CONFLICT (user_id) DO UPDATE SET %s RETURNING ARRAY[p.%s]`,
		names, strings.Join(inserted, ", "), strings.Join(updates, ", "), strings.Join(columns, ", p."))
	var values []bool
	err := db.QueryRow(ctx, statement, args...).Scan(&values)
	return values, err
}
