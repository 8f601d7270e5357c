-- name: DueTargets :many
-- Active boards that are due and that this pass has not pulled yet; early adds those that are not due, and ignore_backoff
-- those that are backing off. Followed boards come first. Families take turns, because the boards of one
-- vendor wait for each other in its lane; within a family the board that is due for longest comes first.
SELECT t.id, t.source_type, t.token, t.etag, t.last_attempt_at, t.host, t.requests, t.company_name FROM crawler.pull_target t
WHERE t.status = 'active' AND (@ignore_backoff::boolean OR @early::boolean AND t.consecutive_failures = 0
    OR t.next_attempt_at IS NULL OR t.next_attempt_at <= @now::timestamptz)
  AND NOT EXISTS (SELECT FROM crawler.pull_log l WHERE l.pass_id = @pass_id::uuid AND l.target_id = t.id)
ORDER BY t.followers > 0 DESC,
    row_number() OVER (PARTITION BY t.followers > 0, t.source_type ORDER BY t.next_attempt_at NULLS FIRST, t.id), t.source_type;

-- name: WaitingTargets :many
-- The ends of the back-offs for which DueTargets leaves active boards out, the next one first.
SELECT t.next_attempt_at::timestamptz AS until FROM crawler.pull_target t
WHERE t.status = 'active' AND t.consecutive_failures > 0 AND t.next_attempt_at > @now::timestamptz
  AND NOT EXISTS (SELECT FROM crawler.pull_log l WHERE l.pass_id = @pass_id::uuid AND l.target_id = t.id)
ORDER BY t.next_attempt_at;

-- name: LockTarget :one
-- Locks the board against other writers, and returns its state after the pull before.
SELECT t.status, (t.deleted_at IS NOT NULL)::boolean AS deleted, t.consecutive_failures, t.absent_since, t.absent_pulls, t.unconfirmed_since,
       t.pull_interval, t.last_success_at, d.pulled_at AS doubted_at
FROM crawler.pull_target t LEFT JOIN crawler.pull_log d ON d.id = t.doubted_pull
WHERE t.id = @id FOR NO KEY UPDATE OF t;

-- name: UpdateTarget :exec
UPDATE crawler.pull_target
SET status = @status, etag = CASE WHEN @keep_etag::boolean THEN etag ELSE sqlc.narg(etag) END,
    last_attempt_at = @now::timestamptz, last_success_at = CASE WHEN @succeeded::boolean THEN @now::timestamptz ELSE last_success_at END,
    next_attempt_at = sqlc.narg(next_attempt_at), consecutive_failures = @consecutive_failures, last_error = sqlc.narg(last_error),
    absent_since = sqlc.narg(absent_since), absent_pulls = @absent_pulls, unconfirmed_since = sqlc.narg(unconfirmed_since),
    doubted_pull = CASE WHEN @keep_doubt::boolean THEN doubted_pull ELSE sqlc.narg(doubted_pull) END, updated_at = @now::timestamptz,
    pull_interval = @pull_interval, last_change_at = CASE WHEN @changed::boolean THEN @now::timestamptz ELSE last_change_at END,
    host = coalesce(nullif(@host::text, ''), host), requests = @requests, bytes = @bytes
WHERE id = @id;

-- name: AddUsage :exec
-- Sorted, so that pulls that ask the same hosts do not wait for each other in a circle.
INSERT INTO crawler.host_usage (host, hour, requests, bytes, budget)
SELECT u.host, @hour::timestamptz, u.requests, u.bytes, @budget::integer
FROM (SELECT unnest(@hosts::text[]) AS host, unnest(@requests::integer[]) AS requests, unnest(@bytes::bigint[]) AS bytes) u
ORDER BY u.host
ON CONFLICT (host, hour) DO UPDATE
SET requests = host_usage.requests + excluded.requests, bytes = host_usage.bytes + excluded.bytes, budget = excluded.budget;

-- name: UsageOfHour :many
SELECT host, requests FROM crawler.host_usage WHERE hour = @hour;

-- name: Hosts :many
-- The busiest host of the last 24 hours first.
SELECT u.host, sum(CASE WHEN u.hour >= @this_hour::timestamptz THEN u.requests ELSE 0 END)::bigint AS this_hour,
       (array_agg(u.budget ORDER BY u.hour DESC))[1]::integer AS budget, sum(u.requests)::bigint AS requests, sum(u.bytes)::bigint AS bytes
