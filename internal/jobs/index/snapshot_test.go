package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
)

func TestDamagedSnapshotsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(3)
	x := New(Options{})
	var docs []Document
	for range 50 {
		docs = append(docs, w.document(w.id()))
	}
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "snapshot")
	if err := writeSnapshot(x, path, nil); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path, "elsewhere", Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("of another database: got %v, want %v", err, ErrForeign)
	}
	damaged := filepath.Join(t.TempDir(), "damaged") // not the file on which the index rests
	for range 300 {
		bad := append([]byte{}, whole...)
		if w.r.IntN(3) == 0 {
			bad = bad[:w.r.IntN(len(bad))]
		} else {
			bad[w.r.IntN(len(bad))] ^= byte(1 + w.r.IntN(255))
		}
		if err := os.WriteFile(damaged, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(damaged, "here", Options{}); err == nil {
			t.Fatal("a damaged snapshot was taken for a whole one")
		}
	}
	if _, _, err := Open(filepath.Join(t.TempDir(), "none"), "here", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a file: got %v, want %v", err, os.ErrNotExist)
	}
}

// TestSearchesWhileChanging checks that a reader's data stays valid while postings change and parts are merged, saved and
// freed.
func TestSearchesWhileChanging(t *testing.T) {
	t.Parallel()
	w := newWorld(5)
	x := New(Options{Rates: testRates})
	var docs []Document
	for range 200 {
		d := w.document(w.id())
		d.Closed = false
		docs = append(docs, d)
	}
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for i := range 4 {
		readers.Go(func() {
			q := newWorld(uint64(i))
			for {
				select {
				case <-stop:
					return
				default:
				}
				x.Search(q.query(nil), Relevance, 0, 20)
				x.Facets(q.query(nil))
				if page := x.Search(&Query{}, Newest, 0, 1); page.Total != len(docs) {
					t.Errorf("got %d postings, want %d at every moment", page.Total, len(docs))
					return
				}
			}
		})
	}
	dir := t.TempDir()
	for i := range 150 {
		if i%25 == 0 {
			readers.Go(func() {
				if err := writeSnapshot(x, filepath.Join(dir, strconv.Itoa(i)), nil); err != nil {
					t.Error(err)
				}
			})
		}
		var changed []Document
		for range 5 {
			d := w.document(pick(w, docs).ID)
			d.Closed = false
			changed = append(changed, d)
		}
		if err := x.Apply(unique(changed, &[]uuid.UUID{}), nil); err != nil {
			t.Fatal(err)
		}
	}
	x.Settle()
	close(stop)
	readers.Wait()
}

func TestTooManyPostingsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(1)
	x := New(Options{MaxPostings: 2})
	a, b, c := w.document(w.id()), w.document(w.id()), w.document(w.id())
	if err := x.Apply([]Document{a, b}, nil); err != nil {
		t.Fatal(err)
	}
	if err := x.Apply([]Document{a, c}, nil); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	if err := x.Apply([]Document{a}, nil); err != nil {
		t.Errorf("a change of a known posting was refused: %v", err)
	}
}

// TestSavedPartsRestOnTheFile checks that parts are read from a snapshot once it is written.
func TestSavedPartsRestOnTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(11)
	x := New(Options{})
	if err := x.Apply([]Document{w.document(w.id()), w.document(w.id())}, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "snapshot")
	if err := writeSnapshot(x, path, nil); err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("only Linux lists what a process has mapped")
	}
	parts := x.view.Load().parts
	if got := strings.Count(string(maps), path); got != len(parts) {
		t.Errorf("got %d parts on the file, want %d", got, len(parts))
	}
	runtime.KeepAlive(parts)
}

// TestMemoryIsReleased checks that the memory of an unused index is released, however often one is rebuilt.
func TestMemoryIsReleased(t *testing.T) {
	w := newWorld(9)
	var docs []Document
	for range 2000 {
		docs = append(docs, w.document(w.id()))
	}
	mapped := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("only Linux lists what a process has mapped")
		}
		return strings.Count(string(maps), "\n")
	}
	before := mapped()
	for range 300 {
		if err := New(Options{}).Apply(slices.Clone(docs[:20]), nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.GC(); mapped() < before+100 {
			return
		}
	}
	t.Errorf("got %d mappings, had %d before", mapped(), before)
}

func writeSnapshot(x *Index, path string, position []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	rest, err := x.WriteSnapshot(f, "here", position)
	if err = errors.Join(err, f.Close()); err == nil {
		rest(context.Background())
	}
	return err
}
