-- name: SetAlert :execrows
INSERT INTO job.alert (filter_id, user_id, rhythm, muted_until)
SELECT f.id, f.user_id, sqlc.arg(rhythm), sqlc.narg(muted_until)
FROM job.saved_filter f WHERE f.id = sqlc.arg(filter_id) AND f.user_id = sqlc.arg(user_id)
ON CONFLICT (filter_id) DO UPDATE SET rhythm = excluded.rhythm, muted_until = excluded.muted_until, change_xid = pg_current_xact_id();

-- name: RemoveAlert :one
-- Returns whether there is such a filter. Hits that were not taken yet are deleted too: they have not been reported.
WITH removed AS (DELETE FROM job.alert a WHERE a.filter_id = @filter_id AND a.user_id = @user_id),
     untold AS (DELETE FROM job.alert_hit h WHERE h.user_id = @user_id AND h.filter_id = @filter_id AND h.taken_at IS NULL)
SELECT EXISTS (SELECT FROM job.saved_filter f WHERE f.id = @filter_id AND f.user_id = @user_id);

-- name: DeleteAlerts :exec
DELETE FROM job.alert WHERE user_id = @user_id;

-- name: DeleteAlertHits :exec
DELETE FROM job.alert_hit WHERE user_id = @user_id;

-- name: CurrentSnapshot :one
SELECT CAST(pg_current_snapshot() AS text) AS snapshot;

-- name: AllAlerts :many
SELECT a.filter_id, a.user_id, f.filters FROM job.alert a JOIN job.saved_filter f ON f.id = a.filter_id;

-- name: ChangedAlerts :many
-- Those whose stamp the snapshot could not see. Stamps above the present can only come from a restored dump.
SELECT a.filter_id, a.user_id, f.filters FROM job.alert a JOIN job.saved_filter f ON f.id = a.filter_id
WHERE a.change_xid >= pg_snapshot_xmin(@seen::pg_snapshot) AND NOT pg_visible_in_snapshot(a.change_xid, @seen::pg_snapshot)
  AND a.change_xid < pg_snapshot_xmax(pg_current_snapshot());

-- name: AllowLongEvaluation :exec
-- Between two statements of the transaction Go evaluates a batch, which takes long on a machine that is busy.
SELECT set_config('idle_in_transaction_session_timeout', '5min', true);

-- name: ClaimChanges :many
-- The rows come back if the transaction fails. Rows that another evaluator has claimed are left to it.
WITH claimed AS (SELECT q.job_id FROM crawler.posting_change q ORDER BY q.job_id LIMIT @size::bigint FOR UPDATE SKIP LOCKED)
DELETE FROM crawler.posting_change c USING claimed WHERE c.job_id = claimed.job_id
RETURNING c.job_id, c.before, c.changed_at;

-- name: DropChanges :execrows
-- If no user has an alert, nothing is evaluated.
WITH claimed AS (SELECT q.job_id FROM crawler.posting_change q WHERE NOT EXISTS (SELECT FROM job.alert)
                 LIMIT @size::bigint FOR UPDATE SKIP LOCKED)
DELETE FROM crawler.posting_change c USING claimed WHERE c.job_id = claimed.job_id;

-- name: CountChanges :one
SELECT count(*) FROM (SELECT FROM crawler.posting_change LIMIT @most::bigint) q;

-- name: InsertAlertHits :execrows
-- The alerts are read again: one that was removed or muted meanwhile gives no hits. Of several searches of a user that
-- found the same posting, the one that is reported first gets it.
INSERT INTO job.alert_hit (user_id, job_id, id, filter_id, matched_at, reasons, title_marks)
SELECT DISTINCT ON (a.user_id, h.job_id) a.user_id, h.job_id, h.id, a.filter_id, @now::timestamptz, h.reasons, h.title_marks
FROM jsonb_to_recordset(@hits::jsonb) AS h (id uuid, filter_id uuid, job_id uuid, changed_at timestamptz, reasons jsonb, title_marks jsonb)
JOIN job.alert a ON a.filter_id = h.filter_id
WHERE (a.muted_until IS NULL OR a.muted_until <= @now) AND a.since <= h.changed_at
ORDER BY a.user_id, h.job_id, array_position(ARRAY['AT_ONCE', 'DAILY', 'WEEKLY'], a.rhythm), a.filter_id
ON CONFLICT (user_id, job_id) DO NOTHING;

-- name: WaitingAlertHits :many
SELECT h.id, h.user_id, h.job_id, h.filter_id, f.name AS filter_name, a.rhythm, h.matched_at, h.reasons, h.title_marks
FROM job.alert_hit h JOIN job.alert a ON a.filter_id = h.filter_id JOIN job.saved_filter f ON f.id = h.filter_id
WHERE h.taken_at IS NULL
ORDER BY h.id LIMIT @size::bigint;

-- name: TakeAlertHits :exec
UPDATE job.alert_hit SET taken_at = @now::timestamptz WHERE id = ANY(@ids::uuid[]) AND taken_at IS NULL;

-- name: SilentAlerts :many
SELECT asked.id::uuid AS id FROM unnest(@filter_ids::uuid[]) asked (id)
WHERE NOT EXISTS (SELECT FROM job.alert a WHERE a.filter_id = asked.id AND (a.muted_until IS NULL OR a.muted_until <= @now::timestamptz));

-- name: TrimAlertHits :execrows
-- Deletes hits of postings that are gone or were closed long ago, and those that waited when their alert was removed.
DELETE FROM job.alert_hit h
WHERE NOT EXISTS (SELECT FROM crawler.job_post p WHERE p.id = h.job_id AND (p.closed_at IS NULL OR p.closed_at > @closed_since::timestamptz))
   OR h.taken_at IS NULL AND NOT EXISTS (SELECT FROM job.alert a WHERE a.filter_id = h.filter_id);
