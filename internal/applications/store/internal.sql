-- Statements of the internal endpoints; those that work across users name no owner.

-- name: StaleApplications :many
-- Inactive, and nothing is planned: no offer, no next step today or later. The owner may have switched ghosting off.
SELECT id, user_id, job_title, company, status, last_activity_at
FROM applications.application
WHERE status IN ('APPLIED', 'SCREENING', 'INTERVIEW') AND last_activity_at <= @before
  AND (next_step_date IS NULL OR next_step_date < @today) AND (next_step_reminder_at IS NULL OR next_step_reminder_at < @day_start)
  AND archived_at IS NULL AND ghosting AND coalesce((SELECT s.ghosting FROM applications.setting s WHERE s.user_id = application.user_id), true)
ORDER BY last_activity_at, id;

-- name: UpcomingNextSteps :many
-- A step with a time is listed until its time, one without until its day ends.
SELECT id, user_id, job_title, company, status, next_step_label, next_step_date, next_step_reminder_at
FROM applications.application
WHERE status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER') AND next_step_label IS NOT NULL
  AND archived_at IS NULL
  AND ((next_step_date IS NOT NULL AND next_step_date BETWEEN @first_day AND @last_day
        AND (next_step_reminder_at IS NULL OR next_step_reminder_at >= @from_time))
    OR (next_step_reminder_at IS NOT NULL AND next_step_reminder_at BETWEEN @from_time AND @to_time))
ORDER BY coalesce(next_step_reminder_at, next_step_date::timestamp AT TIME ZONE @zone::text), id;

-- name: UserNextSteps :many
-- Nearest to now first: the limit cuts off the farthest.
SELECT id, job_title, company, location, status, next_step_label, next_step_date, next_step_reminder_at, updated_at
FROM (SELECT a.*, coalesce(a.next_step_reminder_at, a.next_step_date::timestamp AT TIME ZONE @zone::text) AS starts_at
      FROM applications.application a
      WHERE a.user_id = @user_id AND a.status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER')
        AND a.archived_at IS NULL AND (a.next_step_date IS NOT NULL OR a.next_step_reminder_at IS NOT NULL)) step
WHERE starts_at >= coalesce(sqlc.narg(from_time)::timestamptz, '-infinity') AND starts_at <= coalesce(sqlc.narg(to_time)::timestamptz, 'infinity')
ORDER BY abs(extract(epoch FROM starts_at - @now::timestamptz)), id
LIMIT @most;

-- name: LookUpApplications :many
SELECT id, user_id, job_title, company FROM applications.application WHERE id = ANY (@ids::uuid[]);

-- name: OwnsApplication :one
SELECT EXISTS (SELECT FROM applications.application WHERE id = @id AND user_id = @user_id);

-- name: HasApplications :one
SELECT EXISTS (SELECT FROM applications.application WHERE user_id = @user_id);

-- name: LockForService :one
SELECT user_id, status FROM applications.application WHERE id = @id FOR UPDATE;

-- name: MoveOfOperation :one
SELECT t.status, coalesce(before.status, t.status) AS previous
FROM applications.timeline t
LEFT JOIN LATERAL (SELECT b.status FROM applications.timeline b
    WHERE b.application_id = t.application_id AND (b.occurred_at, b.position) < (t.occurred_at, t.position)
    ORDER BY b.occurred_at DESC, b.position DESC LIMIT 1) before ON true
WHERE t.application_id = @id AND t.operation_id = @operation_id;

-- name: MoveForService :execrows
-- The conditions are checked again here, whatever was read before. It is no act of the user: last_activity_at stays.
UPDATE applications.application
SET status = @status, ended_at = @ended_at, updated_at = @at
WHERE id = @id AND status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER')
  AND last_activity_at <= coalesce(sqlc.narg(if_inactive_since)::timestamptz, 'infinity');
