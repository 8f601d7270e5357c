-- name: InsertSession :exec
INSERT INTO identity.session (id, user_id, created_at, last_used_at, expires_at, user_agent, address)
VALUES (@id, @user_id, @now, @now, @expires_at, @user_agent, @address);

-- name: LiveSessions :many
SELECT * FROM identity.session WHERE user_id = @user_id AND expires_at > @now ORDER BY last_used_at DESC, id DESC;

-- name: TouchSessions :execrows
-- Sessions that are just being ended are passed over rather than waited for.
WITH free AS (SELECT s.id FROM identity.session s WHERE s.id = ANY(@ids::uuid[]) ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED)
UPDATE identity.session s SET last_used_at = u.used_at
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@times::timestamptz[]) AS used_at) AS u
WHERE s.id = u.id AND s.id IN (SELECT f.id FROM free f) AND s.last_used_at < u.used_at;

-- name: LockRevocations :exec
-- Held until the commit, so that positions become visible in their order. It is the last lock a transaction takes.
SELECT pg_advisory_xact_lock(hashtext('identity.revocation'));

-- name: EndSession :one
WITH ended AS (DELETE FROM identity.session s WHERE s.id = @id AND s.user_id = @user_id AND s.expires_at > @now RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e
ON CONFLICT (sid) DO NOTHING
RETURNING sid;

-- name: EndOtherSessions :many
-- Ends all sessions of the user but one, which may be nobody's.
WITH ended AS (DELETE FROM identity.session s WHERE s.user_id = @user_id AND s.id <> @keep RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e
ON CONFLICT (sid) DO NOTHING
RETURNING sid;

-- name: Revoke :exec
WITH ended AS (DELETE FROM identity.session s WHERE s.id = @sid)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) VALUES (@sid, @now, @expires_at)
ON CONFLICT (sid) DO NOTHING;

-- name: Revocations :many
SELECT position, sid, revoked_at FROM identity.revocation
WHERE position > @since AND expires_at > @now
ORDER BY position LIMIT @max_rows;
