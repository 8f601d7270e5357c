package feed

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rolecall/internal/jobs/index"
)

// snapshotFile is the index on disk, so that a restart need not read every posting. It can be deleted at any time.
const snapshotFile = "search.index"

// draftAge is the age from which a draft belongs to a dead process: writing one takes seconds.
const draftAge = 10 * time.Minute

// open fills the replica from the snapshot file, which must be of the same database. The feed then catches up from the
// position in it. A file that is of no use is removed.
func (f *Feed) open(ctx context.Context, r *replica) bool {
	if f.o.Dir == "" || f.opened { // once, at the start: a rebuild reads everything
		return false
	}
	f.opened = true
	path := filepath.Join(f.o.Dir, snapshotFile)
	x, position, err := index.Open(path, r.identity, f.o.Index)
	if err == nil {
		r.index, r.seen, r.loaded = x, string(position), true
		return true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		f.o.Log.WarnContext(ctx, "the snapshot of the search index is not used", "path", path, "reason", err)
		f.discard()
	}
	return false
}

// discard removes the snapshot file.
func (f *Feed) discard() {
	f.files.Lock()
	defer f.files.Unlock()
	if f.o.Dir != "" {
		_ = os.Remove(filepath.Join(f.o.Dir, snapshotFile))
	}
}

// save writes the snapshot, unless nothing has changed since the last one. Unless the process stops, the index is then read
// from it.
func (f *Feed) save(ctx context.Context) {
	f.busy <- struct{}{}
	r := f.live
	if r == nil || f.o.Dir == "" || !f.dirty.Swap(false) {
		<-f.busy
		return
	}
	// The index may change while it is written. Then the file is ahead of its position, which does no harm: what follows
	// the position is applied once more.
	x, identity, seen := r.index, r.identity, r.seen
	<-f.busy
	now := f.o.Now()
	rest, err := f.write(x, identity, seen)
	if err != nil {
		f.dirty.Store(true)
		f.o.Log.Warn("no snapshot of the search index was written", "dir", f.o.Dir, "error", err)
		return
	}
	f.note(func(s *Status) { s.SnapshotAt = now })
	f.o.Log.Info("a snapshot of the search index was written", "dir", f.o.Dir, "took", f.o.Now().Sub(now))
	rest(ctx)
}

// write replaces the file in one step: whatever happens meanwhile, either the old or the new one is there. Replicas that
// share a folder replace each other's files, which are equally good.
func (f *Feed) write(x *index.Index, identity, seen string) (rest func(context.Context), err error) {
	f.files.Lock()
	defer f.files.Unlock()
	if err := os.MkdirAll(f.o.Dir, 0o700); err != nil {
		return nil, err
	}
	f.removeDrafts()
	draft, err := os.CreateTemp(f.o.Dir, snapshotFile+".draft-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // fails once it is renamed
	rest, err = x.WriteSnapshot(draft, identity, []byte(seen))
	if err := errors.Join(err, draft.Close()); err != nil {
		return nil, err
	}
	if err := os.Rename(draft.Name(), filepath.Join(f.o.Dir, snapshotFile)); err != nil {
		return nil, err
	}
	dir, err := os.Open(f.o.Dir)
	if err != nil {
		return nil, err
	}
	return rest, errors.Join(dir.Sync(), dir.Close())
}

// removeDrafts removes old drafts of processes that were killed.
func (f *Feed) removeDrafts() {
	drafts, _ := filepath.Glob(filepath.Join(f.o.Dir, snapshotFile+".draft-*"))
	for _, path := range drafts {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > draftAge {
			_ = os.Remove(path)
		}
	}
}
