-- name: ActiveKey :one
SELECT * FROM identity.signing_key WHERE retired_at IS NULL;

-- name: InsertKey :execrows
-- A partial unique index allows one active key: of several replicas that make the first one, one wins.
INSERT INTO identity.signing_key (id, algorithm, public_key, private_key, created_at)
VALUES (@id, 'EdDSA', @public_key, @private_key, @now)
ON CONFLICT DO NOTHING;

-- name: LockKeys :exec
SELECT pg_advisory_xact_lock(hashtext('identity.signing_key'));

-- name: RetireKey :execrows
-- The key verifies until the last token it can have signed has expired, plus a minute for clocks that differ.
UPDATE identity.signing_key
SET retired_at = @now::timestamptz, private_key = NULL,
    expires_at = greatest(@last_end::timestamptz, (SELECT max(s.expires_at) FROM identity.session s)) + interval '1 minute'
WHERE retired_at IS NULL;

-- name: ExpireRetiredKeys :exec
UPDATE identity.signing_key SET expires_at = @now::timestamptz WHERE retired_at IS NOT NULL AND expires_at > @now::timestamptz;

-- name: VerifyingKeys :many
SELECT id, public_key FROM identity.signing_key WHERE expires_at IS NULL OR expires_at > @now::timestamptz ORDER BY created_at DESC, id;

-- name: ResealKey :exec
UPDATE identity.signing_key SET private_key = @private_key WHERE id = @id AND private_key = @old_key;
