-- name: StatusCounts :many
SELECT status, count(*) AS number FROM applications.application WHERE user_id = @user_id GROUP BY status;

-- name: Funnel :one
-- The farthest stage that each application ever reached. Everything that left SAVED was sent.
WITH reached AS (
    SELECT a.id, a.applied_at,
           max(CASE t.status WHEN 'SAVED' THEN 0 WHEN 'SCREENING' THEN 2 WHEN 'INTERVIEW' THEN 3 WHEN 'OFFER' THEN 4 WHEN 'ACCEPTED' THEN 5 ELSE 1 END) AS stage,
           min(t.row) FILTER (WHERE t.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answer,
           min(t.occurred_at) FILTER (WHERE t.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answered_at
    FROM applications.application a
    CROSS JOIN LATERAL (SELECT status, occurred_at, row_number() OVER (ORDER BY occurred_at, position) AS row
        FROM applications.timeline WHERE application_id = a.id) t
    WHERE a.user_id = @user_id
    GROUP BY a.id
)
SELECT count(*) FILTER (WHERE stage >= 1) AS applied,
       count(*) FILTER (WHERE stage >= 2) AS screening,
       count(*) FILTER (WHERE stage >= 3) AS interview,
       count(*) FILTER (WHERE stage >= 4) AS offer,
       count(*) FILTER (WHERE stage >= 5) AS accepted,
       count(answered_at) AS answered,
       count(*) FILTER (WHERE answer > 1 AND applied_at IS NOT NULL) AS timed,
       -- An application that was entered together with its answer has no waiting time.
       coalesce(avg(greatest(0, extract(epoch FROM answered_at - applied_at)) / 86400) FILTER (WHERE answer > 1), 0)::float8 AS reply_days
FROM reached;

-- name: NextDeadline :one
SELECT a.id, a.next_step_label, coalesce(a.next_step_date, (a.next_step_reminder_at AT TIME ZONE @zone::text)::date)::date AS day
FROM applications.application a
WHERE a.user_id = @user_id
  AND a.status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER') AND a.archived_at IS NULL
  AND coalesce(a.next_step_date, (a.next_step_reminder_at AT TIME ZONE @zone::text)::date) >= @today::date
ORDER BY day, a.next_step_reminder_at NULLS LAST, a.id
LIMIT 1;

-- name: MovesByMonth :many
SELECT date_trunc('month', t.occurred_at AT TIME ZONE @zone::text)::date AS month, t.status, count(DISTINCT t.application_id) AS number
FROM applications.application a
JOIN applications.timeline t ON t.application_id = a.id
WHERE a.user_id = @user_id AND t.occurred_at >= @since AND t.occurred_at < @until
GROUP BY 1, 2;

-- name: ProfileSources :many
-- A location that was typed in counts where no places were taken from a posting.
SELECT job_post_id, job_title, company, skills,
       CASE WHEN places = '{}' AND location IS NOT NULL THEN ARRAY[location] ELSE places END::text[] AS places
FROM applications.application WHERE user_id = @user_id;
