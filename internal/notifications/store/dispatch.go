package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Due is a due reminder as the dispatcher read it.
type Due struct {
	ID            uuid.UUID
	UserID        uuid.UUID
	ApplicationID uuid.UUID
	Title         string
	Note          *string
	TriggerAtUtc  time.Time
	Channels      []string
	Repeat        *string
	RepeatFrom    *time.Time // a clock time without a zone
	About         string
	Version       string // changes with every write to the row
}

// Position is a place in the order of due reminders.
type Position struct {
	At time.Time
	ID uuid.UUID
}

// DueReminders returns up to limit due reminders after a position, oldest first, without those of some users and without
// some reminders. It locks nothing. The inner query reads only the index, however many rows of excluded users it passes.
func DueReminders(ctx context.Context, db pg.Conn, now time.Time, after Position, without, except []uuid.UUID, limit int) ([]Due, error) {
	var w pg.Where
	w.And("status = 'SCHEDULED'")
	w.And("trigger_at_utc <= ?", now)
	w.And("(trigger_at_utc, id) > (?, ?)", after.At, after.ID)
	w.When(len(without) > 0, "user_id <> ALL (?)", without)
	w.When(len(except) > 0, "id <> ALL (?)", except)
	rows, err := db.Query(ctx, `
		WITH due AS MATERIALIZED (
		  SELECT trigger_at_utc, id, user_id FROM notification.custom_reminder`+w.Clause()+` ORDER BY trigger_at_utc, id LIMIT `+w.Arg(limit)+`)
		SELECT r.id, r.user_id, r.application_id, r.title, r.note, r.trigger_at_utc, r.channels, r.repeat, r.repeat_from, r.about, r.xmin::text
		FROM due JOIN notification.custom_reminder r USING (id) ORDER BY r.trigger_at_utc, r.id`, w.Args()...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Due])
}

// Firing holds what firing one due reminder writes.
type Firing struct {
	Due
	Channels string    // value of channels_fired
	NoticeID uuid.UUID // uuid.Nil for no notice
	Message  string    // message of the notice
	NextID   uuid.UUID
	NextAt   *time.Time // time of the next repeat; nil for never
}

const fire = `
WITH given AS (
  SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::timestamptz[])
    AS g (id, version, channels, notice_id, message, next_id, next_at)
), claimed AS (
  SELECT r.id FROM notification.custom_reminder r JOIN given g ON g.id = r.id
  WHERE r.status = 'SCHEDULED' AND r.xmin::text = g.version
  FOR UPDATE OF r SKIP LOCKED
), fired AS (
  UPDATE notification.custom_reminder r
  SET status = 'FIRED', fired_at_utc = $1, updated_at = $1, channels_fired = g.channels
  FROM claimed JOIN given g USING (id) WHERE r.id = claimed.id
  RETURNING r.*
), noticed AS (
  INSERT INTO notification.notification (id, user_id, type, title, message, created_at, application_id, reminder_id)
  SELECT g.notice_id, r.user_id, 'CUSTOM_REMINDER', r.title, g.message, $1, r.application_id, r.id
  FROM fired r JOIN given g ON g.id = r.id WHERE g.notice_id <> '00000000-0000-0000-0000-000000000000'
), repeated AS (
  INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels, stage, repeat, repeat_from,
    about, repeat_of, created_at, updated_at)
  SELECT g.next_id, r.user_id, r.application_id, r.title, r.note, g.next_at, r.channels, r.stage, r.repeat, r.repeat_from,
    r.about, r.id, $1, $1
  FROM fired r JOIN given g ON g.id = r.id WHERE g.next_at IS NOT NULL
)
SELECT id FROM fired`

// FireReminders fires the reminders that are still scheduled, unchanged since they were read and not locked by another
// process. It writes their notices and schedules the next of those that repeat. It returns which it fired.
func FireReminders(ctx context.Context, db pg.Conn, now time.Time, firings []Firing) (map[uuid.UUID]bool, error) {
	n := len(firings)
	ids, notices, nextIDs := make([]uuid.UUID, n), make([]uuid.UUID, n), make([]uuid.UUID, n)
	versions, channels, messages := make([]string, n), make([]string, n), make([]string, n)
	times := make([]*time.Time, n)
	for i, f := range firings {
		ids[i], versions[i], channels[i] = f.ID, f.Version, f.Channels
		notices[i], messages[i], nextIDs[i], times[i] = f.NoticeID, f.Message, f.NextID, f.NextAt
	}
	rows, err := db.Query(ctx, fire, now, ids, versions, channels, notices, messages, nextIDs, times)
	if err != nil {
		return nil, err
	}
	fired, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]bool, len(fired))
	for _, id := range fired {
		out[id] = true
	}
	return out, nil
}
