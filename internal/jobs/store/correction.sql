-- name: LockCorrections :one
-- Makes the row of a posting if there is none, and locks it. No row: there is no such posting.
INSERT INTO job.fact_correction (post_id) SELECT p.id FROM crawler.job_post p WHERE p.id = @post_id
ON CONFLICT (post_id) DO UPDATE SET post_id = excluded.post_id
RETURNING facts::jsonb AS facts, version;

-- name: WriteCorrections :exec
-- Wakes the search index when the transaction commits.
WITH written AS (UPDATE job.fact_correction SET facts = @facts::jsonb, version = version + 1, change_xid = pg_current_xact_id()
                 WHERE post_id = @post_id)
SELECT pg_notify('crawler_changes', '');

-- name: RecordCorrection :exec
INSERT INTO job.correction_made (post_id, fact, account_id, made_at) VALUES (@post_id, @fact, @account_id::uuid, @now)
ON CONFLICT (post_id, fact) DO UPDATE SET account_id = excluded.account_id, made_at = excluded.made_at;

-- name: ForgetCorrection :exec
DELETE FROM job.correction_made WHERE post_id = @post_id AND fact = @fact;

-- name: MadeCorrections :many
SELECT m.post_id, p.title, t.company_name, m.fact, m.account_id, m.made_at, c.version,
    jsonb_build_object(m.fact, c.facts::jsonb -> m.fact)::jsonb AS value, jsonb_build_object(m.fact, p.found -> m.fact)::jsonb AS found
FROM job.correction_made m JOIN job.fact_correction c ON c.post_id = m.post_id JOIN crawler.corrected_post p ON p.id = m.post_id
JOIN crawler.pull_target t ON t.id = p.target_id
ORDER BY m.made_at DESC, m.post_id, m.fact LIMIT @size::bigint OFFSET @skip::bigint;

-- name: CountMadeCorrections :one
SELECT count(*) FROM job.correction_made m JOIN crawler.job_post p ON p.id = m.post_id;

-- name: ForgetCorrector :exec
UPDATE job.correction_made SET account_id = NULL WHERE account_id = @user_id::uuid;

-- name: OwnCorrections :many
SELECT o.post_id, p.title, o.facts::jsonb AS facts, o.updated_at
FROM job.own_correction o JOIN crawler.job_post p ON p.id = o.post_id
WHERE o.user_id = @user_id ORDER BY o.updated_at DESC, o.post_id;

-- name: SetOwnCorrection :one
-- No row: there is no such posting. Kept is false when there is no room for it.
WITH found AS (SELECT p.id FROM crawler.job_post p WHERE p.id = @post_id),
     kept AS (INSERT INTO job.own_correction (user_id, post_id, facts, updated_at)
              SELECT @user_id::uuid, found.id, @facts::jsonb, @now::timestamptz FROM found
              WHERE EXISTS (SELECT FROM job.own_correction o WHERE o.user_id = @user_id AND o.post_id = @post_id)
                 OR (SELECT count(*) FROM job.own_correction o WHERE o.user_id = @user_id) < @most::bigint
              ON CONFLICT (user_id, post_id) DO UPDATE SET facts = own_correction.facts || excluded.facts, updated_at = excluded.updated_at
              RETURNING post_id)
SELECT EXISTS (SELECT FROM kept) AS kept FROM found;

-- name: RemoveOwnCorrection :exec
-- Without its last fact the row goes. The two parts see the table as it was, so each row is touched by one of them.
WITH gone AS (DELETE FROM job.own_correction o WHERE o.user_id = @user_id AND o.post_id = @post_id AND o.facts - @fact::text = '{}')
UPDATE job.own_correction o SET facts = o.facts - @fact::text, updated_at = @now
WHERE o.user_id = @user_id AND o.post_id = @post_id AND o.facts ? @fact::text AND o.facts - @fact::text <> '{}';

-- name: DeleteOwnCorrections :exec
DELETE FROM job.own_correction WHERE user_id = @user_id;
