-- name: PutResetCode :exec
-- One code per account: the newest.
INSERT INTO identity.password_reset (user_id, id, code_hash, expires_at, created_at)
VALUES (@user_id, @id, @code_hash, @expires_at, @now)
ON CONFLICT (user_id) DO UPDATE SET
    id = EXCLUDED.id, code_hash = EXCLUDED.code_hash, attempts = 0, expires_at = EXCLUDED.expires_at, created_at = EXCLUDED.created_at;

-- name: ResetCode :one
-- Returns the account of an address and its usable code, either of which may be missing.
SELECT a.id AS user_id, c.code_hash
FROM identity.account a
LEFT JOIN identity.password_reset c ON c.user_id = a.id AND c.attempts < 5 AND c.expires_at > @now AND a.disabled_at IS NULL
WHERE a.email = @email;

-- name: CountWrongReset :exec
-- Counts a wrong code or, if there is none to count it against, rewrites the attempt's own row: one write either way, so
-- that the time taken does not reveal whether the address has an account.
WITH counted AS (UPDATE identity.password_reset c SET attempts = c.attempts + 1 WHERE c.user_id = @user_id RETURNING c.id)
UPDATE identity.throttle t SET state = t.state WHERE t.id = @attempt_id AND NOT EXISTS (SELECT n.id FROM counted n);

-- name: UseResetCode :execrows
DELETE FROM identity.password_reset
WHERE user_id = @user_id AND code_hash = ANY(@hashes::bytea[]) AND attempts < 5 AND expires_at > @now;

-- name: PutEmailChange :exec
-- One change per account: the newest.
INSERT INTO identity.email_change (user_id, id, new_email, current_hash, new_hash, expires_at, created_at)
VALUES (@user_id, @id, @new_email, @current_hash, @new_hash, @expires_at, @now)
ON CONFLICT (user_id) DO UPDATE SET
    id = EXCLUDED.id, new_email = EXCLUDED.new_email, current_hash = EXCLUDED.current_hash, new_hash = EXCLUDED.new_hash,
    attempts = 0, expires_at = EXCLUDED.expires_at, created_at = EXCLUDED.created_at;

-- name: NewAddressOf :one
SELECT new_email FROM identity.email_change WHERE user_id = @user_id AND id = @id;

-- name: ChangeEmail :one
-- Checks both codes and changes the address in one statement: of any number at once, at most one succeeds.
WITH change AS (
    DELETE FROM identity.email_change c
    WHERE c.user_id = @user_id AND c.id = @id AND c.attempts < 5 AND c.expires_at > @now::timestamptz
      AND c.current_hash = ANY(@current_hashes::bytea[]) AND c.new_hash = ANY(@new_hashes::bytea[])
    RETURNING c.user_id, c.new_email)
UPDATE identity.account a SET email = change.new_email, email_verified_at = @now::timestamptz, updated_at = @now::timestamptz
FROM change WHERE a.id = change.user_id
RETURNING a.*;

-- name: CountWrongChange :exec
UPDATE identity.email_change SET attempts = attempts + 1 WHERE user_id = @user_id AND id = @id;

-- name: DeleteCodes :exec
DELETE FROM identity.verification_code WHERE user_id = @user_id;
