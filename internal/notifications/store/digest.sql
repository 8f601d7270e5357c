-- name: EnrolDigest :execrows
-- Everyone who wants a digest and has none of this week.
INSERT INTO notification.digest_claim (week, user_id)
SELECT @week, p.user_id FROM notification.preferences p
WHERE p.weekly_digest_email
  AND NOT EXISTS (SELECT FROM notification.digest_run r WHERE r.user_id = p.user_id AND r.week = @week AND r.status = 'sent')
ON CONFLICT DO NOTHING;

-- name: ClaimDigests :many
UPDATE notification.digest_claim d SET locked_by = @owner, locked_until = @until
FROM (SELECT c.user_id FROM notification.digest_claim c
      WHERE c.week = @week AND NOT c.enqueued AND (c.tried_at IS NULL OR c.tried_at < @not_since)
        AND (c.locked_until IS NULL OR c.locked_until <= @now)
      ORDER BY c.user_id LIMIT @batch FOR UPDATE SKIP LOCKED) due
WHERE d.week = @week AND d.user_id = due.user_id
RETURNING d.user_id;

-- name: DigestSent :one
SELECT EXISTS (SELECT FROM notification.digest_run WHERE user_id = @user_id AND week = @week AND status = 'sent');

-- name: FinishDigest :execrows
-- What happened to a user is written by who holds the claim, or not at all.
UPDATE notification.digest_claim SET tried_at = @now, enqueued = @enqueued, locked_by = NULL, locked_until = NULL
WHERE week = @week AND user_id = @user_id AND locked_by = @owner;

-- name: ReleaseDigests :exec
UPDATE notification.digest_claim SET locked_by = NULL, locked_until = NULL WHERE week = @week AND locked_by = @owner;

-- name: RecordDigest :execrows
INSERT INTO notification.digest_run (id, user_id, sent_at, job_count, status, error_message)
VALUES (@id, @user_id, @sent_at, @job_count, @status, @error_message)
ON CONFLICT (user_id, week) WHERE status = 'sent' DO NOTHING;

-- name: PruneDigestClaims :execrows
DELETE FROM notification.digest_claim WHERE week < @before;
