-- name: Pulls :many
SELECT id, pulled_at, outcome, http_status, seen, created, changed, reopened, closed, duration_ms, error, requests, bytes
FROM crawler.pull_log WHERE target_id = @target_id ORDER BY pulled_at DESC, id DESC LIMIT @size::bigint;

-- name: NewestAction :one
SELECT id, kind, status, requested_at, finished_at, error_reason FROM crawler.board_request
WHERE target_id = @target_id::uuid AND kind IN ('pause', 'resume', 'retry', 'delete')
ORDER BY requested_at DESC, id DESC LIMIT 1;

-- name: InsertAction :one
-- No row if as many as there may be wait for the crawler.
INSERT INTO crawler.board_request (id, kind, requested_by, requested_at, target_id)
SELECT @id::uuid, @kind::text, @user_id::uuid, @now::timestamptz, @target_id::uuid
WHERE (SELECT count(*) FROM crawler.board_request b WHERE b.kind IN ('pause', 'resume', 'retry', 'delete')
         AND b.status IN ('queued', 'running')) < @most::bigint
RETURNING id, kind, status, requested_at, finished_at, error_reason;
