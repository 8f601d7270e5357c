-- name: InsertRegistration :exec
INSERT INTO identity.registration (id, email, first_name, last_name, password_hash, language, client, code_id, code_hash, code_expires_at, created_at, expires_at)
VALUES (@id, @email, @first_name, @last_name, @password_hash, @language, @client, @code_id, @code_hash, @code_expires_at, @now, @expires_at);

-- name: LockAddress :exec
-- Serialises everything that gives an address an account.
SELECT pg_advisory_xact_lock(hashtextextended('identity.address/' || @email::text, 0));

-- name: CrowdOut :exec
-- Leaves room for one more. The network with the most registrations of the address loses its oldest one, so registering
-- an address again and again displaces only one's own registrations.
DELETE FROM identity.registration WHERE id IN (
    SELECT ranked.id FROM (
        SELECT r.id, r.created_at, count(*) OVER (PARTITION BY r.client) AS of_client FROM identity.registration r WHERE r.email = @email
    ) AS ranked
    ORDER BY ranked.of_client DESC, ranked.created_at, ranked.id
    LIMIT greatest(0, (SELECT count(*) FROM identity.registration c WHERE c.email = @email) - @room::bigint));

-- name: Registrations :many
-- Lists the pending registrations of an address, newest first.
SELECT * FROM identity.registration WHERE email = @email AND expires_at > @now::timestamptz ORDER BY created_at DESC, id DESC;

-- name: SetRegistrationClient :exec
-- Moves a registration to the network from which its password was last given.
UPDATE identity.registration SET client = @client WHERE id = @id;

-- name: RenewRegistrationCode :execrows
UPDATE identity.registration SET code_id = @code_id, code_hash = @code_hash, code_attempts = 0, code_expires_at = @code_expires_at
WHERE id = @id AND expires_at > @now::timestamptz;

-- name: EmailCodes :many
-- Lists what a code for an address can confirm: pending registrations and the account, one row each.
SELECT r.id, r.code_hash, r.client, false AS account, false AS verified
FROM identity.registration r WHERE r.email = @email AND r.expires_at > @now::timestamptz
UNION ALL
SELECT a.id, coalesce(c.code_hash, ''::bytea), ''::bytea, true, a.email_verified_at IS NOT NULL
FROM identity.account a LEFT JOIN identity.verification_code c ON c.user_id = a.id AND c.action = 'verify-email'
WHERE a.email = @email;

-- name: CountWrongCode :exec
-- Counts a wrong code against each code it was compared with or, if there was none, rewrites the attempt's own row: the
-- time taken must not reveal whether the address is known.
WITH pending AS (
    UPDATE identity.registration r SET code_attempts = r.code_attempts + 1, wrong_tries = r.wrong_tries + 1
    WHERE r.id = ANY(@ids::uuid[]) AND r.code_attempts < 5 AND r.code_expires_at > @now::timestamptz
    RETURNING r.id
), counted AS (
    UPDATE identity.verification_code c SET attempts = c.attempts + 1
    WHERE c.user_id = ANY(@ids::uuid[]) AND c.action = 'verify-email' AND c.consumed_at IS NULL AND c.attempts < 5 AND c.expires_at > @now::timestamptz
    RETURNING c.id)
UPDATE identity.throttle t SET state = t.state
WHERE t.id = @attempt_id AND NOT EXISTS (SELECT n.id FROM counted n) AND NOT EXISTS (SELECT p.id FROM pending p);

-- name: TakeRegistration :one
-- Decides a matching code in one statement: of any number at once, one gets the registration. Fifteen wrong codes over
-- its life void it, so asking for new codes does not allow further guesses.
DELETE FROM identity.registration
WHERE id = @id AND code_hash = ANY(@hashes::bytea[]) AND code_attempts < 5 AND wrong_tries < 15 AND code_expires_at > @now::timestamptz AND expires_at > @now::timestamptz
RETURNING *;

-- name: TakePending :one
-- Takes a registration without its code, for an operator.
DELETE FROM identity.registration WHERE id = @id AND expires_at > @now::timestamptz
RETURNING *;

-- name: PendingRegistration :one
SELECT * FROM identity.registration WHERE id = @id AND expires_at > @now::timestamptz;

-- name: DeleteRegistrations :exec
DELETE FROM identity.registration WHERE email = @email;

-- name: PutInvitation :exec
INSERT INTO identity.invitation (email, token_hash, created_at, expires_at) VALUES (@email, @token_hash, @now, @expires_at)
ON CONFLICT (email) DO UPDATE SET token_hash = EXCLUDED.token_hash, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at;

-- name: InvitationTo :one
SELECT * FROM identity.invitation WHERE email = @email AND expires_at > @now::timestamptz;

-- name: DeleteInvitation :exec
DELETE FROM identity.invitation WHERE email = @email;
