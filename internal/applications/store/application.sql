-- name: Details :one
-- One statement, so that status and timeline agree.
SELECT sqlc.embed(a),
       ARRAY(SELECT t.position FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::integer[] AS positions,
       ARRAY(SELECT t.status FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::text[] AS statuses,
       ARRAY(SELECT t.occurred_at FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::timestamptz[] AS moments,
       ARRAY(SELECT t.corrected FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::boolean[] AS corrections
FROM applications.application a
WHERE a.id = @id AND a.user_id = @user_id;

-- name: LockApplication :one
SELECT * FROM applications.application WHERE id = @id AND user_id = @user_id FOR UPDATE;

-- name: LockUser :exec
-- Serialises what depends on all applications of a user: their number, and repeats in an import.
SELECT pg_advisory_xact_lock(hashtextextended('applications.user ' || (@user_id::uuid)::text, 0));

-- name: CountApplications :one
SELECT count(*) FROM applications.application WHERE user_id = @user_id;

-- name: InsertApplication :exec
INSERT INTO applications.application (id, user_id, job_post_id, status, job_title, company, company_logo_url, location, places,
    url, description, skills, notes, contact, portal_url, next_step_label, next_step_date, next_step_reminder_at, applied_at,
    ended_at, created_at, updated_at, last_activity_at, rank)
VALUES (@id, @user_id, @job_post_id, @status, @job_title, @company, @company_logo_url, @location, @places,
    @url, @description, @skills, @notes, @contact, @portal_url, @next_step_label, @next_step_date, @next_step_reminder_at, @applied_at,
    @ended_at, @created_at, @updated_at, @last_activity_at,
    (SELECT coalesce(floor(max(o.rank)), 0) + 1 FROM applications.application o WHERE o.user_id = @user_id));

-- name: UpdateApplication :exec
-- Writes only when something differs: an update that changes nothing is no activity.
UPDATE applications.application SET
    job_title = @job_title, company = @company, location = @location, url = @url, notes = @notes, contact = @contact,
    portal_url = @portal_url, next_step_label = @next_step_label, next_step_date = @next_step_date,
    next_step_reminder_at = @next_step_reminder_at, applied_at = @applied_at, ghosting = @ghosting,
    tags = @tags::text[], archived_at = sqlc.narg(archived_at)::timestamptz,
    updated_at = @at, last_activity_at = greatest(@at, last_activity_at + interval '1 microsecond')
WHERE id = @id AND user_id = @user_id
  AND (job_title, company, location, url, notes, contact, portal_url, next_step_label, next_step_date, next_step_reminder_at, applied_at, ghosting, tags, archived_at)
    IS DISTINCT FROM
      (@job_title, @company, @location, @url, @notes, @contact, @portal_url, @next_step_label, @next_step_date, @next_step_reminder_at, @applied_at, @ghosting, @tags::text[], sqlc.narg(archived_at)::timestamptz);

-- name: MoveApplication :exec
UPDATE applications.application
SET status = @status, ended_at = @ended_at, applied_at = @applied_at, rank = @rank, updated_at = @at,
    last_activity_at = greatest(@at, last_activity_at + interval '1 microsecond')
WHERE id = @id AND user_id = @user_id;

-- name: TopRank :one
SELECT (coalesce(floor(max(rank)), 0) + 1)::numeric FROM applications.application WHERE user_id = @user_id;

-- name: RankBelow :one
-- Halfway between a card and the next one of its column. A product keeps all digits; a quotient would be rounded.
SELECT ((c.rank + coalesce((SELECT max(n.rank) FROM applications.application n
    WHERE n.user_id = c.user_id AND n.status = c.status AND n.rank < c.rank AND n.id <> @moving::uuid), c.rank - 1)) * 0.5)::numeric AS rank
FROM applications.application c
WHERE c.id = @after AND c.user_id = @user_id AND c.status = @status AND c.id <> @moving::uuid;

-- name: PlaceApplication :exec
UPDATE applications.application SET rank = @rank WHERE id = @id AND user_id = @user_id;

-- name: AddMove :one
-- The caller holds the lock of the application. A clock that is behind does not reverse the order.
INSERT INTO applications.timeline (application_id, position, status, occurred_at, operation_id, moved_at, set_applied, left_rank)
SELECT a.id, coalesce(max(t.position), 0) + 1, @status, greatest(@occurred_at::timestamptz, max(t.occurred_at)), @operation_id,
       coalesce(sqlc.narg(moved_at)::timestamptz, '-infinity'), @set_applied, @left_rank
FROM applications.application a
LEFT JOIN applications.timeline t ON t.application_id = a.id
WHERE a.id = @id AND a.user_id = @user_id
GROUP BY a.id
RETURNING position;

-- name: StatusBeforeGhosted :one
SELECT t.status FROM applications.timeline t JOIN applications.application a ON a.id = t.application_id
WHERE a.id = @id AND a.user_id = @user_id AND t.status <> 'GHOSTED'
ORDER BY t.position = 1 AND t.status = 'SAVED', t.occurred_at DESC, t.position DESC LIMIT 1;

-- name: LatestMove :one
-- Only an APPLIED row says when the application was sent. Saving came first, whatever its time: an interview may be entered
-- with a day before the posting was saved here.
SELECT t.status, t.occurred_at,
       coalesce((SELECT min(s.occurred_at) FROM applications.timeline s WHERE s.application_id = a.id AND s.status = 'APPLIED'),
           t.occurred_at)::timestamptz AS sent_at,
       EXISTS (SELECT FROM applications.timeline s WHERE s.application_id = a.id AND s.status = 'APPLIED') AS sent
FROM applications.timeline t JOIN applications.application a ON a.id = t.application_id
WHERE a.id = @id AND a.user_id = @user_id
ORDER BY t.position = 1 AND t.status = 'SAVED', t.occurred_at DESC, t.position DESC LIMIT 1;

-- name: UndoMove :one
-- The caller holds the lock of the application. Only the latest row can be undone, and only a move of the user.
DELETE FROM applications.timeline t USING applications.application a
WHERE a.id = @id AND a.user_id = @user_id AND t.application_id = a.id AND t.position = @position AND t.moved_at > @since AND NOT t.corrected
  AND t.position = (SELECT l.position FROM applications.timeline l WHERE l.application_id = a.id
                    ORDER BY l.position = 1 AND l.status = 'SAVED', l.occurred_at DESC, l.position DESC LIMIT 1)
  AND EXISTS (SELECT FROM applications.timeline o WHERE o.application_id = a.id AND o.position <> t.position)
RETURNING t.set_applied, t.left_rank;

-- name: AddCorrection :one
-- The caller holds the lock of the application.
INSERT INTO applications.timeline (application_id, position, status, occurred_at, corrected)
SELECT a.id, coalesce(max(t.position), 0) + 1, @status, @occurred_at, true
FROM applications.application a
LEFT JOIN applications.timeline t ON t.application_id = a.id
WHERE a.id = @id AND a.user_id = @user_id
GROUP BY a.id
RETURNING position;

-- name: TimelineRow :one
SELECT t.status, t.occurred_at, (SELECT count(*) FROM applications.timeline o WHERE o.application_id = a.id) AS rows,
       EXISTS (SELECT FROM applications.timeline o
               WHERE o.application_id = a.id AND o.position <> t.position AND o.status <> 'SAVED') AS others_sent
FROM applications.timeline t JOIN applications.application a ON a.id = t.application_id
WHERE a.id = @id AND a.user_id = @user_id AND t.position = @position;

-- name: CorrectRow :exec
UPDATE applications.timeline t SET status = @status, occurred_at = @occurred_at, corrected = true
FROM applications.application a
WHERE a.id = @id AND a.user_id = @user_id AND t.application_id = a.id AND t.position = @position;

-- name: RemoveRow :exec
DELETE FROM applications.timeline t USING applications.application a
WHERE a.id = @id AND a.user_id = @user_id AND t.application_id = a.id AND t.position = @position;

-- name: DeleteApplication :exec
-- The caller holds the lock of the application, so that the timeline is complete.
WITH gone AS (DELETE FROM applications.application a WHERE a.id = @id AND a.user_id = @user_id RETURNING a.*)
INSERT INTO applications.deleted (id, user_id, deleted_at, call_key, application, timeline)
SELECT g.id, g.user_id, @at, @call_key, to_jsonb(g),
       (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM applications.timeline t WHERE t.application_id = g.id)
FROM gone g;

-- name: TakeDeleted :one
DELETE FROM applications.deleted WHERE id = @id AND user_id = @user_id AND deleted_at > @since
RETURNING call_key, application, timeline;

-- name: DropDeleted :exec
DELETE FROM applications.deleted WHERE user_id = @user_id;

-- name: DeleteAll :many
DELETE FROM applications.application WHERE user_id = @user_id RETURNING id;

-- name: DeleteSome :execrows
DELETE FROM applications.application a
WHERE a.user_id = @user_id
  AND a.id IN (SELECT b.id FROM applications.application b WHERE b.user_id = @user_id ORDER BY b.id LIMIT @batch);

-- name: ExportOrder :many
SELECT id FROM applications.application WHERE user_id = @user_id ORDER BY created_at, id;

-- name: ExportSome :many
SELECT a.job_title, a.company, a.location, a.url, a.status, a.applied_at, a.ended_at, a.created_at, a.last_activity_at,
       a.next_step_label, a.next_step_date, a.next_step_reminder_at, a.contact, a.portal_url, a.notes,
       ARRAY(SELECT t.status FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::text[] AS statuses,
       ARRAY(SELECT t.occurred_at FROM applications.timeline t WHERE t.application_id = a.id ORDER BY t.occurred_at, t.position)::timestamptz[] AS moments
FROM applications.application a
WHERE a.user_id = @user_id AND a.id = ANY(@ids::uuid[])
ORDER BY a.created_at, a.id;

-- name: ImportKeys :many
SELECT job_title, company, url, applied_at FROM applications.application WHERE user_id = @user_id;

-- name: Setting :one
SELECT coalesce((SELECT ghosting FROM applications.setting WHERE user_id = @user_id), true)::boolean AS ghosting;

-- name: SetSetting :exec
INSERT INTO applications.setting (user_id, ghosting) VALUES (@user_id, @ghosting)
ON CONFLICT (user_id) DO UPDATE SET ghosting = excluded.ghosting;

-- name: SavedUntil :one
SELECT coalesce((SELECT saved_until FROM applications.setting WHERE user_id = @user_id), 'epoch')::timestamptz AS saved_until;

-- name: SetSavedUntil :exec
INSERT INTO applications.setting (user_id, ghosting, saved_until) VALUES (@user_id, true, @saved_until)
ON CONFLICT (user_id) DO UPDATE SET saved_until = excluded.saved_until;

-- name: Untracked :many
-- The postings without an application of the user. One that was just deleted was meant to go.
SELECT p.id::uuid AS id FROM unnest(@postings::uuid[]) AS p (id)
WHERE NOT EXISTS (SELECT FROM applications.application a WHERE a.user_id = @user_id AND a.job_post_id = p.id)
  AND NOT EXISTS (SELECT FROM applications.deleted d WHERE d.user_id = @user_id AND d.application ->> 'job_post_id' = p.id::text);

-- name: ClaimImport :execrows
-- One import per user at a time. An expired claim was left by a process that died.
INSERT INTO applications.import_run AS r (user_id, id, until) VALUES (@user_id, @id, @until)
ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, until = excluded.until WHERE r.until <= @now::timestamptz;

-- name: EndImport :exec
DELETE FROM applications.import_run WHERE user_id = @user_id AND id = @id;
