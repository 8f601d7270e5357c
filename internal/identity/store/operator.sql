-- Statements of `rolecall users` and of administrators.

-- name: ListAccounts :many
SELECT * FROM identity.account ORDER BY created_at, id;

-- name: AccessCounts :many
SELECT a.id, (SELECT count(*) FROM identity.session s WHERE s.user_id = a.id AND s.expires_at > @now) AS sessions,
    (SELECT count(*) FROM identity.passkey p WHERE p.user_id = a.id) AS passkeys
FROM identity.account a WHERE a.id = ANY(@ids::uuid[]);

-- name: LastLogins :many
SELECT e.account_id::uuid AS account_id, max(e.at)::timestamptz AS at FROM identity.audit_event e
WHERE e.account_id = ANY(@ids::uuid[]) AND e.kind = 'login.succeeded' GROUP BY e.account_id;

-- name: LockAccounts :many
SELECT * FROM identity.account WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE;

-- name: BackupCodesLeft :one
SELECT count(*) FROM identity.backup_code b JOIN identity.totp_secret t ON t.id = b.totp_secret_id
WHERE t.user_id = @user_id AND t.verified AND b.consumed_at IS NULL;

-- name: DeletePasskeys :execrows
DELETE FROM identity.passkey WHERE user_id = @user_id;

-- name: SetDisabled :exec
UPDATE identity.account SET disabled_at = sqlc.narg(disabled_at), updated_at = @now WHERE id = @id;

-- name: ListInvitations :many
SELECT email, created_at, expires_at FROM identity.invitation WHERE expires_at > @now ORDER BY created_at DESC, email;

-- name: WithdrawInvitation :execrows
DELETE FROM identity.invitation WHERE email = @email AND expires_at > @now;
