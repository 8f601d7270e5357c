-- name: CalendarOf :one
SELECT user_id, nonce, token_hash FROM notification.calendar_token WHERE user_id = @user_id;

-- name: SetCalendar :exec
INSERT INTO notification.calendar_token (user_id, nonce, token_hash, created_at) VALUES (@user_id, @nonce, @token_hash, @created_at)
ON CONFLICT (user_id) DO UPDATE SET nonce = excluded.nonce, token_hash = excluded.token_hash, created_at = excluded.created_at;

-- name: AddCalendar :exec
INSERT INTO notification.calendar_token (user_id, nonce, token_hash, created_at) VALUES (@user_id, @nonce, @token_hash, @created_at)
ON CONFLICT (user_id) DO NOTHING;

-- name: CalendarOwner :one
SELECT user_id FROM notification.calendar_token WHERE token_hash = @token_hash;

-- name: SchedulerState :one
-- A new scheduler starts without missed runs.
WITH begun AS (
    INSERT INTO notification.scheduler (name, last_run_at, next_try_at) VALUES (@name, @now, @now)
    ON CONFLICT (name) DO NOTHING
    RETURNING last_run_at, next_try_at
)
SELECT last_run_at, next_try_at FROM begun
UNION ALL SELECT last_run_at, next_try_at FROM notification.scheduler WHERE name = @name
LIMIT 1;

-- name: SchedulerRan :exec
INSERT INTO notification.scheduler (name, last_run_at, next_try_at) VALUES (@name, @at, @at)
ON CONFLICT (name) DO UPDATE SET last_run_at = greatest(scheduler.last_run_at, excluded.last_run_at), failures = 0, next_try_at = excluded.next_try_at;

-- name: SchedulerFailed :exec
-- The wait doubles with every failure, up to six hours.
INSERT INTO notification.scheduler (name, last_run_at, failures, next_try_at) VALUES (@name, @last_run_at, 1, @next_try_at)
ON CONFLICT (name) DO UPDATE SET failures = scheduler.failures + 1,
    next_try_at = excluded.next_try_at + least(interval '5 minutes' * (power(2, least(scheduler.failures, 10)) - 1), interval '6 hours');

-- name: UserFormats :many
-- Time zones and languages of users; an empty text where a user has set none.
SELECT u.id::uuid AS user_id, coalesce(z.zone, '') AS zone, coalesce(l.language, '') AS language
FROM unnest(@user_ids::uuid[]) AS u (id)
LEFT JOIN notification.time_zone z ON z.user_id = u.id
LEFT JOIN notification.language l ON l.user_id = u.id
WHERE z.user_id IS NOT NULL OR l.user_id IS NOT NULL;

-- name: SetTimeZone :exec
INSERT INTO notification.time_zone (user_id, zone, updated_at) VALUES (@user_id, @zone, @now)
ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone, updated_at = excluded.updated_at;

-- name: EraseTimeZone :exec
DELETE FROM notification.time_zone WHERE user_id = @user_id;

-- name: SetLanguage :exec
INSERT INTO notification.language (user_id, language, changed_at) VALUES (@user_id, @language, @changed_at)
ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, changed_at = excluded.changed_at
WHERE language.changed_at <= excluded.changed_at;

-- name: EndMail :exec
INSERT INTO notification.mail_ended (user_id, list, ended_at) VALUES (@user_id, @list, @now) ON CONFLICT DO NOTHING;

-- name: ResumeMail :exec
DELETE FROM notification.mail_ended WHERE user_id = @user_id AND list = @list;

-- name: MailEnded :many
SELECT user_id FROM notification.mail_ended WHERE list = @list AND user_id = ANY (@user_ids::uuid[]);

-- name: MailDue :one
SELECT EXISTS (SELECT FROM notification.outbox WHERE delivered_at IS NULL AND given_up_at IS NULL AND next_attempt_at <= @now);
