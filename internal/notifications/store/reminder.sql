-- name: LockReminders :exec
-- Serialises the requests of one user, so that the count below still holds when the row is written.
SELECT pg_advisory_xact_lock(hashtextextended('notification.reminders ' || (@user_id::uuid)::text, 0));

-- name: CreateReminder :one
-- Returns no row when the user has reached the limit.
INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels, stage, repeat, repeat_from,
    about, created_at, updated_at)
SELECT @id, @user_id, @application_id, @title, sqlc.narg(note), @trigger_at_utc, @channels, sqlc.narg(stage), sqlc.narg(repeat),
    sqlc.narg(repeat_from)::timestamp, @about, @now, @now
WHERE (SELECT count(*) FROM (SELECT FROM notification.custom_reminder r WHERE r.user_id = @user_id AND r.status = 'SCHEDULED' LIMIT @most::int) s) < @most::int
RETURNING *;

-- name: OneReminder :one
SELECT * FROM notification.custom_reminder WHERE id = @id AND user_id = @user_id;

-- name: LockReminder :one
SELECT * FROM notification.custom_reminder WHERE id = @id AND user_id = @user_id FOR UPDATE;

-- name: ChangeReminder :one
-- Changes only a scheduled reminder; the dispatcher has the same condition.
UPDATE notification.custom_reminder SET
    title = coalesce(sqlc.narg(title), title),
    note = CASE WHEN @note_given::boolean THEN sqlc.narg(note) ELSE note END,
    trigger_at_utc = coalesce(sqlc.narg(trigger_at_utc), trigger_at_utc),
    channels = coalesce(sqlc.narg(channels)::text[], channels),
    stage = CASE WHEN @stage_given::boolean THEN sqlc.narg(stage) ELSE stage END,
    repeat = sqlc.narg(repeat),
    repeat_from = sqlc.narg(repeat_from)::timestamp,
    updated_at = @now
WHERE id = @id AND user_id = @user_id AND status = 'SCHEDULED'
RETURNING *;

-- name: MoveReminder :one
-- Moves a scheduled reminder and leaves its repeats where they are.
UPDATE notification.custom_reminder SET trigger_at_utc = @trigger_at_utc, updated_at = @now
WHERE id = @id AND user_id = @user_id AND status = 'SCHEDULED'
RETURNING *;

-- name: BringBack :one
-- Schedules a copy of a fired reminder, or moves the copy that is scheduled already. Returns no row when the user has reached
-- the limit.
INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels, stage, about, snooze_of,
    created_at, updated_at)
SELECT @new_id, f.user_id, f.application_id, f.title, f.note, @trigger_at_utc, f.channels, f.stage, f.about, f.id, @now, @now
FROM notification.custom_reminder f
WHERE f.id = @id AND f.user_id = @user_id AND f.status = 'FIRED' AND (
    EXISTS (SELECT FROM notification.custom_reminder r WHERE r.snooze_of = f.id AND r.status = 'SCHEDULED')
    OR (SELECT count(*) FROM (SELECT FROM notification.custom_reminder r WHERE r.user_id = @user_id AND r.status = 'SCHEDULED' LIMIT @most::int) s) < @most::int)
ON CONFLICT (snooze_of) WHERE snooze_of IS NOT NULL AND status = 'SCHEDULED'
    DO UPDATE SET trigger_at_utc = excluded.trigger_at_utc, updated_at = excluded.updated_at
RETURNING *;

-- name: LockRepeating :many
-- The scheduled reminders of a user that repeat and are not due yet.
SELECT * FROM notification.custom_reminder
WHERE user_id = @user_id AND status = 'SCHEDULED' AND repeat IS NOT NULL AND trigger_at_utc > @now
ORDER BY id FOR UPDATE;

-- name: MoveReminders :exec
UPDATE notification.custom_reminder r SET trigger_at_utc = m.at, updated_at = @now
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@times::timestamptz[]) AS at) m
WHERE r.id = m.id AND r.user_id = @user_id AND r.status = 'SCHEDULED';

-- name: CancelReminder :execrows
UPDATE notification.custom_reminder SET status = 'CANCELLED', updated_at = @now
WHERE id = @id AND user_id = @user_id AND status = 'SCHEDULED';

-- name: CancelRemindersOf :exec
-- Cancels the reminders of deleted applications.
UPDATE notification.custom_reminder SET status = 'CANCELLED', updated_at = @now
WHERE user_id = @user_id AND application_id = ANY (@application_ids::uuid[]) AND status = 'SCHEDULED';

-- name: CancelOrphans :execrows
UPDATE notification.custom_reminder SET status = 'CANCELLED', updated_at = @now WHERE id = ANY (@ids::uuid[]) AND status = 'SCHEDULED';

-- name: AllReminders :many
-- The latest reminders, in descending order.
SELECT * FROM notification.custom_reminder
WHERE user_id = @user_id AND status <> 'CANCELLED' AND status = ANY (@statuses::text[])
ORDER BY trigger_at_utc DESC, id DESC LIMIT @most;

-- name: ApplicationReminders :many
SELECT * FROM notification.custom_reminder
WHERE user_id = @user_id AND application_id = @application_id AND status <> 'CANCELLED' AND status = ANY (@statuses::text[])
ORDER BY trigger_at_utc DESC, id DESC LIMIT @most;

-- name: ScheduledReminders :many
-- The next batch after a position, soonest first.
SELECT * FROM notification.custom_reminder
WHERE user_id = @user_id AND status = 'SCHEDULED' AND (trigger_at_utc, id) > (@after_time::timestamptz, @after_id::uuid) AND trigger_at_utc <= @until
ORDER BY trigger_at_utc, id LIMIT @batch;
