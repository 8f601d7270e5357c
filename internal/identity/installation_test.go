package identity

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"rolecall/internal/apitest"
	"rolecall/internal/backup"
	"rolecall/internal/identity/oas"
	"rolecall/internal/lang"
	"rolecall/internal/mail/mailtest"
)

// hosted returns a client of the service in a process with an installation.
func (h *fixture) hosted(i Installation) *apitest.Client {
	svc := h.replica(h.cfg)
	svc.deps.Installation = i
	svc.deps.Version = "9.9"
	return apitest.New(h.t, "identity", svc.Handler())
}

func TestSystemAndReport(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss := h.userAt(admin)
	c := h.hosted(Installation{Check: func(context.Context) *oas.SystemState {
		return &oas.SystemState{
			Findings: []oas.Finding{{Name: "mail", Level: "failure", Detail: "no answer"}, {Name: "clients", Level: "note", Detail: "a proxy"}},
			Folder:   oas.NewNilDataFolder(oas.DataFolder{Path: "/data", FreeBytes: 7, Entries: []oas.FolderSize{{Name: "postgres", Bytes: 5}}}),
		}
	}}).With(apitest.Bearer(boss.Token))
	var system oas.SystemState
	c.Do("GET", "/auth/admin/system", nil).Want(200).JSON(&system)
	if len(system.Findings) != 2 || system.Findings[0].Level != "failure" || system.Folder.Value.Entries[0].Bytes != 5 {
		t.Errorf("system: %+v", system)
	}
	var report oas.ServiceReport
	c.Do("GET", "/auth/admin/report", nil).Want(200).JSON(&report)
	if report.Version != "9.9" || len(report.Schemas) != 1 || report.Schemas[0].Bytes == 0 || report.Queues[0].Name != "outbox" {
		t.Errorf("report: %+v", report)
	}
	for _, path := range []string{"/auth/admin/system", "/auth/admin/report", "/auth/admin/backups"} {
		h.user().Do("GET", path, nil).WantError(403, "Forbidden")
		h.Do("GET", path, nil).WantError(401, "Unauthorized")
	}
}

func TestTestMail(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss, other := h.userAt(admin), h.user()
	h.deliver()
	var got oas.TestMail
	boss.Do("POST", "/auth/admin/test-mail", nil).Want(200).JSON(&got)
	if got.To != admin || !got.Error.Null || h.lastMail(admin).Subject != plainLetter(lang.English, topicTest).subject {
		t.Errorf("got %+v, mail %q, want the test letter to %s", got, h.lastMail(admin).Subject, admin)
	}
	boss.Do("POST", "/auth/admin/test-mail", nil).WantError(429, "Too Many Requests")
	boss.Do("PUT", "/auth/language", m{"language": "de"}).Want(200)
	h.clock.Add(testMailEvery)
	boss.Do("POST", "/auth/admin/test-mail", nil).Want(200)
	h.wantMail(admin, plainLetter("de", topicTest).subject, "de")
	h.clock.Add(testMailEvery)
	h.sink.Behave(mailtest.Refuse)
	boss.Do("POST", "/auth/admin/test-mail", nil).Want(200).JSON(&got)
	if got.Error.Null || got.Error.Value == "" {
		t.Errorf("refused: %+v", got)
	}
	other.Do("POST", "/auth/admin/test-mail", nil).WantError(403, "Forbidden")
}

func TestBackupsAreStartedOneAtATime(t *testing.T) {
	t.Parallel()
	h := open(t)
	boss := h.userAt(admin)
	var got oas.Backups
	boss.Do("GET", "/auth/admin/backups", nil).Want(200).JSON(&got)
	if got.Available {
		t.Errorf("a process without backups: %+v", got)
	}
	boss.Do("POST", "/auth/admin/backups", `{"task":"backup"}`).WantError(404, "Not Found")

	k := backup.NewKeeper(backup.Plan{Options: backup.Options{Now: time.Now}, Dir: filepath.Join(t.TempDir(), "none"), Keep: 3})
	c := h.hosted(Installation{Backups: k}).With(apitest.Bearer(boss.Token))
	c.Do("POST", "/auth/admin/backups", `{"task":"test"}`).WantError(404, "Not Found")
	c.Do("POST", "/auth/admin/backups", `{"task":"backup"}`).Want(202).JSON(&got)
	if got.Running.Value != "backup" || got.Keep != 3 || !got.Schedule.Null || len(got.Items) != 0 {
		t.Errorf("started: %+v", got)
	}
	c.Do("POST", "/auth/admin/backups", `{"task":"backup"}`).WantError(409, "Backup In Progress")
	h.user().Do("POST", "/auth/admin/backups", `{"task":"backup"}`).WantError(403, "Forbidden")
}
