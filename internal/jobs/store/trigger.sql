-- name: InsertTrigger :one
INSERT INTO crawler.trigger_request (id, kind, requested_by, requested_at) VALUES (@id, @kind, @requested_by::uuid, @now)
RETURNING id, kind, status, requested_at;

-- name: TriggerInFlight :one
SELECT id, status, requested_at, started_at, finished_at, result_summary, error_reason, progress
FROM crawler.trigger_request WHERE kind = @kind AND status IN ('queued', 'running');

-- name: NewestTrigger :one
SELECT id, status, requested_at, started_at, finished_at, result_summary, error_reason, progress
FROM crawler.trigger_request WHERE kind = @kind ORDER BY requested_at DESC, id DESC LIMIT 1;

-- name: Triggers :many
SELECT id, kind, status, requested_by, requested_at, started_at, finished_at, result_summary, error_reason, progress
FROM crawler.trigger_request WHERE kind = ANY(@kinds::text[]) AND (requested_by IS NULL) = ANY(@scheduled::boolean[])
ORDER BY requested_at DESC, id DESC LIMIT @size::bigint OFFSET @skip::bigint;

-- name: CountTriggers :one
SELECT count(*) FROM crawler.trigger_request
WHERE kind = ANY(@kinds::text[]) AND (requested_by IS NULL) = ANY(@scheduled::boolean[]);

-- name: ScheduledPasses :many
SELECT kind, (by_schedule AND coalesce(lease_expires_at > clock_timestamp(), false))::boolean AS running, scheduled_at, succeeded_at
FROM crawler.pass_lock;
