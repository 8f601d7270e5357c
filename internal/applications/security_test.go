package applications_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"rolecall/api"
	"rolecall/internal/apitest"
	"rolecall/internal/applications/oas"
)

// TestMatrix tries every operation of the contract without credentials, with wrong ones, and on another user's resources.
func TestMatrix(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	owner, stranger := fx.person(), fx.person()
	a := owner.create(object{"notes": "mine", "nextStep": object{"label": "Call", "date": "2026-05-21"}})
	var change oas.BulkResult
	owner.Do("POST", "/applications/bulk", object{"ids": []any{a.ID}, "action": "tag", "tag": "mine"}).Want(200).JSON(&change)
	var view oas.View
	owner.Do("POST", "/applications/views", object{"name": "Mine", "page": "table", "query": ""}).Want(200).JSON(&view)
	a = owner.get(a.ID)
	ended, expired := fx.issuer.Claims(owner.id), fx.issuer.Claims(owner.id)
	fx.issuer.End(ended.SessionID)
	expired.ExpiresAt = jwt.NewNumericDate(time.Now().Add(-time.Second))

	// Valid bodies, so that only the caller can be the reason for a refusal.
	bodies := map[string]any{
		"createApplication":      object{"jobDetails": object{"title": "T", "company": "C"}},
		"deleteAllApplications":  object{"verificationId": a.ID, "code": "000000"},
		"updateApplication":      object{"notes": "stolen"},
		"moveApplication":        object{"status": "REJECTED"},
		"importApplications":     "title,company\nT,C\n",
		"setApplicationStatus":   object{"status": "GHOSTED"},
		"setApplicationSettings": object{"ghosting": false},
		"undoMove":               object{"position": 1},
		"changeApplications":     object{"ids": []any{a.ID}, "action": "delete"},
		"saveView":               object{"name": "V", "page": "table", "query": ""},
		"addTimelineEvent":       object{"status": "OFFER", "occurredAt": "2026-05-10T08:00:00Z"},
		"correctTimelineEvent":   object{"status": "OFFER"},
	}
	wrong := map[string]apitest.Option{
		"nothing":         apitest.Header("X-Nothing", "1"),
		"garbage":         apitest.Bearer("x.y.z"),
		"expired":         apitest.Bearer(fx.issuer.Sign(expired)),
		"ended session":   apitest.Bearer(fx.issuer.Sign(ended)),
		"wrong key":       apitest.ServiceKey("guess"),
		"empty key":       apitest.Header("X-Service-Key", ""),
		"the other's way": nil, // a service key for a user's operation, a token for a service's
	}
	seen := 0
	for _, op := range api.Operations() {
		if op.Service != "applications" {
			continue
		}
		seen++
		path := strings.NewReplacer("{id}", a.ID.String(), "{userId}", owner.id.String(), "{position}", "1",
			"{bulkId}", change.ID.String(), "{viewId}", view.ID.String()).Replace(op.Path)
		send := func(c *apitest.Client, o apitest.Option) *apitest.Response {
			options := []apitest.Option{o}
			if op.ID == "importApplications" {
				options = append(options, apitest.Header("Content-Type", "text/csv"))
			}
			return c.Do(op.Method, path, bodies[op.ID], options...)
		}
		for name, o := range wrong {
			if o == nil {
				o = apitest.ServiceKey(serviceKey)
				if op.Internal() {
					o = apitest.Bearer(owner.token)
				}
			}
			res := send(fx.api, o)
			if res.Status != 401 {
				t.Errorf("%s with %s: got %d, want 401", op.ID, name, res.Status)
			}
			if op.Method != "HEAD" {
				res.WantError(401, "Unauthorized")
			}
		}
		if op.Bearer() && slices.ContainsFunc(op.Parameters, func(p api.Parameter) bool { return p.In == "path" }) {
			send(stranger.Client, apitest.Header("X-Nothing", "1")).WantError(404, "Not Found")
		}
	}
	if seen == 0 {
		t.Error("the contract has no operations")
	}
	if diff := cmp.Diff(owner.get(a.ID), a); diff != "" {
		t.Errorf("the application changed (-got +want):\n%s", diff)
	}
	// Another user gets nothing in lists, statistics and exports.
	if got := stranger.list("").TotalElements; got != 0 {
		t.Errorf("a stranger lists %d, want 0", got)
	}
	if got := stranger.stats(); got.Total != 0 || !got.NextDeadline.Null {
		t.Errorf("a stranger's stats: %+v", got)
	}
	if got := string(stranger.Do("GET", "/applications/export?format=json", nil).Want(200).Body); got != "[]\n" {
		t.Errorf("a stranger exports %s, want %s", got, "[]\n")
	}
}

func TestUnknownRoutesAreRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.Do("GET", "/nothing", nil).WantError(404, "Not Found")
	p.Do("PUT", "/applications", nil).WantError(405, "Method Not Allowed")
	fx.api.Do("GET", "/healthz", nil).Want(200)
	fx.api.Do("GET", "/readyz", nil).Want(200)
}

// TestGrants checks that the role may do no more than the service needs.
func TestGrants(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	a := fx.person().create(nil)
	for _, sql := range []string{
		"UPDATE applications.application SET user_id = gen_random_uuid()",
		"UPDATE applications.application SET id = gen_random_uuid()",
		"UPDATE applications.application SET job_post_id = gen_random_uuid()",
		"UPDATE applications.application SET created_at = now()",
		"UPDATE applications.application SET description = ''",
		"UPDATE applications.timeline SET application_id = gen_random_uuid()",
		"UPDATE applications.timeline SET operation_id = NULL",
		"UPDATE applications.timeline SET moved_at = now()",
		"UPDATE applications.deleted SET user_id = gen_random_uuid()",
		"UPDATE applications.bulk SET user_id = gen_random_uuid()",
		"TRUNCATE applications.application CASCADE",
		"CREATE TABLE applications.own ()",
		"SELECT FROM identity.account",
		"SELECT FROM crawler.job_post",
		"SELECT FROM job.saved_job",
		"SELECT FROM notification.notification",
	} {
		tx, err := fx.db.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "SET LOCAL ROLE rolecall_applications"); err != nil {
			t.Fatal(err)
		}
		_, err = tx.Exec(t.Context(), sql)
		if err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: got %v, want a refusal", sql, err)
		}
		_ = tx.Rollback(t.Context())
	}
	if n := fx.count("SELECT count(*) FROM applications.application WHERE id = $1", a.ID); n != 1 {
		t.Errorf("the application is gone")
	}
}
