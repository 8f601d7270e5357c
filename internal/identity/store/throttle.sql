-- name: LockThrottle :exec
SELECT pg_advisory_xact_lock(@key::bigint);

-- name: Tries :many
SELECT failed_at, state FROM identity.throttle
WHERE purpose = @purpose AND subject = @subject AND failed_at > @since
ORDER BY failed_at;

-- name: InsertTry :one
INSERT INTO identity.throttle (purpose, subject, failed_at, state) VALUES (@purpose, @subject, @now, 'pending') RETURNING id;

-- name: FailTries :exec
UPDATE identity.throttle SET state = 'failed' WHERE id = ANY(@ids::bigint[]);

-- name: WithdrawTries :exec
DELETE FROM identity.throttle WHERE id = ANY(@ids::bigint[]);

-- name: ForgiveTries :exec
UPDATE identity.throttle SET state = 'forgiven' WHERE purpose = @purpose AND subject = @subject AND state = 'failed';

-- name: DeleteTries :exec
DELETE FROM identity.throttle WHERE purpose = @purpose AND subject = @subject;
