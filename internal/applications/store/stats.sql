-- name: StatusCounts :many
SELECT status, count(*) AS number FROM applications.application WHERE user_id = @user_id GROUP BY status;

-- name: Funnel :one
-- The farthest stage that each application ever reached. Everything that left SAVED was sent.
SELECT count(*) FILTER (WHERE furthest >= 1) AS applied,
       count(*) FILTER (WHERE furthest >= 2) AS screening,
       count(*) FILTER (WHERE furthest >= 3) AS interview,
       count(*) FILTER (WHERE furthest >= 4) AS offer,
       count(*) FILTER (WHERE furthest >= 5) AS accepted,
       count(*) FILTER (WHERE answered) AS answered,
       count(waited) AS timed,
       coalesce(avg(waited), 0)::float8 AS reply_days
FROM applications.journey WHERE user_id = @user_id;

-- name: Journeys :many
-- A negative wait is none.
SELECT status, started_at::timestamptz AS started_at, furthest::integer AS furthest, answered::boolean AS answered,
       coalesce(waited, -1)::float8 AS waited, path::text[] AS path
FROM applications.journey
WHERE user_id = @user_id AND started_at >= @since::timestamptz AND started_at < @until::timestamptz
ORDER BY started_at;

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
