-- name: InsertAccount :one
INSERT INTO identity.account (id, first_name, last_name, email, password_hash, language, email_verified_at, created_at, updated_at)
VALUES (@id, @first_name, @last_name, @email, @password_hash, @language, sqlc.narg(email_verified_at), @now, @now)
RETURNING *;

-- name: AccountByID :one
SELECT * FROM identity.account WHERE id = @id;

-- name: AccountByEmail :one
SELECT * FROM identity.account WHERE email = @email;

-- name: LockAccount :one
-- Every write of what belongs to an account takes this lock first, which serialises the writes and prevents deadlocks.
SELECT * FROM identity.account WHERE id = @id FOR NO KEY UPDATE;

-- name: LockAccountByEmail :one
SELECT * FROM identity.account WHERE email = @email FOR NO KEY UPDATE;

-- name: LockAccountToDelete :one
-- Also blocks inserts of rows that refer to the account.
SELECT * FROM identity.account WHERE id = @id FOR UPDATE;

-- name: RenameAccount :one
UPDATE identity.account
SET first_name = coalesce(sqlc.narg(first_name), first_name), last_name = coalesce(sqlc.narg(last_name), last_name), updated_at = @now
WHERE id = @id
RETURNING *;

-- name: SetLanguage :execrows
-- Changes nothing if it is the language already.
UPDATE identity.account SET language = @language, updated_at = @now WHERE id = @id AND language <> @language;

-- name: LanguageOf :one
-- The language of an account or a pending registration.
SELECT a.language FROM identity.account a WHERE a.id = @owner
UNION ALL
SELECT r.language FROM identity.registration r WHERE r.id = @owner;

-- name: VerifyEmail :one
UPDATE identity.account SET email_verified_at = coalesce(email_verified_at, @now::timestamptz), updated_at = @now::timestamptz WHERE id = @id
RETURNING *;

-- name: SetPassword :exec
UPDATE identity.account SET password_hash = @password_hash, updated_at = @now WHERE id = @id;

-- name: UpgradePassword :exec
-- Stores the same password under better parameters, unless it was changed meanwhile.
UPDATE identity.account SET password_hash = @password_hash WHERE id = @id AND password_hash = @old_hash;

-- name: SetTwoFactor :exec
UPDATE identity.account SET two_factor_enabled = @enabled, updated_at = @now WHERE id = @id;

-- name: RevokeAccess :exec
-- The account must be locked before: a challenge that is committed while the statement waits would stay.
WITH challenges AS (DELETE FROM identity.two_factor_challenge t WHERE t.user_id = @user_id::uuid),
    ceremonies AS (DELETE FROM identity.passkey_ceremony p WHERE p.user_id = @user_id::uuid),
    resets AS (DELETE FROM identity.password_reset r WHERE r.user_id = @user_id::uuid),
    changes AS (DELETE FROM identity.email_change c WHERE c.user_id = @user_id::uuid)
UPDATE identity.account SET security_version = security_version + 1, updated_at = @now WHERE id = @user_id::uuid;

-- name: DeleteAccount :exec
DELETE FROM identity.account WHERE id = @id;

-- name: VerifiedEmails :many
SELECT id, email FROM identity.account WHERE id = ANY(@ids::uuid[]) AND email_verified_at IS NOT NULL AND disabled_at IS NULL ORDER BY id;

-- name: AccountsByEmail :many
SELECT id, email FROM identity.account WHERE email = ANY(@emails::text[]);

-- name: Emails :many
SELECT id, email FROM identity.account WHERE id = ANY(@ids::uuid[]);

-- name: AccountsWithoutTwoFactor :many
SELECT id FROM identity.account
WHERE NOT two_factor_enabled AND email_verified_at IS NOT NULL AND created_at >= @since
ORDER BY created_at, id;

-- name: DeleteOutboxOf :exec
-- Deletes waiting and delivered rows: nothing of a deleted user remains.
DELETE FROM identity.outbox WHERE owner = @owner::uuid;
