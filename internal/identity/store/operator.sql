-- Statements of `rolecall users`.

-- name: ListAccounts :many
SELECT sqlc.embed(a), (SELECT count(*) FROM identity.session s WHERE s.user_id = a.id AND s.expires_at > @now) AS sessions
FROM identity.account a ORDER BY a.created_at, a.id;

-- name: BackupCodesLeft :one
SELECT count(*) FROM identity.backup_code b JOIN identity.totp_secret t ON t.id = b.totp_secret_id
WHERE t.user_id = @user_id AND t.verified AND b.consumed_at IS NULL;

-- name: CountPasskeys :one
SELECT count(*) FROM identity.passkey WHERE user_id = @user_id;

-- name: DeletePasskeys :execrows
DELETE FROM identity.passkey WHERE user_id = @user_id;

-- name: SetDisabled :exec
UPDATE identity.account SET disabled_at = sqlc.narg(disabled_at), updated_at = @now WHERE id = @id;
