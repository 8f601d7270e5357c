-- name: IntendGhosted :execrows
INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at, created_at)
SELECT unnest(@ids::uuid[]), unnest(@user_ids::uuid[]), unnest(@application_ids::uuid[]), unnest(@job_titles::text[]),
       unnest(@companies::text[]), unnest(@last_activities::timestamptz[]), @now
ON CONFLICT ON CONSTRAINT ghosted_alert_episode DO NOTHING;

-- name: ClaimGhosted :many
-- Oldest first. The claim shares the work; that an alert is given once is decided by FinishGhosted.
UPDATE notification.ghosted_alert g SET locked_until = @until::timestamptz
FROM (SELECT c.id FROM notification.ghosted_alert c
      WHERE c.state = 'intended' AND (c.locked_until IS NULL OR c.locked_until <= @now::timestamptz) AND NOT c.id = ANY (@tried::uuid[])
      ORDER BY c.created_at, c.id LIMIT @batch FOR UPDATE SKIP LOCKED) due
WHERE g.id = due.id
RETURNING g.*;

-- name: FinishGhosted :execrows
UPDATE notification.ghosted_alert SET state = @state, finished_at = @now::timestamptz, locked_until = NULL WHERE id = @id AND state = 'intended';

-- name: ReleaseGhosted :exec
UPDATE notification.ghosted_alert SET locked_until = NULL WHERE id = ANY (@ids::uuid[]) AND state = 'intended';

-- name: PruneGhosted :execrows
DELETE FROM notification.ghosted_alert WHERE state <> 'intended' AND finished_at < @before::timestamptz;

-- name: DropGhostedOf :exec
UPDATE notification.ghosted_alert SET state = 'dropped', finished_at = @now::timestamptz, locked_until = NULL
WHERE user_id = @user_id AND application_id = ANY (@application_ids::uuid[]) AND state = 'intended';
