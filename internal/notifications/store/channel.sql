-- name: LockChannels :exec
-- Channels of one user are added one after the other, for the limit.
SELECT pg_advisory_xact_lock(hashtextextended('notification.channels ' || (@user_id::uuid)::text, 0));

-- name: AddChannel :one
-- Returns no row when the user has reached the limit. The same browser keeps its channel, with the new keys.
INSERT INTO notification.channel (id, user_id, kind, name, target, target_hash, host, created_at, next_attempt_at)
SELECT @id, @user_id, @kind, @name, @target, @target_hash, @host, @now, @now
WHERE (SELECT count(*) FROM notification.channel c WHERE c.user_id = @user_id) < @most::int
RETURNING *;

-- name: FreeBrowser :exec
-- A browser that another user had added now shows the notices of this one.
DELETE FROM notification.channel WHERE target_hash = @target_hash AND kind = 'WEB_PUSH' AND user_id <> @user_id;

-- name: BrowserOf :one
SELECT * FROM notification.channel WHERE user_id = @user_id AND target_hash = @target_hash AND kind = 'WEB_PUSH' FOR UPDATE;

-- name: SetTarget :one
-- A new target starts anew: with the next attempt at once, and without the faults of the old one.
UPDATE notification.channel SET target = @target, target_hash = @target_hash, host = @host, name = coalesce(sqlc.narg(name), name),
    enabled = true, off_reason = NULL, failing_since = NULL, last_error = NULL, failures = 0, next_attempt_at = @now
WHERE id = @id AND user_id = @user_id
RETURNING *;

-- name: Channels :many
SELECT sqlc.embed(c),
    (SELECT count(*) FROM notification.delivery d WHERE d.channel_id = c.id AND d.delivered_at IS NULL AND d.given_up_at IS NULL) AS waiting,
    (SELECT count(*) FROM notification.delivery d WHERE d.channel_id = c.id AND d.given_up_at IS NOT NULL AND d.type IS NOT NULL) AS failed
FROM notification.channel c WHERE c.user_id = @user_id ORDER BY c.created_at, c.id;

-- name: ChannelByID :one
-- For the renewal of a subscription, whose caller proves with a key that the channel is his; user_id comes with the row.
SELECT * FROM notification.channel WHERE id = @id FOR UPDATE;

-- name: ChangeChannel :execrows
UPDATE notification.channel SET name = coalesce(sqlc.narg(name), name), muted = coalesce(sqlc.narg(muted)::text[], muted),
    enabled = coalesce(sqlc.narg(enabled)::boolean, enabled),
    off_reason = CASE WHEN sqlc.narg(enabled)::boolean IS NULL THEN off_reason END,
    next_attempt_at = CASE WHEN sqlc.narg(enabled)::boolean THEN @now ELSE next_attempt_at END,
    failing_since = CASE WHEN sqlc.narg(enabled)::boolean THEN NULL ELSE failing_since END,
    last_error = CASE WHEN sqlc.narg(enabled)::boolean THEN NULL ELSE last_error END,
    failures = CASE WHEN sqlc.narg(enabled)::boolean THEN 0 ELSE failures END
WHERE id = @id AND user_id = @user_id;

-- name: RemoveChannel :execrows
DELETE FROM notification.channel WHERE id = @id AND user_id = @user_id;

-- name: Deliveries :many
SELECT * FROM notification.delivery WHERE channel_id = @channel_id AND user_id = @user_id ORDER BY created_at DESC, id DESC LIMIT @most;

-- name: Replay :execrows
UPDATE notification.delivery SET given_up_at = NULL, queued_at = @now, attempts = 0
WHERE id = ANY (ARRAY(SELECT d.id FROM notification.delivery d
                      WHERE d.channel_id = @channel_id AND d.user_id = @user_id AND d.given_up_at IS NOT NULL AND d.type IS NOT NULL
                      ORDER BY d.created_at DESC, d.id DESC LIMIT @most FOR UPDATE));

