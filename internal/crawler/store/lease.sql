-- name: RequestWaits :one
-- Takes no locks: most polls find nothing. Here and below the database's clock decides whether a lease expired, because
-- the clocks of the workers may differ.
SELECT EXISTS (SELECT FROM crawler.trigger_request WHERE kind = @kind
    AND (status = 'queued' OR status = 'running' AND lease_expires_at <= clock_timestamp()));

-- name: LockPass :one
SELECT locked_by, coalesce(lease_expires_at > clock_timestamp(), false)::boolean AS held,
       coalesce(scheduled_at > clock_timestamp() - @within::interval, false)::boolean AS scheduled
FROM crawler.pass_lock WHERE kind = @kind FOR UPDATE;

-- name: LockOldestRequest :one
SELECT id, status, requested_by, locked_by, attempts, coalesce(lease_expires_at > clock_timestamp(), false)::boolean AS leased
FROM crawler.trigger_request WHERE kind = @kind AND status IN ('queued', 'running')
ORDER BY requested_at, id LIMIT 1
FOR UPDATE SKIP LOCKED;

-- name: TakePass :exec
UPDATE crawler.pass_lock
SET locked_by = @holder, lease_expires_at = clock_timestamp() + @lease::interval, by_schedule = @scheduled::boolean,
    scheduled_at = CASE WHEN @scheduled::boolean THEN clock_timestamp() ELSE scheduled_at END
WHERE kind = @kind;

-- name: TakeRequest :exec
UPDATE crawler.trigger_request
SET status = 'running', started_at = coalesce(started_at, clock_timestamp()), locked_by = @holder,
    lease_expires_at = clock_timestamp() + @lease::interval, attempts = attempts + 1
WHERE id = @id AND status IN ('queued', 'running');

-- name: InsertScheduled :exec
INSERT INTO crawler.trigger_request (id, kind, status, requested_at, started_at, locked_by, lease_expires_at, attempts)
VALUES (@id, @kind, 'running', clock_timestamp(), clock_timestamp(), @holder, clock_timestamp() + @lease::interval, 1);

-- name: DeleteIdle :execrows
-- A pass on schedule that found nothing to do leaves no row: there are hundreds a day.
DELETE FROM crawler.trigger_request
WHERE id = @id AND locked_by = @holder::text AND status = 'running' AND requested_by IS NULL;

-- name: TrimScheduled :exec
DELETE FROM crawler.trigger_request WHERE requested_by IS NULL AND finished_at < @before::timestamptz;

-- name: FailDeadRequest :exec
UPDATE crawler.trigger_request
SET status = 'failed', finished_at = clock_timestamp(), error_reason = 'lease expired', lease_expires_at = NULL
WHERE id = @id AND status = 'running';

-- name: RenewPass :execrows
UPDATE crawler.pass_lock SET lease_expires_at = clock_timestamp() + @lease::interval
WHERE kind = @kind AND locked_by = @holder::text;

-- name: RenewRequest :execrows
UPDATE crawler.trigger_request SET lease_expires_at = clock_timestamp() + @lease::interval
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: HoldPass :one
-- Keeps other workers from taking the lock until the end of the transaction.
SELECT true FROM crawler.pass_lock WHERE kind = @kind AND locked_by = @holder::text FOR SHARE;

-- name: HoldRequest :one
SELECT true FROM crawler.trigger_request WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: FreePass :execrows
UPDATE crawler.pass_lock SET locked_by = NULL, lease_expires_at = NULL WHERE kind = @kind AND locked_by = @holder::text;

-- name: FinishPass :execrows
UPDATE crawler.pass_lock
SET locked_by = NULL, lease_expires_at = NULL,
    succeeded_at = CASE WHEN by_schedule AND @succeeded::boolean THEN clock_timestamp() ELSE succeeded_at END
WHERE kind = @kind AND locked_by = @holder::text;

-- name: FinishRequest :execrows
-- The counts are added to the last progress, which may be missing.
UPDATE crawler.trigger_request
SET status = @status, finished_at = clock_timestamp(), result_summary = sqlc.narg(result_summary), error_reason = sqlc.narg(error_reason), lease_expires_at = NULL,
    progress = coalesce(coalesce(progress, '{}') || sqlc.narg(counts)::jsonb, progress)
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: ReleaseRequest :execrows
-- The request is still running and can be taken over. The attempt does not count: the holder did not die.
UPDATE crawler.trigger_request SET lease_expires_at = clock_timestamp(), attempts = greatest(attempts - 1, 0)
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: ReportProgress :execrows
UPDATE crawler.trigger_request SET progress = @progress
WHERE id = @id AND locked_by = @holder::text AND status = 'running';
