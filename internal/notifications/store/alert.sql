-- name: StoreHits :execrows
-- Those that are known stay as they are. The caller orders the rows, so that two processes do not deadlock.
INSERT INTO notification.alert_hit (user_id, job_id, filter_id, filter_name, rhythm, title, title_marks,
    company, location, reasons, facts, matched_at, due_at)
SELECT h.user_id, h.job_id, h.filter_id, h.filter_name, h.rhythm, h.title, h.title_marks::jsonb,
    h.company, nullif(h.location, ''), h.reasons::jsonb, h.facts::jsonb, h.matched_at, h.due_at
FROM (SELECT unnest(@user_ids::uuid[]) AS user_id, unnest(@job_ids::uuid[]) AS job_id, unnest(@filter_ids::uuid[]) AS filter_id,
             unnest(@filter_names::text[]) AS filter_name, unnest(@rhythms::text[]) AS rhythm, unnest(@titles::text[]) AS title,
             unnest(@title_marks::text[]) AS title_marks, unnest(@companies::text[]) AS company, unnest(@locations::text[]) AS location, unnest(@reasons::text[]) AS reasons,
             unnest(@facts::text[]) AS facts, unnest(@matched::timestamptz[]) AS matched_at, unnest(@due::timestamptz[]) AS due_at) h
ON CONFLICT (user_id, job_id) DO NOTHING;

-- name: LastTold :many
-- Time of the last alert message to each of the users, since a time.
SELECT user_id, max(told_at)::timestamptz AS told_at FROM notification.alert_hit
WHERE user_id = ANY (@user_ids::uuid[]) AND told_at > @since::timestamptz
GROUP BY user_id;

-- name: UsersToTell :many
-- Those who have waited longest. A user may have very many hits, so users are counted after the limit.
SELECT DISTINCT due.user_id FROM (
    SELECT h.user_id FROM notification.alert_hit h
    WHERE h.told_at IS NULL AND h.due_at <= @now::timestamptz AND h.user_id <> ALL (@except_users::uuid[])
    ORDER BY h.due_at, h.user_id LIMIT @most) due;

-- name: FiltersToTell :many
SELECT DISTINCT filter_id FROM notification.alert_hit
WHERE user_id = ANY (@user_ids::uuid[]) AND told_at IS NULL AND due_at <= @now::timestamptz;

-- name: DropHits :execrows
DELETE FROM notification.alert_hit WHERE user_id = ANY (@user_ids::uuid[]) AND filter_id = ANY (@filter_ids::uuid[]) AND told_at IS NULL;

-- name: TellHits :execrows
-- The process that marks a hit reports it. Locks are taken in one order, so that two processes do not deadlock.
UPDATE notification.alert_hit t SET alert_id = @alert_id::uuid, told_at = @now::timestamptz
WHERE t.user_id = @user_id AND t.job_id = ANY (ARRAY(
    SELECT h.job_id FROM notification.alert_hit h
    WHERE h.user_id = @user_id AND h.told_at IS NULL AND h.due_at <= @now::timestamptz ORDER BY h.job_id FOR UPDATE));

-- name: DelayHits :exec
UPDATE notification.alert_hit t SET due_at = @until::timestamptz
WHERE t.user_id = @user_id AND t.job_id = ANY (ARRAY(
    SELECT h.job_id FROM notification.alert_hit h
    WHERE h.user_id = @user_id AND h.told_at IS NULL AND h.due_at <= @now::timestamptz ORDER BY h.job_id FOR UPDATE));

-- name: ReplanHits :exec
-- New times for what waits, by rhythm.
UPDATE notification.alert_hit t SET
    due_at = CASE t.rhythm WHEN 'AT_ONCE' THEN @at_once::timestamptz WHEN 'DAILY' THEN @daily::timestamptz ELSE @weekly::timestamptz END
WHERE t.user_id = @user_id AND t.job_id = ANY (ARRAY(
    SELECT h.job_id FROM notification.alert_hit h WHERE h.user_id = @user_id AND h.told_at IS NULL ORDER BY h.job_id FOR UPDATE));

-- name: HitsOfAlert :many
SELECT * FROM notification.alert_hit WHERE user_id = @user_id AND alert_id = @alert_id::uuid AND told_at = @told_at::timestamptz
ORDER BY matched_at DESC, job_id LIMIT @most;

-- name: SearchesOfAlert :one
SELECT count(DISTINCT filter_id) AS searches, coalesce(min(filter_name), '')::text AS first
FROM notification.alert_hit WHERE user_id = @user_id AND alert_id = @alert_id::uuid AND told_at = @told_at::timestamptz;

-- name: PruneHits :execrows
DELETE FROM notification.alert_hit WHERE told_at < @before::timestamptz;

-- name: AlertSettingsOf :many
SELECT * FROM notification.alert_settings WHERE user_id = ANY (@user_ids::uuid[]);

-- name: SetAlertSettings :exec
INSERT INTO notification.alert_settings (user_id, hour, weekday, quiet_from, quiet_until, email, in_app, updated_at)
VALUES (@user_id, @hour, @weekday, @quiet_from, @quiet_until, @email, @in_app, @updated_at)
ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, weekday = excluded.weekday, quiet_from = excluded.quiet_from,
    quiet_until = excluded.quiet_until, email = excluded.email, in_app = excluded.in_app, updated_at = excluded.updated_at;

-- name: EndAlertMail :exec
-- The other values are for a user who has no row.
INSERT INTO notification.alert_settings (user_id, hour, weekday, email, in_app, updated_at)
VALUES (@user_id, @hour, @weekday, false, @in_app, @updated_at)
ON CONFLICT (user_id) DO UPDATE SET email = false, updated_at = excluded.updated_at;
