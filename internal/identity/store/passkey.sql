-- name: PasskeysOf :many
SELECT * FROM identity.passkey WHERE user_id = @user_id ORDER BY created_at, id;

-- name: PasskeyOf :one
SELECT * FROM identity.passkey WHERE id = @id AND user_id = @user_id;

-- name: OwnerOfPasskey :one
SELECT user_id FROM identity.passkey WHERE credential_id = @credential_id;

-- name: HasPasskey :one
SELECT EXISTS (SELECT FROM identity.passkey WHERE user_id = @user_id AND suspect_since IS NULL);

-- name: InsertPasskey :one
-- The caller holds the account's lock, so no row is added between the count and the insert.
INSERT INTO identity.passkey (id, user_id, credential_id, public_key, sign_count, backup_eligible, backed_up, transports, name, created_at)
SELECT @id::uuid, @user_id::uuid, @credential_id::bytea, @public_key::bytea, @sign_count::bigint, @backup_eligible::boolean, @backed_up::boolean, @transports::text[], @name::text, @now::timestamptz
WHERE (SELECT count(*) FROM identity.passkey p WHERE p.user_id = @user_id) < @max_rows::bigint
RETURNING *;

-- name: RenamePasskey :one
UPDATE identity.passkey SET name = @name WHERE id = @id AND user_id = @user_id RETURNING *;

-- name: DeletePasskey :one
DELETE FROM identity.passkey WHERE id = @id AND user_id = @user_id RETURNING *;

-- name: UsePasskey :exec
UPDATE identity.passkey SET sign_count = @sign_count, backed_up = @backed_up, last_used_at = @now::timestamptz WHERE id = @id;

-- name: SuspectPasskey :exec
UPDATE identity.passkey SET suspect_since = @now::timestamptz WHERE id = @id;

-- name: InsertCeremony :exec
INSERT INTO identity.passkey_ceremony (id, purpose, user_id, two_factor_challenge_id, session, expires_at)
VALUES (@id, @purpose, sqlc.narg(user_id), sqlc.narg(two_factor_challenge_id), @session, @expires_at);

-- name: TakeCeremony :one
-- Of any number of answers to one challenge, one takes the row.
DELETE FROM identity.passkey_ceremony
WHERE id = @id AND purpose = @purpose AND expires_at > @now
  AND user_id IS NOT DISTINCT FROM sqlc.narg(user_id)::uuid AND two_factor_challenge_id IS NOT DISTINCT FROM sqlc.narg(two_factor_challenge_id)::uuid
RETURNING session;

-- name: DeleteCeremonies :exec
DELETE FROM identity.passkey_ceremony WHERE user_id = @user_id::uuid;

-- name: DeleteCeremoniesOf :exec
DELETE FROM identity.passkey_ceremony WHERE two_factor_challenge_id = @challenge_id::uuid;