FROM crawler.host_usage u WHERE u.hour > @since::timestamptz
GROUP BY u.host ORDER BY sum(u.requests) DESC, u.host;

-- name: TrimUsage :exec
DELETE FROM crawler.host_usage WHERE hour < @before::timestamptz;

-- name: InsertPull :exec
INSERT INTO crawler.pull_log (id, pass_id, target_id, pulled_at, outcome, http_status, seen, created, changed, reopened, closed, duration_ms, error,
    requests, bytes)
VALUES (@id, @pass_id, @target_id, @pulled_at, @outcome, sqlc.narg(http_status), @seen, @created, @changed, @reopened, @closed, @duration_ms, sqlc.narg(error),
    @requests, @bytes);

-- name: PassTotals :one
SELECT count(*) AS boards, count(*) FILTER (WHERE outcome = 'failed') AS failed,
       count(*) FILTER (WHERE outcome <> 'failed' AND error IS NOT NULL) AS doubtful,
       coalesce(sum(seen), 0)::bigint AS seen, coalesce(sum(created), 0)::bigint AS created, coalesce(sum(changed), 0)::bigint AS changed,
       coalesce(sum(reopened), 0)::bigint AS reopened, coalesce(sum(closed), 0)::bigint AS closed
FROM crawler.pull_log WHERE pass_id = @pass_id::uuid;

-- name: PassRemarks :many
SELECT t.source_type, t.token, l.outcome, l.error
FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id
WHERE l.pass_id = @pass_id::uuid AND l.error IS NOT NULL
ORDER BY l.outcome = 'failed' DESC, t.source_type, t.token LIMIT @most;

-- name: TrimPulls :execrows
DELETE FROM crawler.pull_log WHERE id IN (SELECT id FROM crawler.pull_log WHERE pulled_at < @before::timestamptz LIMIT 10000);

-- name: InsertTarget :one
-- A board that was deleted is active again, and the pull reads it from the start. Under another name it is of another company.
INSERT INTO crawler.pull_target (id, source_type, token, company_name, company_logo_url, company_website, created_at, updated_at)
VALUES (@id, @source_type, @token, @company_name, sqlc.narg(company_logo_url), sqlc.narg(company_website), @now, @now)
ON CONFLICT ON CONSTRAINT pull_target_board_key DO UPDATE
SET status = 'active', deleted_at = NULL, company_name = excluded.company_name, company_logo_url = excluded.company_logo_url,
    company_website = excluded.company_website,
    company_id = CASE WHEN pull_target.company_name = excluded.company_name THEN pull_target.company_id END, etag = NULL, next_attempt_at = NULL, consecutive_failures = 0, last_error = NULL,
    absent_since = NULL, absent_pulls = 0, unconfirmed_since = NULL, doubted_pull = NULL, updated_at = excluded.updated_at
WHERE pull_target.deleted_at IS NOT NULL
RETURNING id;

-- name: Targets :many
SELECT t.source_type, t.token, t.company_name, t.company_logo_url, t.status, t.last_success_at, t.last_attempt_at, t.next_attempt_at,
       t.consecutive_failures, t.last_error, t.last_change_at, t.pull_interval, t.followers, t.requests, t.bytes,
       (SELECT count(*) FROM crawler.job_post p WHERE p.target_id = t.id AND p.closed_at IS NULL)::bigint AS open_postings
FROM crawler.pull_target t WHERE t.deleted_at IS NULL ORDER BY t.source_type, t.token;

-- name: PauseTarget :execrows
UPDATE crawler.pull_target SET status = 'paused', updated_at = @now WHERE id = @id AND deleted_at IS NULL;

-- name: ResumeTarget :execrows
-- Resets the failures of the board.
UPDATE crawler.pull_target
SET status = 'active', next_attempt_at = NULL, consecutive_failures = 0, absent_since = NULL, absent_pulls = 0, updated_at = @now
WHERE id = @id AND deleted_at IS NULL;

-- name: DeleteTarget :execrows
UPDATE crawler.pull_target SET status = 'gone', deleted_at = @now::timestamptz, next_attempt_at = NULL, updated_at = @now::timestamptz
WHERE id = @id AND deleted_at IS NULL;

-- name: TargetToPull :one
SELECT id, source_type, token, etag, last_attempt_at, host, requests, company_name FROM crawler.pull_target
WHERE id = @id AND status = 'active';

-- name: Boards :many
SELECT source_type, token FROM crawler.pull_target WHERE deleted_at IS NULL;
