-- name: LockReminders :exec
-- Serialises the requests of one user, so that the count below still holds when the row is written.
SELECT pg_advisory_xact_lock(hashtextextended('notification.reminders ' || (@user_id::uuid)::text, 0));

-- name: CreateReminder :one
-- Returns no row when the user has reached the limit.
INSERT INTO notification.custom_reminder (id, user_id, application_id, title, note, trigger_at_utc, channels, stage, created_at, updated_at)
SELECT @id, @user_id, @application_id, @title, sqlc.narg(note), @trigger_at_utc, @channels, sqlc.narg(stage), @now, @now
WHERE (SELECT count(*) FROM (SELECT FROM notification.custom_reminder r WHERE r.user_id = @user_id AND r.status = 'SCHEDULED' LIMIT @most::int) s) < @most::int
RETURNING *;

-- name: OneReminder :one
SELECT * FROM notification.custom_reminder WHERE id = @id AND user_id = @user_id;

-- name: ChangeReminder :one
-- Changes only a scheduled reminder; the dispatcher has the same condition.
UPDATE notification.custom_reminder SET
    title = coalesce(sqlc.narg(title), title),
    note = CASE WHEN @note_given::boolean THEN sqlc.narg(note) ELSE note END,
    trigger_at_utc = coalesce(sqlc.narg(trigger_at_utc), trigger_at_utc),
    channels = coalesce(sqlc.narg(channels)::text[], channels),
    stage = CASE WHEN @stage_given::boolean THEN sqlc.narg(stage) ELSE stage END,
    updated_at = @now
WHERE id = @id AND user_id = @user_id AND status = 'SCHEDULED'
RETURNING *;

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
