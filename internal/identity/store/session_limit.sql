-- name: SurplusSessions :many
-- The live sessions of a user beyond the newest so many.
SELECT s.id FROM identity.session s WHERE s.user_id = @user_id AND s.expires_at > @now
ORDER BY s.created_at DESC, s.id DESC OFFSET @most::int;

-- name: EndSessions :many
WITH ended AS (DELETE FROM identity.session s WHERE s.user_id = @user_id AND s.id = ANY(@ids::uuid[]) RETURNING s.id, s.expires_at)
INSERT INTO identity.revocation (sid, revoked_at, expires_at) SELECT e.id, @now, e.expires_at FROM ended e
ON CONFLICT (sid) DO NOTHING
RETURNING sid;
