-- +goose Up
-- A card that was dragged past APPLIED and back is sent after its answer: that was a wait of 0 days and is none now. A card that
-- skipped APPLIED was sent at its first step at the latest, not when it was entered here.
CREATE OR REPLACE VIEW applications.journey AS
SELECT a.id, a.user_id, a.status,
       coalesce(a.applied_at, t.first_step, a.created_at) AS started_at,
       t.furthest, -- 0 saved, 1 sent, 2 screening, 3 interview, 4 offer, 5 accepted
       t.answered_at IS NOT NULL AS answered,
       -- Days. An application that was entered together with its answer, or sent after it, has no waiting time.
       CASE WHEN t.answer > 1 AND t.answered_at >= a.applied_at
            THEN (extract(epoch FROM t.answered_at - a.applied_at) / 86400)::float8 END AS waited,
       -- From APPLIED through the stages in which it ever stood to where it is now; empty if it was never sent.
       CASE WHEN t.furthest = 0 THEN '{}'::text[]
            ELSE array_remove(ARRAY['APPLIED', t.screening, t.interview, t.offer,
                CASE WHEN a.ended_at IS NULL THEN 'OPEN' ELSE a.status END], NULL) END AS path
FROM applications.application a
CROSS JOIN LATERAL (
    SELECT max(CASE m.status WHEN 'SAVED' THEN 0 WHEN 'SCREENING' THEN 2 WHEN 'INTERVIEW' THEN 3 WHEN 'OFFER' THEN 4
               WHEN 'ACCEPTED' THEN 5 ELSE 1 END)::integer AS furthest,
           min(m.row) FILTER (WHERE m.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answer,
           min(m.occurred_at) FILTER (WHERE m.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answered_at,
           min(m.occurred_at) FILTER (WHERE m.status <> 'SAVED') AS first_step,
           max(m.status) FILTER (WHERE m.status = 'SCREENING') AS screening,
           max(m.status) FILTER (WHERE m.status = 'INTERVIEW') AS interview,
           max(m.status) FILTER (WHERE m.status = 'OFFER') AS offer
    FROM (SELECT status, occurred_at, row_number() OVER (ORDER BY occurred_at, position) AS row
        FROM applications.timeline WHERE application_id = a.id) m
) t;
