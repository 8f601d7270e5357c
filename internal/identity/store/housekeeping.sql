-- Each statement removes a bounded number of rows. Housekeep repeats it until it removes fewer.

-- name: SweepChallenges :execrows
DELETE FROM identity.two_factor_challenge
WHERE id IN (SELECT c.id FROM identity.two_factor_challenge c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepCodes :execrows
DELETE FROM identity.verification_code
WHERE id IN (SELECT c.id FROM identity.verification_code c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepAttempts :execrows
DELETE FROM identity.throttle
WHERE id IN (SELECT t.id FROM identity.throttle t WHERE t.failed_at < @before ORDER BY t.failed_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepSessions :execrows
DELETE FROM identity.session
WHERE id IN (SELECT s.id FROM identity.session s WHERE s.expires_at < @before ORDER BY s.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepRevocations :execrows
DELETE FROM identity.revocation
WHERE position IN (SELECT r.position FROM identity.revocation r WHERE r.expires_at < @before ORDER BY r.position LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepSteps :execrows
DELETE FROM identity.used_totp_step
WHERE (totp_secret_id, step) IN (SELECT u.totp_secret_id, u.step FROM identity.used_totp_step u WHERE u.used_at < @before ORDER BY u.used_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepKeys :execrows
DELETE FROM identity.signing_key WHERE expires_at < @before::timestamptz;

-- name: SweepRegistrations :execrows
DELETE FROM identity.registration
WHERE id IN (SELECT r.id FROM identity.registration r WHERE r.expires_at <= @before ORDER BY r.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepInvitations :execrows
DELETE FROM identity.invitation
WHERE email IN (SELECT i.email FROM identity.invitation i WHERE i.expires_at < @before ORDER BY i.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepResets :execrows
DELETE FROM identity.password_reset
WHERE user_id IN (SELECT c.user_id FROM identity.password_reset c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepEmailChanges :execrows
DELETE FROM identity.email_change
WHERE user_id IN (SELECT c.user_id FROM identity.email_change c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepCeremonies :execrows
DELETE FROM identity.passkey_ceremony
WHERE id IN (SELECT c.id FROM identity.passkey_ceremony c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);
