package feed

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	victimURL  = "FEED_TEST_VICTIM_DATABASE"
	victimFeed = "FEED_TEST_VICTIM_FEED"
)

// followUntilKilled follows a database and does little else than load, catch up, merge and write snapshots.
func followUntilKilled(url, dir string) {
	pool, err := pgxpool.New(context.Background(), url)
	if err != nil {
		panic(err)
	}
	f := New(Options{DB: pool, Dir: dir, Log: slog.New(slog.DiscardHandler), Poll: time.Millisecond, SnapshotEvery: time.Millisecond})
	f.applied = nil
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1)) // ends when the parent ends
		os.Exit(0)
	}()
	panic(f.Run(context.Background()))
}

// TestKilledWhileFollowing checks that a process that is killed at any instant, while it loads, catches up, merges or
// writes, leaves no file that makes the next one wrong.
func TestKilledWhileFollowing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kept := 0 // rounds that began with a snapshot of the killed process
	for round := range 12 {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), victimURL+"="+w.db.URL, victimFeed+"="+dir)
		if _, err := cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for i := range 20 + r.IntN(120) {
			w.post(w.owner, w.acme, fmt.Sprint("round ", round, " ", i))
			switch r.IntN(6) {
			case 0:
				w.exec("UPDATE crawler.job_post SET title = title || '!' WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1)")
			case 1:
				w.exec("UPDATE crawler.job_post SET closed_at = CASE WHEN closed_at IS NULL THEN now() END WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1)")
			case 2:
				w.exec("DELETE FROM crawler.job_post WHERE id = (SELECT id FROM crawler.job_post ORDER BY random() LIMIT 1)")
			}
		}
		if round == 0 { // one that lives long enough to write a snapshot, however busy the machine is
			deadline := time.After(time.Minute)
			for _, err := os.Stat(filepath.Join(dir, snapshotFile)); err != nil; _, err = os.Stat(filepath.Join(dir, snapshotFile)) {
				select {
				case <-deadline:
					t.Fatal("no snapshot was written")
				case <-time.After(5 * time.Millisecond):
				}
			}
		}
		_ = cmd.Process.Kill() // SIGKILL, wherever it is
		_ = cmd.Wait()
		f := w.follow(in(dir))
		f.sync()
		f.counted()
		if result, err := f.Compare(t.Context()); err != nil || f.Status().Rebuilds > 0 {
			t.Fatalf("round %d: %s, error %v\n%s", round, result, err, f.log)
		}
		kept += f.log.count("source=snapshot")
	}
	if kept == 0 {
		t.Error("no round began with a snapshot: the test shows nothing")
	}
}
