-- name: EnrolDigest :execrows
-- All users who want a digest and have none of this week.
INSERT INTO notification.digest_claim (week, user_id)
SELECT @week, p.user_id FROM notification.preferences p
WHERE p.weekly_digest_email
  AND NOT EXISTS (SELECT FROM notification.digest_run r WHERE r.user_id = p.user_id AND r.week = @week AND r.status = 'sent')
ON CONFLICT DO NOTHING;

-- name: ClaimDigests :many
UPDATE notification.digest_claim d SET locked_by = @owner::uuid, locked_until = @until::timestamptz
FROM (SELECT c.user_id FROM notification.digest_claim c
      WHERE c.week = @week AND NOT c.enqueued AND (c.tried_at IS NULL OR c.tried_at < @not_since::timestamptz)
        AND (c.locked_until IS NULL OR c.locked_until <= @now::timestamptz)
        AND NOT EXISTS (SELECT FROM notification.digest_run r WHERE r.user_id = c.user_id AND r.week = c.week AND r.status = 'sent')
      ORDER BY c.user_id LIMIT @batch FOR UPDATE SKIP LOCKED) due
WHERE d.week = @week AND d.user_id = due.user_id
RETURNING d.user_id;

-- name: FinishDigest :execrows
-- Only the holder of the claim records a result.
UPDATE notification.digest_claim SET tried_at = @now::timestamptz, enqueued = @enqueued, locked_by = NULL, locked_until = NULL
WHERE week = @week AND user_id = @user_id AND locked_by = @owner::uuid;

-- name: ReleaseDigests :exec
UPDATE notification.digest_claim SET locked_by = NULL, locked_until = NULL WHERE week = @week AND locked_by = @owner::uuid;

-- name: RecordDigest :execrows
INSERT INTO notification.digest_run (id, user_id, sent_at, job_count, status, error_message)
VALUES (@id, @user_id, @sent_at, @job_count, @status, @error_message)
ON CONFLICT (user_id, week) WHERE status = 'sent' DO NOTHING;

-- name: PruneDigestClaims :execrows
DELETE FROM notification.digest_claim WHERE week < @before;

-- name: HeldDigests :one
-- How many users of a week a process has claimed and not finished.
SELECT count(*) FROM notification.digest_claim WHERE week = @week AND NOT enqueued AND locked_until > @now::timestamptz;
