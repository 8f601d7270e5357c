-- name: SecretOf :one
SELECT * FROM identity.totp_secret WHERE user_id = @user_id;

-- name: PutPendingSecret :execrows
-- Replaces an unverified secret, never a verified one.
INSERT INTO identity.totp_secret (id, user_id, encrypted_secret, created_at)
VALUES (@id, @user_id, @encrypted_secret, @now)
ON CONFLICT (user_id) DO UPDATE SET id = EXCLUDED.id, encrypted_secret = EXCLUDED.encrypted_secret, created_at = EXCLUDED.created_at
WHERE NOT totp_secret.verified;

-- name: VerifySecret :execrows
UPDATE identity.totp_secret SET verified = true, verified_at = @now::timestamptz WHERE id = @id AND NOT verified;

-- name: ResealSecret :exec
UPDATE identity.totp_secret SET encrypted_secret = @encrypted_secret WHERE id = @id AND encrypted_secret = @old_secret;

-- name: DeleteSecret :exec
DELETE FROM identity.totp_secret WHERE user_id = @user_id;

-- name: UseStep :execrows
-- A step is accepted once (RFC 6238, 5.2). An unused one stays valid as long as its code does.
INSERT INTO identity.used_totp_step (totp_secret_id, step, used_at) VALUES (@secret_id, @step, @now)
ON CONFLICT DO NOTHING;

-- name: SetBackupSalt :exec
UPDATE identity.totp_secret
SET backup_salt = @salt::bytea, backup_key = @key::bytea, backup_memory = @memory::integer, backup_iterations = @iterations::integer
WHERE id = @id;

-- name: DeleteBackupCodes :exec
DELETE FROM identity.backup_code WHERE totp_secret_id = @secret_id;

-- name: InsertBackupCodes :exec
INSERT INTO identity.backup_code (id, totp_secret_id, code_hash, created_at)
SELECT gen_random_uuid(), @secret_id, hash, @now FROM unnest(@hashes::bytea[]) AS hash;

-- name: ConsumeBackupCode :execrows
UPDATE identity.backup_code SET consumed_at = @now::timestamptz
WHERE totp_secret_id = @secret_id AND code_hash = @code_hash AND consumed_at IS NULL;

-- name: InsertChallenge :exec
INSERT INTO identity.two_factor_challenge (id, user_id, token_hash, expires_at, created_at)
VALUES (@id, @user_id, @token_hash, @expires_at, @now);

-- name: UsableChallenge :one
SELECT * FROM identity.two_factor_challenge WHERE token_hash = @token_hash AND consumed_at IS NULL AND expires_at > @now;

-- name: ConsumeChallenge :execrows
UPDATE identity.two_factor_challenge SET consumed_at = @now::timestamptz
WHERE id = @id AND consumed_at IS NULL AND expires_at > @now::timestamptz;
