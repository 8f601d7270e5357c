-- name: IntendGhosted :execrows
-- Applications with a scheduled reminder are left out.
INSERT INTO notification.ghosted_alert (id, user_id, application_id, job_title, company, last_activity_at, created_at)
SELECT s.id, s.user_id, s.application_id, s.job_title, s.company, s.last_activity_at, @now
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@user_ids::uuid[]) AS user_id, unnest(@application_ids::uuid[]) AS application_id,
             unnest(@job_titles::text[]) AS job_title, unnest(@companies::text[]) AS company, unnest(@last_activities::timestamptz[]) AS last_activity_at) s
WHERE NOT EXISTS (SELECT FROM notification.custom_reminder r
                  WHERE r.user_id = s.user_id AND r.application_id = s.application_id AND r.status = 'SCHEDULED')
ON CONFLICT ON CONSTRAINT ghosted_alert_episode DO NOTHING;

-- name: ClaimGhosted :many
-- Oldest first, without those that have got a reminder since. The claim only divides the work; FinishGhosted makes sure
-- that an alert is given once.
UPDATE notification.ghosted_alert g SET locked_until = @until::timestamptz
FROM (SELECT c.id FROM notification.ghosted_alert c
      WHERE c.state = 'intended' AND (c.locked_until IS NULL OR c.locked_until <= @now::timestamptz) AND NOT c.id = ANY (@tried::uuid[])
        AND NOT EXISTS (SELECT FROM notification.custom_reminder r
                        WHERE r.user_id = c.user_id AND r.application_id = c.application_id AND r.status = 'SCHEDULED')
      ORDER BY c.created_at, c.id LIMIT @batch FOR UPDATE SKIP LOCKED) due
WHERE g.id = due.id
RETURNING g.*;

-- name: FinishGhosted :execrows
UPDATE notification.ghosted_alert SET state = @state, mail_due = @mail_due, finished_at = @now::timestamptz, locked_until = NULL
WHERE id = @id AND state = 'intended';

-- name: GhostedMailUsers :many
-- Users whose mail can be written: no process is working on another application of theirs.
SELECT DISTINCT g.user_id FROM notification.ghosted_alert g
WHERE g.mail_due AND g.user_id > @after
  AND NOT EXISTS (SELECT FROM notification.ghosted_alert o WHERE o.user_id = g.user_id AND o.state = 'intended' AND o.locked_until > @now::timestamptz)
ORDER BY g.user_id LIMIT @batch;

-- name: TakeGhostedMail :many
-- The caller that takes them writes the mail.
UPDATE notification.ghosted_alert SET mail_due = false WHERE user_id = @user_id AND mail_due RETURNING *;

-- name: ReleaseGhosted :exec
UPDATE notification.ghosted_alert SET locked_until = NULL WHERE id = ANY (@ids::uuid[]) AND state = 'intended';

-- name: PruneGhosted :execrows
DELETE FROM notification.ghosted_alert WHERE state <> 'intended' AND NOT mail_due AND finished_at < @before::timestamptz;

-- name: DropGhostedOf :exec
UPDATE notification.ghosted_alert SET state = 'dropped', finished_at = @now::timestamptz, locked_until = NULL
WHERE user_id = @user_id AND application_id = ANY (@application_ids::uuid[]) AND state = 'intended';

-- name: HeldGhosted :one
-- How many open intents, of all users, a process has claimed and not finished.
SELECT count(*) FROM notification.ghosted_alert WHERE state = 'intended' AND locked_until > @now::timestamptz;
