-- name: PutCode :exec
-- One code per action: the newest.
INSERT INTO identity.verification_code (id, user_id, action, code_hash, expires_at, created_at)
VALUES (@id, @user_id, @action, @code_hash, @expires_at, @now)
ON CONFLICT (user_id, action) DO UPDATE SET
    id = EXCLUDED.id, code_hash = EXCLUDED.code_hash, attempts = 0, expires_at = EXCLUDED.expires_at, consumed_at = NULL, created_at = EXCLUDED.created_at;

-- name: CodeOf :one
SELECT * FROM identity.verification_code WHERE user_id = @user_id AND action = @action;

-- name: TryCode :one
-- Counts the try and decides it, in one statement: of any number at once one can be right, and five can be wrong.
UPDATE identity.verification_code
SET attempts = attempts + 1, consumed_at = CASE WHEN code_hash = ANY(@hashes::bytea[]) THEN @now::timestamptz END
WHERE user_id = @user_id AND action = @action AND id = coalesce(sqlc.narg(id), id)
  AND consumed_at IS NULL AND attempts < 5 AND expires_at > @now::timestamptz
RETURNING (consumed_at IS NOT NULL)::boolean AS accepted;
