package store

import (
	"context"
	"fmt"

	"rolecall/internal/pg"
)

// Restore writes an application and its timeline back as TakeDeleted returned them. The rows have the columns of their
// tables, which sqlc cannot express.
func Restore(ctx context.Context, db pg.Conn, d TakeDeletedRow) error {
	_, err := db.Exec(ctx, `INSERT INTO applications.application
		SELECT (jsonb_populate_record(null::applications.application, $1)).*`, d.Application)
	if err != nil {
		return fmt.Errorf("restore an application: %w", err)
	}
	_, err = db.Exec(ctx, `INSERT INTO applications.timeline
		SELECT (jsonb_populate_recordset(null::applications.timeline, $1)).*`, d.Timeline)
	if err != nil {
		return fmt.Errorf("restore a timeline: %w", err)
	}
	return nil
}
