package feed

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/index"
)

// clock stands still until it is set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func in(dir string) func(*Options) { return func(o *Options) { o.Dir = dir } }

// stored returns a world whose snapshot is in a folder.
func stored(t *testing.T) (w *world, dir string) {
	t.Helper()
	w, dir = newWorld(t), filepath.Join(t.TempDir(), "data")
	for i := range 50 {
		w.post(w.owner, []uuid.UUID{w.acme, w.birch}[i%2], fmt.Sprint("t", i))
	}
	f := w.follow(in(dir))
	f.sync()
	f.save(t.Context())
	return w, dir
}

// TestSnapshotCatchesUp checks that a process that was away reads everything that changed meanwhile, and nothing else.
func TestSnapshotCatchesUp(t *testing.T) {
	t.Parallel()
	w, dir := stored(t)
	w.exec("UPDATE crawler.job_post SET title = 'changed' WHERE title = 't1'")
	w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE title = 't2'")
	w.exec("DELETE FROM crawler.job_post WHERE title IN ('t3', 't4')")
	w.post(w.owner, w.acme, "new")
	f := w.follow(in(dir))
	f.sync()
	f.counted()
	if n := f.reads(); n != 3 || f.log.count("source=snapshot") != 1 {
		t.Errorf("%d documents read\n%s", n, f.log)
	}
	// A renamed board is read as a whole.
	w.exec("UPDATE crawler.pull_target SET company_name = 'Renamed' WHERE id = $1", w.birch)
	later := w.follow(in(dir))
	later.sync()
	later.counted()
	if got := later.Index().Search(&index.Query{Companies: []string{"Renamed"}}, index.Newest, 0, 0).Total; got != scan[int](w, "SELECT count(*) FROM crawler.job_post WHERE target_id = $1 AND closed_at IS NULL", w.birch) {
		t.Errorf("%d under the new name", got)
	}
}

// TestSnapshotRemembersOpenTransactions checks that a transaction that was open when the snapshot was written is not
// lost.
func TestSnapshotRemembersOpenTransactions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	first := w.follow(in(dir))
	long := w.begin()
	w.post(long, w.acme, "long")
	for i := range 5 {
		w.post(w.owner, w.acme, fmt.Sprint("t", i))
	}
	first.sync()
	first.save(t.Context())
	w.commit(long)
	f := w.follow(in(dir))
	f.sync()
	f.counted()
	if n := f.reads(); n != 1 {
		t.Errorf("%d documents read, want 1", n)
	}
}

// TestUnusableSnapshotsAreReplaced checks that an unusable snapshot is discarded, reported once, and replaced.
func TestUnusableSnapshotsAreReplaced(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(w *world, path string) error{
		"truncated": func(_ *world, path string) error { return os.Truncate(path, 5000) },
		"empty":     func(_ *world, path string) error { return os.Truncate(path, 0) },
		"one byte": func(_ *world, path string) error {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b[len(b)/2] ^= 4
			return os.WriteFile(path, b, 0o600)
		},
		"nonsense": func(_ *world, path string) error { return os.WriteFile(path, []byte("hello\n"), 0o600) },
		"foreign": func(w *world, path string) error {
			_, other := stored(w.t)
			return os.Rename(filepath.Join(other, snapshotFile), path)
		},
		"truncated table": func(w *world, _ string) error {
			w.exec("TRUNCATE crawler.job_post CASCADE")
			w.post(w.owner, w.acme, "new")
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, dir := stored(t)
			path := filepath.Join(dir, snapshotFile)
			if err := spoil(w, path); err != nil {
				t.Fatal(err)
			}
			f := w.follow(in(dir))
			f.sync()
			f.equal()
			if f.log.count("the snapshot of the search index is not used") != 1 || f.log.count("source=database") != 1 {
				t.Errorf("the log says:\n%s", f.log)
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("the useless file is still there")
			}
			f.save(t.Context())
			again := w.follow(in(dir))
			again.sync()
			again.counted()
			if again.log.count("source=snapshot") != 1 {
				t.Errorf("the new file is not used:\n%s", again.log)
			}
		})
	}
}

