-- name: PutCode :exec
-- One code per action: the newest.
INSERT INTO identity.verification_code (id, user_id, action, code_hash, expires_at, created_at)
VALUES (@id, @user_id, @action, @code_hash, @expires_at, @now)
ON CONFLICT (user_id, action) DO UPDATE SET
    id = EXCLUDED.id, code_hash = EXCLUDED.code_hash, attempts = 0, expires_at = EXCLUDED.expires_at, consumed_at = NULL, created_at = EXCLUDED.created_at;

-- name: CodeIsLive :one
-- Reports whether a code that waits to be mailed is still the newest of its kind and usable. Its owner is an account or a
-- registration.
SELECT (EXISTS (SELECT FROM identity.verification_code v WHERE v.id = @id AND v.user_id = @owner AND v.consumed_at IS NULL AND v.expires_at > @now)
     OR EXISTS (SELECT FROM identity.registration r WHERE r.id = @owner AND r.code_id = @id AND r.code_expires_at > @now AND r.expires_at > @now)
     OR EXISTS (SELECT FROM identity.password_reset p WHERE p.user_id = @owner AND p.id = @id AND p.expires_at > @now)
     OR EXISTS (SELECT FROM identity.email_change e WHERE e.user_id = @owner AND e.id = @id AND e.expires_at > @now))::boolean;

-- name: TryCode :one
-- Counts the try and decides it in one statement: of any number at once, at most one is accepted and five are wrong.
UPDATE identity.verification_code
SET attempts = attempts + 1, consumed_at = CASE WHEN code_hash = ANY(@hashes::bytea[]) THEN @now::timestamptz END
WHERE user_id = @user_id AND action = @action AND id = coalesce(sqlc.narg(id), id)
  AND consumed_at IS NULL AND attempts < 5 AND expires_at > @now::timestamptz
RETURNING (consumed_at IS NOT NULL)::boolean AS accepted;