-- name: BeginTest :execrows
-- Adds a test message, as given up until its one attempt succeeds, unless the user has sent too many of late.
INSERT INTO notification.delivery (id, channel_id, user_id, title, message, path, created_at, queued_at, attempts, given_up_at, last_error)
SELECT @id, c.id, c.user_id, @title, @message, @path, @now, @now, 1, @now, @unfinished::text
FROM notification.channel c WHERE c.id = @channel_id AND c.user_id = @user_id
  AND (SELECT count(*) FROM notification.delivery d WHERE d.user_id = @user_id AND d.type IS NULL AND d.created_at > @since::timestamptz) < @most::int;

-- name: FinishTest :exec
UPDATE notification.delivery SET delivered_at = sqlc.narg(delivered_at), last_error = sqlc.narg(last_error),
    given_up_at = CASE WHEN sqlc.narg(delivered_at)::timestamptz IS NULL THEN given_up_at END
WHERE id = @id AND user_id = @user_id;

-- name: ReachedChannel :exec
-- A test message arrived, so the channel works and what waits is tried at once.
UPDATE notification.channel SET last_delivered_at = @now::timestamptz, failing_since = NULL, last_error = NULL, failures = 0, next_attempt_at = @now
WHERE id = @id AND user_id = @user_id;

-- name: Spread :execrows
-- One delivery for each event and each channel of its user that carries the type. The lock is the one that a foreign key
-- takes: a channel that is being removed is left out instead of failing the statement.
INSERT INTO notification.delivery (id, channel_id, user_id, type, title, message, path, created_at, queued_at)
SELECT gen_random_uuid(), c.id, c.user_id, e.type, e.title, e.message, e.path, @now::timestamptz, @now
FROM (SELECT unnest(@user_ids::uuid[]) AS user_id, unnest(@types::text[]) AS type, unnest(@titles::text[]) AS title,
             unnest(@messages::text[]) AS message, unnest(@paths::text[]) AS path) e
JOIN (SELECT t.id, t.user_id, t.muted FROM notification.channel t WHERE t.user_id = ANY (@user_ids::uuid[]) AND t.enabled
      ORDER BY t.id FOR KEY SHARE) c ON c.user_id = e.user_id AND e.type <> ALL (c.muted);

