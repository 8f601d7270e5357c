-- name: InsertFind :one
-- No row if the user's finds of the last 24 hours are used up. A user has one find at a time, so that two requests
-- cannot both take the last one.
INSERT INTO crawler.board_request (id, kind, requested_by, requested_at, query)
SELECT @id::uuid, 'find', @user_id::uuid, @now::timestamptz, @query::text
WHERE (SELECT count(*) FROM crawler.board_request b WHERE b.kind = 'find' AND b.requested_by = @user_id
         AND b.requested_at > @since::timestamptz) < @per_day::bigint
RETURNING id;

-- name: ForgetFinds :exec
-- Asks the crawler to delete what the user asked for, if there is anything.
INSERT INTO crawler.board_request (id, kind, requested_by, requested_at)
SELECT @id::uuid, 'forget', @user_id::uuid, @now::timestamptz
WHERE EXISTS (SELECT FROM crawler.board_request b WHERE b.requested_by = @user_id AND b.kind <> 'forget');

-- name: FindsUsed :one
SELECT count(*) AS used, coalesce(min(requested_at), @now::timestamptz)::timestamptz AS oldest
FROM crawler.board_request WHERE kind = 'find' AND requested_by = @user_id AND requested_at > @since::timestamptz;

-- name: Find :one
SELECT id, query, status, requested_at, finished_at, error_reason, steps, found
FROM crawler.board_request WHERE id = @id AND requested_by = @user_id AND kind = 'find';

-- name: Additions :many
SELECT choice, status, target_id, error_reason FROM crawler.board_request WHERE find_id = @find_id ORDER BY requested_at, id;

-- name: InsertAddition :exec
INSERT INTO crawler.board_request (id, kind, requested_by, requested_at, find_id, choice)
VALUES (@id, 'add', @user_id, @now, @find_id, @choice);

-- name: KnownBoards :many
SELECT t.source_type, t.token, t.company_name, coalesce(t.company_id, t.id)::uuid AS employer_id,
       (SELECT count(*) FROM crawler.job_post p WHERE p.target_id = t.id AND p.closed_at IS NULL)::bigint AS open_postings
FROM crawler.pull_target t
JOIN (SELECT unnest(@source_types::text[]) AS source_type, unnest(@tokens::text[]) AS token) b USING (source_type, token)
WHERE t.deleted_at IS NULL;
