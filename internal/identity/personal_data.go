package identity

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/personaldata"
	"rolecall/internal/pg"
)

// PersonalData lists the tables with data of users, for the export of everything. Nothing that opens an account is
// exported, not even as a hash.
var PersonalData = []personaldata.Area{
	{
		Name: "account", Table: "identity.account", Where: "t.id = $1", Order: "id",
		Omit: []string{"password_hash", "security_version"},
	},
	{Name: "sessions", Table: "identity.session", Order: "created_at, id"},
	{Name: "passkeys", Table: "identity.passkey", Order: "created_at, id", Omit: []string{"credential_id", "public_key", "sign_count"}},
	{
		Name: "twoFactor", Table: "identity.totp_secret", Order: "created_at",
		Omit: []string{"encrypted_secret", "backup_salt", "backup_key", "backup_memory", "backup_iterations"},
	},
	{
		Name: "backupCodes", Table: "identity.backup_code", Order: "created_at, id", Omit: []string{"code_hash", "totp_secret_id"},
		Where: "t.totp_secret_id IN (SELECT s.id FROM identity.totp_secret s WHERE s.user_id = $1)",
	},
	{Name: "addressChange", Table: "identity.email_change", Order: "created_at", Omit: []string{"current_hash", "new_hash"}},
	{
		Name: "securityActivity", Table: "identity.audit_event", Where: "t.account_id = $1", Order: "id",
		// The user must not see where an administrator was, nor which one it was.
		Add: `CASE WHEN t.detail ->> 'by' <> t.account_id::text THEN '{"address": null, "user_agent": null, "detail": {}}' END`,
	},
}

func (h *handler) ExportAccountData(ctx context.Context, w http.ResponseWriter) error {
	return h.svc.ExportAccount(ctx, auth.UserFrom(ctx).ID, w)
}

// ExportAccount answers with what the service keeps of a user. It is recorded first: somebody who got into an account may be
// after its data.
func (s *Service) ExportAccount(ctx context.Context, user uuid.UUID, w http.ResponseWriter) error {
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error { return s.recordOwn(ctx, tx, "account.exported", user) })
	if err != nil {
		return pg.Fault(fmt.Errorf("record an export: %w", err))
	}
	return s.personal.Export(ctx, user, w)
}
