package main

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications"
	"rolecall/internal/identity"
	"rolecall/internal/jobs"
	"rolecall/internal/notifications"
	"rolecall/internal/personaldata"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

// exported are the areas of the services by the role that reads them.
var exported = map[string][]personaldata.Area{
	schema.IdentityRole: identity.PersonalData, schema.JobsRole: jobs.PersonalData,
	schema.ApplicationsRole: applications.PersonalData, schema.NotificationsRole: notifications.PersonalData,
}

// notExported are the tables that name a user and are not in the export, with the reason.
var notExported = map[string]string{
	"identity.two_factor_challenge": "a login under way: a hash that is good for minutes",
	"identity.verification_code":    "a mailed code under way: a hash that is good for minutes",
	"identity.password_reset":       "a mailed code under way: a hash that is good for minutes",
	"identity.passkey_ceremony":     "a login or registration under way, good for minutes",
	"identity.outbox":               "mail and calls under way; emptied when delivered",
	"applications.outbox":           "calls under way; emptied when delivered",
	"notification.outbox":           "mail under way; emptied when delivered",
	"applications.import_run":       "marks a running import, for two minutes at most",
	"notification.digest_claim":     "divides the digests of a week among processes; digest_run says what was sent",
}

// userColumns name a user. A new name is added here.
var userColumns = []string{"user_id", "account_id", "requested_by", "owner"}

func TestEveryTableOfUsersIsExported(t *testing.T) {
	t.Parallel()
	rows, err := pgtest.DB(t).Pool("").Query(t.Context(), `SELECT DISTINCT c.table_schema || '.' || c.table_name
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('identity', 'job', 'crawler', 'applications', 'notification')
		  AND c.column_name = ANY ($1)`, userColumns)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 20 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	in := map[string]bool{}
	for _, areas := range exported {
		for _, area := range areas {
			in[area.Table] = true
		}
	}
	for _, table := range tables {
		if in[table] == (notExported[table] != "") {
			t.Errorf("%s: exported is %v; add it to the PersonalData of its service, or here with the reason", table, in[table])
		}
	}
	for table := range notExported {
		if !slices.Contains(tables, table) {
			t.Errorf("%s needs no exception any more", table)
		}
	}
}

// secretNames are in the names of columns that must not be exported.
var secretNames = []string{"hash", "secret", "password", "token", "nonce", "salt", "key", "credential"}

func TestExportHasNoSecretsAndReadsAsItsService(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	for role, areas := range exported {
		for _, area := range areas {
			namespace, table, _ := strings.Cut(area.Table, ".")
			rows, err := db.Pool("").Query(t.Context(),
				"SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2", namespace, table)
			if err != nil {
				t.Fatal(err)
			}
			columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil || len(columns) == 0 {
				t.Fatalf("%s: %d columns, %v", area.Table, len(columns), err)
			}
			for _, omitted := range area.Omit {
				if !slices.Contains(columns, omitted) {
					t.Errorf("%s has no column %s", area.Table, omitted)
				}
			}
			for _, column := range columns {
				isSecret := slices.ContainsFunc(secretNames, func(part string) bool { return strings.Contains(column, part) })
				if isSecret && !slices.Contains(area.Omit, column) {
					t.Errorf("%s.%s looks like a secret and is exported", area.Table, column)
				}
			}
		}
		// The service's own rights suffice, and somebody without data gets empty areas.
		answer := httptest.NewRecorder()
		if err := personaldata.New(db.Pool(role), areas).Export(t.Context(), uuid.New(), answer); err != nil {
			t.Errorf("%s: %v", role, err)
			continue
		}
		var got map[string][]map[string]any
		if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || len(got) != len(areas) {
			t.Errorf("%s: %d areas of %d, %v", role, len(got), len(areas), err)
		}
	}
}
