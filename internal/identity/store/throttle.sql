-- name: LockThrottle :exec
-- Takes the locks in the given order. The transaction that writes an attempt need not wait for the disk: nothing is
-- answered before the attempt is settled, and that commit also makes everything committed before it durable.
SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(key) FROM unnest(@keys::bigint[]) AS key;

-- name: Attempts :many
-- Reads several budgets at once, each with its own index scan.
SELECT c.purpose::text AS purpose, t.failed_at, t.state
FROM (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject, unnest(@since::timestamptz[]) AS since) AS c
CROSS JOIN LATERAL (
    SELECT h.failed_at, h.state FROM identity.throttle h
    WHERE h.purpose = c.purpose AND h.subject = c.subject AND h.failed_at > c.since
    ORDER BY h.failed_at) AS t;

-- name: InsertAttempts :many
INSERT INTO identity.throttle (purpose, subject, failed_at, state)
SELECT unnest(@purposes::text[]), unnest(@subjects::bytea[]), @now, 'pending'
RETURNING id, purpose;

-- name: FailAttempts :exec
UPDATE identity.throttle SET state = 'failed' WHERE id = ANY(@ids::bigint[]);

-- name: WithdrawAttempts :exec
DELETE FROM identity.throttle WHERE id = ANY(@ids::bigint[]);

-- name: ForgiveAttempts :exec
-- A success removes its own attempt and forgives the failures before it.
WITH own AS (DELETE FROM identity.throttle o WHERE o.id = ANY(@ids::bigint[]))
UPDATE identity.throttle t SET state = 'forgiven'
FROM (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject) AS c
WHERE t.purpose = c.purpose AND t.subject = c.subject AND t.state = 'failed';

-- name: DeleteAttempts :exec
DELETE FROM identity.throttle WHERE purpose = @purpose AND subject = @subject;
