-- Each statement removes a bounded number of rows; the task repeats it until it finds fewer.

-- name: SweepChallenges :execrows
DELETE FROM identity.two_factor_challenge
WHERE id IN (SELECT c.id FROM identity.two_factor_challenge c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepCodes :execrows
DELETE FROM identity.verification_code
WHERE id IN (SELECT c.id FROM identity.verification_code c WHERE c.expires_at < @before ORDER BY c.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED);

-- name: SweepTries :execrows
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
