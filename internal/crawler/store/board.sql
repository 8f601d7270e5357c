-- name: ClaimBoardRequest :one
-- The database's clock decides whether a lease expired, because the clocks of the workers may differ.
UPDATE crawler.board_request r
SET status = 'running', started_at = coalesce(r.started_at, clock_timestamp()), locked_by = @holder,
    lease_expires_at = clock_timestamp() + @lease::interval, attempts = r.attempts + 1
WHERE r.id = (SELECT w.id FROM crawler.board_request w
              WHERE w.status IN ('queued', 'running') AND (w.status = 'queued' OR w.lease_expires_at <= clock_timestamp())
              ORDER BY w.requested_at, w.id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING r.id, r.kind, r.requested_by, r.query, r.find_id, r.choice, r.target_id, r.attempts;

-- name: RenewBoardRequest :execrows
UPDATE crawler.board_request SET lease_expires_at = clock_timestamp() + @lease::interval
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: HoldBoardRequest :one
-- Keeps other workers from taking the request until the end of the transaction.
SELECT true FROM crawler.board_request WHERE id = @id AND locked_by = @holder::text AND status = 'running' FOR SHARE;

-- name: FinishBoardRequest :execrows
UPDATE crawler.board_request
SET status = @status, finished_at = clock_timestamp(), error_reason = sqlc.narg(error_reason), locked_by = NULL, lease_expires_at = NULL
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: ReleaseBoardRequest :execrows
-- The request is still running and can be taken over. The attempt does not count: the holder did not die.
UPDATE crawler.board_request SET lease_expires_at = clock_timestamp(), attempts = greatest(attempts - 1, 0)
WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: ReportSteps :execrows
UPDATE crawler.board_request SET steps = @steps WHERE id = @id AND locked_by = @holder::text AND status = 'running';

-- name: WriteFound :exec
UPDATE crawler.board_request SET steps = @steps, found = @found WHERE id = @id;

-- name: FoundBoards :one
SELECT found FROM crawler.board_request WHERE id = @id AND kind = 'find' AND status = 'succeeded';

-- name: WriteAdded :exec
UPDATE crawler.board_request SET target_id = @target_id::uuid WHERE id = @id;

-- name: TargetID :one
SELECT id FROM crawler.pull_target WHERE source_type = @source_type AND token = @token AND deleted_at IS NULL;

-- name: KnownPage :one
-- The first of the careers pages that is read as a board.
SELECT token FROM crawler.pull_target WHERE source_type = 'jsonld' AND token = ANY(@pages::text[]) AND deleted_at IS NULL
ORDER BY array_position(@pages::text[], token) LIMIT 1;

-- name: PullOf :one
SELECT outcome, error FROM crawler.pull_log WHERE pass_id = @pass_id::uuid AND target_id = @target_id;

-- name: ForgetBoardRequests :execrows
DELETE FROM crawler.board_request WHERE requested_by = @user_id AND kind <> 'forget';

-- name: TrimBoardRequests :execrows
-- An addition goes with its find.
DELETE FROM crawler.board_request WHERE kind <> 'add' AND requested_at < @before::timestamptz AND status IN ('succeeded', 'failed');

-- name: Missed :one
SELECT EXISTS (SELECT FROM crawler.board_miss WHERE source_type = @source_type AND token = @token AND missed_at > @since::timestamptz);

-- name: InsertMiss :exec
INSERT INTO crawler.board_miss (source_type, token, missed_at) VALUES (@source_type, @token, @now)
ON CONFLICT (source_type, token) DO UPDATE SET missed_at = excluded.missed_at;

-- name: TrimMisses :execrows
DELETE FROM crawler.board_miss WHERE missed_at < @before::timestamptz;