-- name: DueChannels :many
-- Steps from channel to channel along the index of waiting deliveries, however many each has.
WITH RECURSIVE waiting (id) AS (
    (SELECT d.channel_id FROM notification.delivery d WHERE d.delivered_at IS NULL AND d.given_up_at IS NULL ORDER BY d.channel_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.channel_id FROM notification.delivery d
            WHERE d.delivered_at IS NULL AND d.given_up_at IS NULL AND d.channel_id > waiting.id ORDER BY d.channel_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL
)
SELECT c.id, c.user_id, c.host FROM waiting JOIN notification.channel c ON c.id = waiting.id
WHERE c.enabled AND c.next_attempt_at <= @now AND (c.locked_until IS NULL OR c.locked_until <= @now)
  AND c.host <> ALL (@busy_hosts::text[]) AND c.user_id <> ALL (@busy_users::uuid[])
ORDER BY c.next_attempt_at, c.id LIMIT @most;

-- name: ClaimChannels :many
UPDATE notification.channel t SET locked_by = @token::uuid, locked_until = @until::timestamptz
FROM (SELECT c.id FROM notification.channel c WHERE c.id = ANY (@ids::uuid[]) AND c.enabled AND c.next_attempt_at <= @now
        AND (c.locked_until IS NULL OR c.locked_until <= @now) FOR UPDATE SKIP LOCKED) due
WHERE t.id = due.id
RETURNING t.*;

-- name: NextDelivery :one
-- The oldest first. One that has failed often comes last, so that a receiver which refuses one message gets the others.
SELECT * FROM notification.delivery WHERE channel_id = @channel_id AND delivered_at IS NULL AND given_up_at IS NULL
ORDER BY attempts >= @often::int, queued_at, id LIMIT 1;

-- name: DeliverySucceeded :execrows
WITH held AS (
    UPDATE notification.channel c SET last_delivered_at = @now::timestamptz, failing_since = NULL, last_error = NULL, failures = 0,
        next_attempt_at = @now
    WHERE c.id = @channel_id AND c.locked_by = @token::uuid RETURNING c.id
)
UPDATE notification.delivery d SET delivered_at = @now::timestamptz, attempts = d.attempts + 1, last_error = NULL
FROM held WHERE d.id = @id AND d.channel_id = held.id AND d.delivered_at IS NULL AND d.given_up_at IS NULL;

-- name: DeliveryFailed :one
-- Returns since when the channel has been failing. The delivery is given up if it was refused or is too old.
WITH held AS (
    UPDATE notification.channel c SET failing_since = coalesce(c.failing_since, @now::timestamptz), last_error = @error::text,
        failures = c.failures + 1, next_attempt_at = @next_attempt_at
    WHERE c.id = @channel_id AND c.locked_by = @token::uuid RETURNING c.id, c.failing_since
), tried AS (
    UPDATE notification.delivery d SET attempts = d.attempts + 1, last_error = @error,
        given_up_at = CASE WHEN @refused::boolean OR d.queued_at < @too_old::timestamptz THEN @now END
    FROM held WHERE d.id = @id AND d.channel_id = held.id AND d.delivered_at IS NULL AND d.given_up_at IS NULL
)
SELECT held.failing_since::timestamptz FROM held;

-- name: SwitchOff :one
-- Ends a channel that its holder found to be gone, and gives up what waits for it. Returns whether it was still held.
WITH held AS (
    UPDATE notification.channel c SET enabled = false, off_reason = @reason::text, locked_by = NULL, locked_until = NULL
    WHERE c.id = @channel_id AND c.locked_by = @token::uuid RETURNING c.id
), given_up AS (
    UPDATE notification.delivery d SET given_up_at = @now::timestamptz, last_error = coalesce(d.last_error, @reason::text)
    FROM held WHERE d.channel_id = held.id AND d.delivered_at IS NULL AND d.given_up_at IS NULL
)
SELECT EXISTS (SELECT FROM held);

-- name: GiveUpWaiting :exec
UPDATE notification.delivery SET given_up_at = @now::timestamptz, last_error = @reason::text
WHERE channel_id = @channel_id AND user_id = @user_id AND delivered_at IS NULL AND given_up_at IS NULL;

-- name: RemoveGone :execrows
DELETE FROM notification.channel WHERE id = @id AND locked_by = @token::uuid;

-- name: ReleaseChannel :exec
UPDATE notification.channel SET locked_by = NULL, locked_until = NULL WHERE id = @id AND locked_by = @token::uuid;

-- name: PruneDeliveries :execrows
DELETE FROM notification.delivery WHERE id = ANY (ARRAY(
    SELECT d.id FROM notification.delivery d
    WHERE (d.delivered_at IS NOT NULL OR d.given_up_at IS NOT NULL) AND coalesce(d.delivered_at, d.given_up_at) < @before::timestamptz
    ORDER BY coalesce(d.delivered_at, d.given_up_at) LIMIT @batch FOR UPDATE SKIP LOCKED));

-- name: VapidKey :one
SELECT sealed FROM notification.vapid_key;

-- name: AddVapidKey :exec
-- The first process decides.
INSERT INTO notification.vapid_key (sealed, created_at) VALUES (@sealed, @now) ON CONFLICT DO NOTHING;

-- name: ReplaceVapidKey :exec
UPDATE notification.vapid_key SET sealed = @sealed, created_at = @now WHERE sealed = @unreadable;
