package backup_test

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/pgtest"
)

// keeping runs a keeper whose clock moves by a minute with every look at it.
func keeping(t *testing.T, db *pgtest.Database, change func(*backup.Plan)) *backup.Keeper {
	t.Helper()
	var mu sync.Mutex
	at := time.Date(2026, 3, 2, 3, 30, 0, 0, time.UTC)
	p := backup.Plan{Options: options(db.URL), Creator: env.NewSecret(db.Superuser), Dir: filepath.Join(t.TempDir(), "backups"), Keep: 2,
		Log: slog.New(slog.DiscardHandler)}
	p.Options.Now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(time.Minute)
		return at
	}
	change(&p)
	k := backup.NewKeeper(p)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- k.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return k
}

// does starts a task and returns the state after it.
func does(t *testing.T, k *backup.Keeper, task string) backup.State {
	t.Helper()
	if !k.Start(task) {
		t.Fatalf("%s was not started", task)
	}
	for {
		s, err := k.State()
		if err != nil {
			t.Fatal(err)
		}
		if s.Running == "" {
			return s
		}
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		<-time.After(5 * time.Millisecond)
	}
}

func TestKeeperKeepsTheNewestAndTestsIt(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fill(t, db.URL)
	k := keeping(t, db, func(*backup.Plan) {})
	other := filepath.Join(k.Dir, "notes.txt")
	var first backup.State
	for i := range 3 {
		s := does(t, k, backup.TaskBackup)
		if s.LastFailure != nil || len(s.Items) != min(i+1, 2) || s.Items[0].Bytes == 0 {
			t.Fatalf("after backup %d: %+v", i+1, s)
		}
		if i == 0 {
			first = s
			if err := os.WriteFile(other, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(k.Dir, first.Items[0].Name)); !os.IsNotExist(err) {
		t.Errorf("the oldest is still there: %v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}

	// One database was left behind by a test that was killed, the other belongs to another installation.
	super := connect(t, db.Superuser)
	var own string
	if err := super.QueryRow(t.Context(), "SELECT 'rolecall_trial_' || oid || '_' FROM pg_database WHERE datname = current_database()").
		Scan(&own); err != nil {
		t.Fatal(err)
	}
	foreign := "rolecall_trial_1_" + rand.Text()[:12]
	for _, name := range []string{own + "LEFT", foreign} {
		if _, err := super.Exec(t.Context(), "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()); err != nil {
			t.Fatal(err)
		}
	}
	s := does(t, k, backup.TaskTest)
	if s.LastTest == nil || s.LastTest.Reason != "" || s.LastTest.Backup != s.Items[0].Name || s.LastTest.Tables < 20 || s.LastTest.Rows == 0 {
		t.Errorf("test: %+v", s.LastTest)
	}
	var left int
	if err := super.QueryRow(t.Context(), "SELECT count(*) FROM pg_database WHERE starts_with(datname, $1)", own).
		Scan(&left); err != nil || left != 0 {
		t.Errorf("%d databases are left, %v", left, err)
	}
	if _, err := super.Exec(t.Context(), "DROP DATABASE "+pgx.Identifier{foreign}.Sanitize()); err != nil {
		t.Errorf("the database of another installation: %v", err)
	}
	// Another process of the same installation knows what happened.
	again, err := backup.NewKeeper(k.Plan).State()
	if err != nil || again.LastTest == nil || len(again.Items) != 2 {
		t.Errorf("after a restart: %+v, %v", again, err)
	}
}

// TestKeeperTakesTwoBackupsInASecond checks that the second of two quick backups does not meet the name of the first.
func TestKeeperTakesTwoBackupsInASecond(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	var n atomic.Int64
	k := keeping(t, db, func(p *backup.Plan) {
		p.Options.Now = func() time.Time {
			return time.Date(2026, 3, 2, 3, 30, 0, int(n.Add(1))*int(10*time.Millisecond), time.UTC)
		}
	})
	does(t, k, backup.TaskBackup)
	if s := does(t, k, backup.TaskBackup); len(s.Items) != 2 || s.LastFailure != nil {
		t.Errorf("got %+v, failure %+v, want two backups", s.Items, s.LastFailure)
	}
}

func TestKeeperReportsFaults(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	k := keeping(t, db, func(p *backup.Plan) { p.Creator = env.Secret{} })
	made := does(t, k, backup.TaskBackup)
	if s := does(t, k, backup.TaskTest); s.LastTest == nil || !strings.Contains(s.LastTest.Reason, "CREATEDB") {
		t.Errorf("an owner who may not create databases: %+v", s.LastTest)
	}
	path := filepath.Join(k.Dir, made.Items[0].Name)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if s := does(t, k, backup.TaskTest); s.LastTest == nil || !strings.Contains(s.LastTest.Reason, "truncated") {
		t.Errorf("a truncated backup: %+v", s.LastTest)
	}

	away := keeping(t, db, func(p *backup.Plan) {
		p.Options.Database = env.NewSecret(strings.Replace(db.URL, "@", "nobody@", 1))
	})
	s := does(t, away, backup.TaskBackup)
	if s.LastFailure == nil || s.LastFailure.Reason == "" || len(s.Items) != 0 {
		t.Errorf("a database that refuses: %+v", s)
	}
}

// TestContentDiffersWhenARowDoes checks that the comparison notices a row that changed between the backup and the
// restored database.
func TestContentDiffersWhenARowDoes(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	sum := func() string {
		s, err := backup.Write(t.Context(), io.Discard, options(db.URL))
		if err != nil {
			t.Fatal(err)
		}
		return s.Content
	}
	before := sum()
	if sum() != before {
		t.Error("the same data has two sums")
	}
	insert := "INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), 'a', 'A')"
	if _, err := connect(t, db.URL).Exec(t.Context(), insert); err != nil {
		t.Fatal(err)
	}
	if sum() == before {
		t.Error("other data has the same sum")
	}
}
