package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func write(t testing.TB, url string) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := backup.Write(t.Context(), &file, options(url)); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func restore(ctx context.Context, url string, file []byte, replace bool) error {
	whole, err := backup.Open(bytes.NewReader(file), options(url))
	if err != nil {
		return err
	}
	_, err = whole.Restore(ctx, replace, options(url))
	return err
}

func TestRestoreReturnsAllData(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fill(t, db.URL)
	want := fingerprint(t, db.URL)
	if len(want) < 300 {
		t.Fatalf("the fingerprint has %d parts: it does not look at everything", len(want))
	}
	file := write(t, db.URL)

	t.Run("on the same cluster, in place of other data", func(t *testing.T) {
		t.Parallel()
		other := pgtest.DB(t)
		if _, err := connect(t, other.URL).Exec(t.Context(), `INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), 'gone', 'Gone');
			DROP INDEX job.saved_filter_owner; ALTER TABLE job.company ADD COLUMN extra text; CREATE TABLE crawler.stray (x int)`); err != nil {
			t.Fatal(err)
		}
		if err := restore(t.Context(), other.URL, file, true); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, fingerprint(t, other.URL)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("on a fresh cluster", func(t *testing.T) {
		t.Parallel()
		fresh := pgtest.Cluster(t)
		conn := connect(t, fresh.Superuser)
		if _, err := conn.Exec(t.Context(), "ALTER ROLE rolecall_owner CREATEROLE"); err != nil { // an operator's owner, who makes the roles
			t.Fatal(err)
		}
		for _, s := range schema.All() {
			if _, err := conn.Exec(t.Context(), "DROP SCHEMA "+s.Name+" CASCADE; DROP OWNED BY "+s.Role+"; DROP ROLE "+s.Role); err != nil {
				t.Fatal(err)
			}
		}
		if err := restore(t.Context(), fresh.URL, file, false); err != nil {
			t.Fatal(err)
		}
		got := fingerprint(t, fresh.URL)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		// A service finds its rights, and the next migration finds nothing to do.
		if err := schema.Migrate(t.Context(), fresh.URL); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, fingerprint(t, fresh.URL)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestTableOfAnOperatorIsSkipped checks that a table which somebody added to a schema does not spoil the backup.
func TestTableOfAnOperatorIsSkipped(t *testing.T) {
	t.Parallel()
	db, target := pgtest.DB(t), pgtest.DB(t)
	fill(t, db.URL)
	want := fingerprint(t, db.URL)
	if _, err := connect(t, db.URL).Exec(t.Context(), `CREATE TABLE crawler.stray (id bigserial, note text);
		INSERT INTO crawler.stray (note) SELECT repeat('x', 100000) FROM generate_series(1, 3)`); err != nil {
		t.Fatal(err)
	}
	o := options(target.URL)
	whole, err := backup.Open(bytes.NewReader(write(t, db.URL)), o)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := whole.Restore(t.Context(), true, o)
	if err != nil || !cmp.Equal(sum.Skipped, []string{"crawler.stray"}) {
		t.Fatalf("skipped %v, %v", sum.Skipped, err)
	}
	if diff := cmp.Diff(want, fingerprint(t, target.URL)); diff != "" {
		t.Error(diff)
	}
}

// nextBuild returns the schemas as a later build has them: with one more migration each.
func nextBuild(t testing.TB) []pg.Schema {
	t.Helper()
	next := schema.All()
	for i, s := range next {
		files := fstest.MapFS{"9999_next.sql": {Data: []byte("-- +goose Up\nCREATE TABLE " + s.Name + ".next (id int);")}}
		names, err := fs.Glob(s.Migrations, "*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			sql, err := fs.ReadFile(s.Migrations, name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = &fstest.MapFile{Data: sql}
		}
		next[i].Migrations = files
	}
	return next
}

func TestBackupOfOlderVersionIsMigrated(t *testing.T) {
	t.Parallel()
	next := nextBuild(t)
	fresh := pgtest.DB(t)
	if err := pg.Migrate(t.Context(), env.NewSecret(fresh.URL), next); err != nil {
		t.Fatal(err)
	}
	want := parts(t, fresh.URL, structure)
	db := pgtest.DB(t)
	if _, err := connect(t, db.URL).Exec(t.Context(),
		`INSERT INTO job.company (id, slug, name) VALUES (gen_random_uuid(), 'kept', 'Kept')`); err != nil {
		t.Fatal(err)
	}
	file := write(t, db.URL)

	target := pgtest.DB(t)
	o := options(target.URL)
	o.Schemas = next
	whole, err := backup.Open(bytes.NewReader(file), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Restore(t.Context(), true, o); err != nil {
		t.Fatal(err)
	}
	pool := target.Pool("")
	if err := pg.CheckVersions(t.Context(), pool, next); err == nil {
		t.Error("the restored schema is newer than the backup")
	}
	if err := pg.Migrate(t.Context(), env.NewSecret(target.URL), next); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, parts(t, target.URL, structure)); diff != "" {
		t.Error(diff)
	}
	var kept int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM job.company WHERE slug = 'kept'`).Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d rows kept, %v", kept, err)
	}
}

// TestRestoredRowsAreStampedByTheRestore checks that restored rows get new stamps. A stamp is a transaction number,
// which means nothing in another cluster: the search index must not meet one from the future.
func TestRestoredRowsAreStampedByTheRestore(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fill(t, db.URL)
	if _, err := connect(t, db.URL).Exec(t.Context(), `UPDATE crawler.job_post SET change_xid = '1000000000000';
		UPDATE crawler.pull_target SET change_xid = '1000000000000', name_xid = '1000000000000';
		UPDATE crawler.job_post_deleted SET change_xid = '1000000000000'`); err != nil {
		t.Fatal(err)
	}
	target := pgtest.DB(t)
	if err := restore(t.Context(), target.URL, write(t, db.URL), true); err != nil {
		t.Fatal(err)
	}
	var postings, late int
	err := connect(t, target.URL).QueryRow(t.Context(), `SELECT (SELECT count(*) FROM crawler.job_post), (SELECT count(*) FROM (
		SELECT change_xid FROM crawler.job_post UNION ALL SELECT change_xid FROM crawler.pull_target
		UNION ALL SELECT name_xid FROM crawler.pull_target UNION ALL SELECT change_xid FROM crawler.job_post_deleted) x
		WHERE change_xid >= pg_snapshot_xmax(pg_current_snapshot()))`).Scan(&postings, &late)
	if err != nil || postings != 299 || late != 0 {
		t.Errorf("%d postings, %d stamps that are yet to come, %v", postings, late, err)
	}
}

func TestDamagedFileIsRefused(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	file := write(t, db.URL)
	before := fingerprint(t, db.URL)
	damaged := map[string][]byte{"empty": nil, "other": []byte("-- PostgreSQL database dump\n"), "longer": append(bytes.Clone(file), '\n')}
	for _, n := range []int{1, 10, 100, len(file) / 2, len(file) - 1} {
		damaged[fmt.Sprintf("cut to %d", n)] = file[:n]
	}
	flip := func(bit int) {
		b := bytes.Clone(file)
		b[bit/8] ^= 1 << (bit % 8)
		damaged[fmt.Sprintf("bit %d", bit)] = b
	}
	for range 300 {
		flip(rand.IntN(8 * len(file)))
	}
	for bit := range 8 * 10 { // gzip's header
		flip(bit)
	}
	for bit := range 8 * 120 { // the end and its sum
		flip(8*len(file) - 1 - bit)
	}
	for name, b := range damaged {
		if err := restore(t.Context(), db.URL, b, true); !errors.Is(err, backup.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff := cmp.Diff(before, fingerprint(t, db.URL)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoreIsAtomic(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fill(t, db.URL)
	file := write(t, db.URL)
	target := pgtest.DB(t)
	before := fingerprint(t, target.URL)

	if err := restore(t.Context(), target.URL, file, false); !errors.Is(err, backup.ErrNotEmpty) {
		t.Errorf("not empty: %v", err)
	}
	for stop := range 30 {
		whole, err := backup.Open(bytes.NewReader(file), options(target.URL))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		o := options(target.URL)
		o.Progress = func(s backup.Step) {
			if s.Done == stop {
				cancel()
			}
		}
		if _, err := whole.Restore(ctx, true, o); err == nil {
			t.Fatalf("restored although it was stopped at table %d", stop)
		}
	}
	if diff := cmp.Diff(before, fingerprint(t, target.URL)); diff != "" {
		t.Error(diff)
	}
}

func TestRestoreRefusesARunningPlatform(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	file := write(t, db.URL)
	pool, err := pg.Open(t.Context(), pg.Options{URL: env.NewSecret(db.As(schema.JobsRole)), Role: schema.JobsRole, AppName: "rolecall jobs",
		MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := pool.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := restore(t.Context(), db.URL, file, true); !errors.Is(err, backup.ErrRunning) || !strings.Contains(err.Error(), "rolecall jobs") {
		t.Errorf("got %v", err)
	}
}

// TestRestoreRefusesAPlatformStartedMeanwhile starts a service after the first look at the sessions, while the restore waits
// for a table.
func TestRestoreRefusesAPlatformStartedMeanwhile(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	file := write(t, db.URL)
	reader, service := connect(t, db.URL), connect(t, db.URL)
	if _, err := reader.Exec(t.Context(), "BEGIN; LOCK TABLE job.company IN ACCESS SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- restore(t.Context(), db.URL, file, true) }()
	for waits := false; !waits; {
		err := service.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
			AND application_name = 'rolecall restore' AND wait_event_type = 'Lock')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			t.Fatalf("the restore did not wait: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	if _, err := service.Exec(t.Context(), "SET application_name = 'rolecall jobs'"); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, backup.ErrRunning) || !strings.Contains(err.Error(), "rolecall jobs") {
		t.Errorf("got %v", err)
	}
}

func TestBackupOfNewerBuildIsRefused(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	fewer := options(db.URL)
	fewer.Schemas = fewer.Schemas[:4]
	if _, err := backup.Open(bytes.NewReader(write(t, db.URL)), fewer); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("another schema: %v", err)
	}
	if err := pg.Migrate(t.Context(), env.NewSecret(db.URL), nextBuild(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Open(bytes.NewReader(write(t, db.URL)), options(db.URL)); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("another migration: %v", err)
	}
}

// TestBackupIsOneSnapshot backs up while others write: each transaction below writes two rows or none.
func TestBackupIsOneSnapshot(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	pool := db.Pool("")
	ctx, stop := context.WithCancel(t.Context())
	wrote := make(chan int)
	go func() {
		n := 0
		for ; ctx.Err() == nil; n++ {
			_, err := pool.Exec(context.WithoutCancel(ctx), fmt.Sprintf(`BEGIN;
				INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at, last_activity_at)
				VALUES (md5('%[1]d')::uuid, gen_random_uuid(), 'SAVED', 'x', 'x', now(), now(), now());
				INSERT INTO notification.preferences (user_id) VALUES (md5('%[1]d')::uuid); COMMIT`, n))
			if err != nil {
				t.Error(err)
				break
			}
		}
		wrote <- n
	}()
	target := pgtest.DB(t)
	for range 5 {
		if err := restore(t.Context(), target.URL, write(t, db.URL), true); err != nil {
			t.Fatal(err)
		}
		var a, b int
		if err := target.Pool("").QueryRow(t.Context(),
			`SELECT (SELECT count(*) FROM applications.application), (SELECT count(*) FROM notification.preferences)`).Scan(&a, &b); err != nil ||
			a != b {
			t.Errorf("%d applications, %d preferences, %v", a, b, err)
		}
	}
	stop()
	if n := <-wrote; n == 0 {
		t.Error("nobody wrote during the backups")
	}
}

func TestBackupFileIsPrivateAndNotOverwritten(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	path := filepath.Join(t.TempDir(), "b")
	if _, err := backup.WriteFile(t.Context(), path, false, options(db.URL)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := backup.WriteFile(t.Context(), path, false, options(db.URL)); !errors.Is(err, backup.ErrExists) {
		t.Errorf("a second one: %v", err)
	}
	if _, err := backup.WriteFile(t.Context(), path, true, options(db.URL)); err != nil {
		t.Errorf("replaced on demand: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := options(db.URL)
	o.Progress = func(s backup.Step) {
		if s.Done == 5 {
			cancel()
		}
	}
	if _, err := backup.WriteFile(ctx, filepath.Join(filepath.Dir(path), "c"), false, o); err == nil {
		t.Error("no error from a backup that was stopped")
	}
	if names := files(t, filepath.Dir(path)); !cmp.Equal(names, []string{"b"}) {
		t.Errorf("left: %v", names)
	}
}
