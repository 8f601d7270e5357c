-- name: SaveJob :one
-- No row: there is no such posting. Kept is false when there is no room for it.
WITH found AS (SELECT p.id FROM crawler.job_post p WHERE p.id = sqlc.arg(job_id)),
     known AS (SELECT s.job_id FROM job.saved_job s WHERE s.user_id = sqlc.arg(user_id) AND s.job_id = sqlc.arg(job_id)),
     saved AS (INSERT INTO job.saved_job (user_id, job_id, saved_at)
               SELECT sqlc.arg(user_id)::uuid, found.id, sqlc.arg(now)::timestamptz FROM found
               WHERE NOT EXISTS (SELECT FROM known) AND (SELECT count(*) FROM job.saved_job s WHERE s.user_id = sqlc.arg(user_id)) < sqlc.arg(most)::bigint
               RETURNING job_id)
SELECT EXISTS (SELECT FROM known UNION ALL SELECT FROM saved) AS kept FROM found;

-- name: UnsaveJob :exec
DELETE FROM job.saved_job WHERE user_id = @user_id AND job_id = @job_id;

-- name: CountSavedJobs :one
SELECT count(*) FROM job.saved_job WHERE user_id = @user_id;

-- name: SavedJobs :many
SELECT job_id, saved_at FROM job.saved_job WHERE user_id = @user_id
ORDER BY saved_at DESC, job_id
LIMIT @size::bigint OFFSET @skip::bigint;

-- name: SavedJobsAfter :many
-- With ties, so that the last instant is complete and the next call can go on after it.
SELECT job_id, saved_at FROM job.saved_job WHERE user_id = @user_id AND saved_at > @after
ORDER BY saved_at
FETCH FIRST (@size::bigint) ROWS WITH TIES;

-- name: DeleteSavedJobs :exec
DELETE FROM job.saved_job WHERE user_id = @user_id;

-- name: DeleteSavedFilters :exec
DELETE FROM job.saved_filter WHERE user_id = @user_id;

-- name: SavedFilters :many
SELECT f.id, f.name, f.filters, f.created_at, f.updated_at, a.rhythm, a.muted_until
FROM job.saved_filter f LEFT JOIN job.alert a ON a.filter_id = f.id WHERE f.user_id = @user_id ORDER BY f.created_at, f.id;

-- name: SavedFilter :one
SELECT f.id, f.name, f.filters, f.created_at, f.updated_at, a.rhythm, a.muted_until
FROM job.saved_filter f LEFT JOIN job.alert a ON a.filter_id = f.id WHERE f.id = @id AND f.user_id = @user_id;

-- name: LockSaved :exec
SELECT pg_advisory_xact_lock(hashtextextended(@owner::text, 0));

-- name: InsertSavedFilter :one
INSERT INTO job.saved_filter (id, user_id, name, filters, created_at, updated_at)
SELECT @id::uuid, @user_id::uuid, @name::text, @filters::jsonb, @now::timestamptz, @now::timestamptz
WHERE (SELECT count(*) FROM job.saved_filter f WHERE f.user_id = @user_id) < @most::bigint
RETURNING id, name, filters, created_at, updated_at;

-- name: UpdateSavedFilter :execrows
UPDATE job.saved_filter SET name = coalesce(sqlc.narg(name), name), filters = coalesce(sqlc.narg(filters), filters), updated_at = @now
WHERE id = @id AND user_id = @user_id;

-- name: DeleteSavedFilter :execrows
DELETE FROM job.saved_filter WHERE id = @id AND user_id = @user_id;
