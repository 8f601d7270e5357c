-- name: InsertSession :exec
INSERT INTO identity.session (id, user_id, created_at, last_used_at, expires_at, user_agent, address, admin)
VALUES (@id, @user_id, @now, @now, @expires_at, @user_agent, @address, @admin);

-- name: LogIn :one
-- A login that a password is enough for. If nothing about the account has changed since the password was checked, and the
-- key signs still, the session starts, its try is taken back, the failures before it are forgiven and the login is
-- recorded. No row means that nothing of it was done.
WITH account AS MATERIALIZED (
    SELECT a.* FROM identity.account a
    WHERE a.id = @user_id AND a.security_version = @security_version AND NOT a.two_factor_enabled
      AND EXISTS (SELECT FROM identity.signing_key k WHERE k.id = @signing_key AND k.retired_at IS NULL)
    FOR NO KEY UPDATE OF a
), session AS (
    INSERT INTO identity.session (id, user_id, created_at, last_used_at, expires_at, user_agent, address, admin)
    SELECT @id, a.id, @now, @now, @expires_at, @user_agent, @address, @admin FROM account a
    RETURNING id
), own AS (
    DELETE FROM identity.throttle o WHERE o.id = ANY(@tries::bigint[]) AND EXISTS (SELECT FROM session)
), forgiven AS (
    UPDATE identity.throttle t SET state = 'forgiven'
    FROM (SELECT unnest(@purposes::text[]) AS purpose, unnest(@subjects::bytea[]) AS subject) AS c
    WHERE t.purpose = c.purpose AND t.subject = c.subject AND t.state = 'failed' AND EXISTS (SELECT FROM session)
), recorded AS (
    INSERT INTO identity.audit_event (at, kind, account_id, actor, address, user_agent, request_id, detail)
    SELECT @now, @kind, a.id, @actor, @address, @user_agent, @request_id, @detail FROM account a
)
SELECT a.* FROM account a JOIN session s ON true;

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

-- name: RemovedAdmins :many
-- Accounts with sessions whose tokens carry a group that their owner would not get any more.
SELECT DISTINCT s.user_id FROM identity.session s JOIN identity.account a ON a.id = s.user_id
WHERE s.admin AND s.expires_at > @now AND NOT (a.email_verified_at IS NOT NULL AND a.email = ANY(@admins::text[]))
ORDER BY s.user_id;

-- name: EndAdminSessions :many
WITH ended AS (DELETE FROM identity.session s WHERE s.user_id = @user_id AND s.admin RETURNING s.id, s.expires_at)
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
