-- An employer is given by the id of its company or of one of its boards.

-- name: Follow :one
-- No row: there is no such employer. Kept is false when there is no room for it.
WITH board AS (SELECT t.id FROM crawler.pull_target t WHERE t.id = @employer_id::uuid OR t.company_id = @employer_id::uuid
                   OR t.company_id = (SELECT b.company_id FROM crawler.pull_target b WHERE b.id = @employer_id::uuid)),
     known AS (SELECT f.target_id FROM job.follow f JOIN board ON board.id = f.target_id WHERE f.user_id = @user_id),
     kept AS (INSERT INTO job.follow (user_id, target_id, followed_at)
              SELECT @user_id::uuid, board.id, @now::timestamptz FROM board
              WHERE NOT EXISTS (SELECT FROM known) AND (SELECT count(*) FROM job.follow f WHERE f.user_id = @user_id) < @most::bigint
              ORDER BY board.id LIMIT 1
              RETURNING target_id)
SELECT EXISTS (SELECT FROM known UNION ALL SELECT FROM kept) AS kept FROM board LIMIT 1;

-- name: Unfollow :exec
DELETE FROM job.follow f USING crawler.pull_target t
WHERE f.user_id = @user_id AND t.id = f.target_id AND (t.id = @employer_id::uuid OR t.company_id = @employer_id::uuid
    OR t.company_id = (SELECT b.company_id FROM crawler.pull_target b WHERE b.id = @employer_id::uuid));

-- name: FollowedBoards :many
SELECT coalesce(t.company_id, t.id)::uuid AS employer_id, t.company_name, t.source_type, t.token, min(f.followed_at)::timestamptz AS followed_at
FROM job.follow f
JOIN crawler.pull_target b ON b.id = f.target_id
JOIN crawler.pull_target t ON coalesce(t.company_id, t.id) = coalesce(b.company_id, b.id)
WHERE f.user_id = @user_id
GROUP BY t.id ORDER BY lower(t.company_name), t.source_type, t.token;

-- name: DeleteFollows :exec
DELETE FROM job.follow WHERE user_id = @user_id;
