-- name: InsertSession :exec
INSERT INTO identity.session (id, user_id, created_at, last_used_at, expires_at, user_agent, address, admin)
VALUES (@id, @user_id, @now, @now, @expires_at, @user_agent, @address, @admin);

-- name: LiveSessions :many
SELECT * FROM identity.session WHERE user_id = @user_id AND expires_at > @now ORDER BY last_used_at DESC, id DESC;

-- name: TouchSessions :execrows
-- Skips sessions that another transaction is ending.
WITH free AS (SELECT s.id FROM identity.session s WHERE s.id = ANY(@ids::uuid[]) ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED)
UPDATE identity.session s SET last_used_at = u.used_at
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@times::timestamptz[]) AS used_at) AS u
WHERE s.id = u.id AND s.id IN (SELECT f.id FROM free f) AND s.last_used_at < u.used_at;

-- name: LockRevocations :exec
-- Held until the commit, so that positions become visible in order. It is the last lock a transaction takes.
SELECT pg_advisory_xact_lock(hashtext('identity.revocation'));

-- name: EndSessions :many
-- Ends the listed live sessions of a user.
WITH ended AS (
    DELETE FROM identity.session s WHERE s.user_id = @user_id AND s.id = ANY(@ids::uuid[]) AND s.expires_at > @now RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e
ON CONFLICT (sid) DO NOTHING
RETURNING sid;

-- name: EndOtherSessions :many
-- Ends the sessions of a user except one, which need not exist. With admin_only, only sessions whose token carries the
-- group admin.
WITH ended AS (
    DELETE FROM identity.session s WHERE s.user_id = @user_id AND s.id <> @keep AND (s.admin OR NOT @admin_only::boolean) RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e
ON CONFLICT (sid) DO NOTHING
RETURNING sid;

-- name: EndAllSessions :execrows
WITH ended AS (DELETE FROM identity.session s RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e WHERE e.expires_at > @now
ON CONFLICT (sid) DO NOTHING;

-- name: SurplusSessions :many
-- Lists the live sessions of a user beyond the newest @most.
SELECT s.id FROM identity.session s WHERE s.user_id = @user_id AND s.expires_at > @now
ORDER BY s.created_at DESC, s.id DESC OFFSET @most::int;

-- name: RemovedAdmins :many
-- Lists accounts with sessions whose token carries the group admin although a new token would not.
SELECT DISTINCT s.user_id FROM identity.session s JOIN identity.account a ON a.id = s.user_id
WHERE s.admin AND s.expires_at > @now AND NOT (a.email_verified_at IS NOT NULL AND a.email = ANY(@admins::text[]))
ORDER BY s.user_id;

-- name: Revoke :exec
WITH ended AS (DELETE FROM identity.session s WHERE s.id = @sid)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) VALUES (@sid, @now, @expires_at)
ON CONFLICT (sid) DO NOTHING;

-- name: Revocations :many
SELECT position, sid, revoked_at FROM identity.revocation
WHERE position > @since AND expires_at > @now
ORDER BY position LIMIT @max_rows;
