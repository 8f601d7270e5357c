-- name: Rules :many
SELECT r.id, r.list, r.kind, r.name, r.company, r.job_id, t.company_id, t.id AS target_id, r.created_at
FROM job.rule r LEFT JOIN crawler.pull_target t ON t.id = r.target_id
WHERE r.user_id = @user_id ORDER BY r.created_at DESC, r.id;

-- name: RuleQuery :many
-- The values of each rule, in the form that the search takes: companies by the names of all their boards.
SELECT DISTINCT r.list, r.kind, coalesce(t.company_name, r.name)::text AS value, r.job_id
FROM job.rule r LEFT JOIN crawler.pull_target b ON b.id = r.target_id
LEFT JOIN crawler.pull_target t ON t.id = b.id OR t.company_id = b.company_id
WHERE r.user_id = @user_id ORDER BY 1, 2, 3, 4;

-- name: RuleBoard :one
-- A board of the company that is given by its own id or that of a board, by a posting, or by a name.
SELECT t.id, coalesce(c.name, t.company_name)::text AS name
FROM crawler.pull_target t LEFT JOIN job.company c ON c.id = t.company_id
WHERE t.id = sqlc.narg(employer_id)::uuid OR t.company_id = sqlc.narg(employer_id)::uuid
    OR t.id = (SELECT p.target_id FROM crawler.job_post p WHERE p.id = sqlc.narg(job_id)::uuid)
    OR lower(t.company_name) = lower(sqlc.narg(name)::text)
    OR t.company_id = (SELECT n.id FROM job.company n WHERE lower(n.name) = lower(sqlc.narg(name)::text) ORDER BY n.id LIMIT 1)
ORDER BY t.id LIMIT 1;

-- name: RulePosting :one
SELECT p.title, coalesce(c.name, t.company_name)::text AS company
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id LEFT JOIN job.company c ON c.id = t.company_id
WHERE p.id = @job_id;

-- name: SameRule :many
-- The entry that is there already. A company has one, on whichever list; several if its boards were resolved to one later.
SELECT r.id, r.list FROM job.rule r
WHERE r.user_id = @user_id AND (r.job_id = sqlc.narg(job_id)::uuid
    OR r.target_id IN (SELECT t.id FROM crawler.pull_target t WHERE t.id = sqlc.narg(target_id)::uuid
        OR t.company_id = (SELECT b.company_id FROM crawler.pull_target b WHERE b.id = sqlc.narg(target_id)::uuid))
    OR sqlc.narg(job_id)::uuid IS NULL AND sqlc.narg(target_id)::uuid IS NULL AND r.target_id IS NULL AND r.job_id IS NULL
        AND r.list = @list AND r.kind = @kind AND lower(r.name) = lower(@name));

-- name: CountRules :one
SELECT count(*) FROM job.rule WHERE user_id = @user_id;

-- name: DeleteClosedRules :execrows
DELETE FROM job.rule r WHERE r.user_id = @user_id AND r.job_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM crawler.job_post p WHERE p.id = r.job_id AND p.closed_at IS NULL);

-- name: InsertRule :exec
INSERT INTO job.rule (id, user_id, list, kind, name, company, target_id, job_id, created_at)
VALUES (@id, @user_id, @list, @kind, @name, @company, @target_id, @job_id, @now);

-- name: DeleteRule :execrows
DELETE FROM job.rule WHERE id = @id AND user_id = @user_id;

-- name: DeleteRules :exec
DELETE FROM job.rule WHERE user_id = @user_id;

-- name: Seen :many
SELECT job_id FROM job.seen WHERE user_id = @user_id ORDER BY seen_at DESC, job_id LIMIT @most::bigint;

-- name: AddSeen :exec
INSERT INTO job.seen (user_id, job_id, seen_at)
SELECT @user_id::uuid, p.id, @now::timestamptz FROM crawler.job_post p WHERE p.id = ANY(@job_ids::uuid[]) ORDER BY p.id
ON CONFLICT (user_id, job_id) DO UPDATE SET seen_at = excluded.seen_at;

-- name: TrimSeen :exec
DELETE FROM job.seen s WHERE s.user_id = @user_id AND s.job_id IN (SELECT o.job_id FROM job.seen o WHERE o.user_id = @user_id
    ORDER BY o.seen_at DESC, o.job_id OFFSET @most::bigint);

-- name: DeleteSeen :exec
DELETE FROM job.seen WHERE user_id = @user_id;

-- name: NoteVisit :one
INSERT INTO job.visit AS v (user_id, last_at) VALUES (@user_id, @now)
ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(v.last_at, excluded.last_at),
    previous_at = CASE WHEN v.last_at < @over::timestamptz THEN v.last_at ELSE v.previous_at END
RETURNING previous_at;

-- name: DeleteVisit :exec
DELETE FROM job.visit WHERE user_id = @user_id;

-- name: OwnersOfRules :many
SELECT DISTINCT user_id FROM job.rule WHERE user_id = ANY(@users::uuid[]) ORDER BY user_id;