// TestSnapshotIsWritten checks that a snapshot is written after a load, at intervals and at a clean stop.
func TestSnapshotIsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	c := &clock{at: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	f := w.follow(in(dir), func(o *Options) { o.Now, o.Poll = c.now, time.Millisecond })
	w.post(w.owner, w.acme, "a")
	stop := f.run()
	loaded := c.now()
	f.until("a snapshot of the load", func() bool { return f.Status().SnapshotAt.Equal(loaded) })
	w.post(w.owner, w.acme, "b")
	f.sync()
	c.set(loaded.Add(time.Second))
	f.sync()
	if s := f.Status(); !s.SnapshotAt.Equal(loaded) {
		t.Errorf("written too early: %+v", s)
	}
	c.set(loaded.Add(16 * time.Minute))
	f.until("a snapshot", func() bool { return f.Status().SnapshotAt.Equal(c.now()) })
	w.post(w.owner, w.acme, "c")
	f.sync() // to its end: a poll that the stop interrupts is repeated by the next process
	c.set(c.now().Add(time.Second))
	stop()
	if s := f.Status(); !s.SnapshotAt.Equal(c.now()) {
		t.Errorf("not written at the stop: %+v", s)
	}
	later := w.follow(in(dir))
	later.sync()
	later.counted()
	if later.reads() != 0 {
		t.Error("the last snapshot does not hold the last posting")
	}
}

// TestSharedFolder checks that replicas that share a folder all write it, and that each file is good for all.
func TestSharedFolder(t *testing.T) {
	t.Parallel()
	w, dir := stored(t)
	one, two := w.follow(in(dir)), w.follow(in(dir))
	for _, f := range []*follower{one, two} {
		w.post(w.owner, w.acme, "more")
		f.sync()
	}
	var writing sync.WaitGroup
	for _, f := range []*follower{one, two} {
		writing.Go(func() { f.save(t.Context()) })
	}
	writing.Wait()
	later := w.follow(in(dir))
	later.sync()
	later.counted()
	if later.log.count("source=snapshot") != 1 {
		t.Errorf("the file is not used:\n%s", later.log)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("got %v, error %v, want the snapshot alone", files, err)
	}
}

func TestDraftsOfKilledProcessesAreRemoved(t *testing.T) {
	t.Parallel()
	w, dir := stored(t)
	old, fresh := filepath.Join(dir, snapshotFile+".draft-1"), filepath.Join(dir, snapshotFile+".draft-2")
	for _, path := range []string{old, fresh} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*draftAge)); err != nil {
		t.Fatal(err)
	}
	f := w.follow(in(dir))
	w.post(w.owner, w.acme, "more")
	f.sync()
	f.save(t.Context())
	if _, err := os.Stat(old); err == nil {
		t.Error("the old draft is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("a draft that another process may be writing was removed")
	}
}

const victimDir = "FEED_TEST_VICTIM_DIR"

// writeUntilKilled writes one snapshot after the other, each with another number of postings.
func writeUntilKilled(dir string) {
	x := index.New(index.Options{})
	f := New(Options{Dir: dir})
	for n := 1; ; n++ {
		var docs []index.Document
		for range 500 {
			docs = append(docs, index.Document{ID: uuid.New(), Title: "title", Text: uuid.NewString(), YearsMin: -1})
		}
		if err := x.Apply(docs, nil); err != nil {
			panic(err)
		}
		if _, err := f.write(x, "victim", fmt.Sprint(500*n)); err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
}

// TestKilledWhileWriting checks that the old or the new file is there and whole, whenever the process is killed.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 5 {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), victimDir+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range round + 2 {
			lines.Scan()
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		x, position, err := index.Open(filepath.Join(dir, snapshotFile), "victim", index.Options{})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if got := fmt.Sprint(x.Stats().Open); got != string(position) {
			t.Errorf("round %d: %s postings, %s said", round, got, position)
		}
	}
}
