package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrExists means that the file exists.
var ErrExists = errors.New("the file already exists")

// WriteFile writes a backup to a file that only its owner can read. The file appears under its name only once it is
// complete and on disk. If the process is killed, it leaves at most a hidden draft, which the next backup removes.
func WriteFile(ctx context.Context, path string, replace bool, o Options) (s Summary, err error) {
	if _, err := os.Lstat(path); err == nil && !replace {
		return s, fmt.Errorf("%s: %w", path, ErrExists)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	f, err := newDraft(path)
	if err != nil {
		return s, err
	}
	defer func() {
		_ = f.Close()
		_ = os.Remove(f.Name()) // already gone on success
	}()
	if s, err = Write(ctx, f, o); err != nil {
		return s, err
	}
	if err := f.Sync(); err != nil {
		return s, err
	}
	// Read the file back before it counts as a backup.
	if _, err := verify(f); err != nil {
		return s, fmt.Errorf("read back what was written: %w", err)
	}
	if err := publish(f.Name(), path, replace); err != nil {
		return s, err
	}
	return s, syncFolder(filepath.Dir(path))
}

// publish gives the draft its name. Unlike a rename, a link does not replace a file that was created meanwhile. On file
// systems without links only the check at the start protects such a file.
func publish(draft, path string, replace bool) error {
	if !replace {
		switch err := os.Link(draft, path); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			return fmt.Errorf("%s: %w", path, ErrExists)
		}
	}
	return os.Rename(draft, path)
}

const draftMark = ".unfinished-"

// newDraft opens a hidden file beside path, locked until this process ends, and removes the drafts of dead processes.
func newDraft(path string) (*os.File, error) {
	pattern := "." + filepath.Base(path) + draftMark
	removeDrafts(filepath.Join(filepath.Dir(path), pattern+"*"))
	f, err := os.CreateTemp(filepath.Dir(path), pattern+"*") // readable only by its owner
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// removeDrafts removes the drafts of dead processes. One that cannot be removed only takes space.
func removeDrafts(pattern string) {
	left, _ := filepath.Glob(pattern)
	for _, name := range left {
		if f, err := os.Open(name); err == nil {
			if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
				_ = os.Remove(name)
			}
			_ = f.Close()
		}
	}
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
