-- name: PreferencesOf :many
SELECT * FROM notification.preferences WHERE user_id = ANY (@user_ids::uuid[]);

-- name: TouchPreferences :exec
-- Creates the row with the default values, or locks the one that exists.
INSERT INTO notification.preferences (user_id, created_at, updated_at) VALUES (@user_id, @now, @now)
ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at;

-- name: SetPreferences :one
UPDATE notification.preferences SET
    weekly_digest_email = coalesce(sqlc.narg(weekly_digest_email), weekly_digest_email),
    in_app_notifications_enabled = coalesce(sqlc.narg(in_app_notifications_enabled), in_app_notifications_enabled),
    interview_reminders = coalesce(sqlc.narg(interview_reminders), interview_reminders),
    interview_reminder_email = coalesce(sqlc.narg(interview_reminder_email), interview_reminder_email),
    ghosted_alert = coalesce(sqlc.narg(ghosted_alert), ghosted_alert)
WHERE user_id = @user_id
RETURNING *;
