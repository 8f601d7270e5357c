-- name: LockThrottle :exec
-- The locks are taken in the order given. The transaction that writes a try need not wait for the disk: no answer is
-- given before the try is settled, and what that commit makes durable includes all that was committed before it.
SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(key) FROM unnest(@keys::bigint[]) AS key;

-- name: Tries :many
-- Of several budgets at once, each by its own way into the index.
SELECT c.purpose::text AS purpose, t.failed_at, t.state
FROM (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject, unnest(@since::timestamptz[]) AS since) AS c
CROSS JOIN LATERAL (
    SELECT h.failed_at, h.state FROM identity.throttle h
    WHERE h.purpose = c.purpose AND h.subject = c.subject AND h.failed_at > c.since
    ORDER BY h.failed_at) AS t;

-- name: InsertTries :many
INSERT INTO identity.throttle (purpose, subject, failed_at, state)
SELECT unnest(@purposes::text[]), unnest(@subjects::bytea[]), @now, 'pending'
RETURNING id, purpose;

-- name: InsertFirstTries :many
-- The same, if none of the budgets has a try in its time: nothing is to be judged then. The locks must be held.
WITH c AS (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject, unnest(@since::timestamptz[]) AS since)
INSERT INTO identity.throttle (purpose, subject, failed_at, state)
SELECT c.purpose, c.subject, @now, 'pending' FROM c
WHERE NOT EXISTS (SELECT FROM c AS o JOIN identity.throttle h ON h.purpose = o.purpose AND h.subject = o.subject AND h.failed_at > o.since)
RETURNING id, purpose;

-- name: FailTries :exec
UPDATE identity.throttle SET state = 'failed' WHERE id = ANY(@ids::bigint[]);

-- name: WithdrawTries :exec
DELETE FROM identity.throttle WHERE id = ANY(@ids::bigint[]);

-- name: ForgiveTries :exec
-- A success takes back its own try and forgives the failures before it.
WITH own AS (DELETE FROM identity.throttle o WHERE o.id = ANY(@ids::bigint[]))
UPDATE identity.throttle t SET state = 'forgiven'
FROM (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject) AS c
WHERE t.purpose = c.purpose AND t.subject = c.subject AND t.state = 'failed';

-- name: DeleteTries :exec
DELETE FROM identity.throttle WHERE purpose = @purpose AND subject = @subject;
