package applications_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	"rolecall/internal/outbox"
)

// told gives the applications of a person that notifications was told are deleted, call by call.
func (w *world) told(p person) (calls [][]uuid.UUID) {
	w.notices.mu.Lock()
	defer w.notices.mu.Unlock()
	for _, c := range w.notices.deleted {
		if c.UserId == p.id {
			calls = append(calls, c.ApplicationIds)
		}
	}
	return calls
}

func TestNotificationsHearsOfADeletion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := w.person(), w.person()
	a, kept := p.tracks(nil), p.tracks(nil)
	q.Do("DELETE", "/applications/"+a.ID.String(), nil).WantError(404, "Not Found")
	p.Do("DELETE", "/applications/"+a.ID.String(), nil).Want(204)
	w.notices.server.away.Store(true)
	if r, err := w.svc.DeliverCalls(t.Context()); err != nil || r.Retried != 1 {
		t.Errorf("notifications away: %+v, %v", r, err)
	}
	w.notices.server.away.Store(false)
	w.clock.add(time.Hour)
	if r, err := w.svc.DeliverCalls(t.Context()); err != nil || r.Delivered != 1 {
		t.Errorf("notifications back: %+v, %v", r, err)
	}
	if calls := w.told(p); len(calls) != 1 || len(calls[0]) != 1 || calls[0][0] != a.ID {
		t.Errorf("told %v, want %s and not %s", calls, a.ID, kept.ID)
	}
	if calls := w.told(q); len(calls) != 0 {
		t.Errorf("a refused deletion was told: %v", calls)
	}
}

func TestNotificationsHearsOfTheDeletionOfAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	w.exec(`INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at, last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T', 'C', now(), now(), now() FROM generate_series(1, 501)`, p.id)
	verification := uuid.New()
	w.identity.codes[verification] = "402917"
	p.Do("DELETE", "/applications", object{"verificationId": verification, "code": "402917"}).Want(204)
	if _, err := w.svc.DeliverCalls(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls := w.told(p)
	if len(calls) != 2 || len(calls[0])+len(calls[1]) != 501 {
		t.Errorf("%d calls", len(calls))
	}
}

func TestLookUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	a := p.tracks(nil)
	var got oas.ApplicationLookup
	w.internal.Do("GET", "/internal/applications?ids="+a.ID.String()+"&ids="+uuid.NewString(), nil).Want(200).JSON(&got)
	want := oas.ApplicationName{ID: a.ID, UserId: p.id, JobTitle: "Backend Engineer", Company: "Northwind Harbour"}
	if len(got.Items) != 1 || got.Items[0] != want {
		t.Errorf("got %+v, want %+v", got.Items, want)
	}
	w.internal.Do("GET", "/internal/applications", nil).WantError(400, "Validation Error")
	w.api.Do("GET", "/internal/applications?ids="+a.ID.String(), nil).WantError(401, "Unauthorized")
}

func TestTheOutboxIsThatOfThePackage(t *testing.T) {
	t.Parallel()
	sql, err := os.ReadFile("store/migration/0002_outbox.sql")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(outbox.DDL("applications"), `"applications"`, "applications"); !strings.Contains(string(sql), want) {
		t.Error("the migration differs from outbox.DDL")
	}
}
