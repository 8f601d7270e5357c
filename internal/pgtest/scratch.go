package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// shmNeeded is the space for a cluster with a few dozen small databases; containers often have much less.
const shmNeeded = 1 << 30

// scratchBase returns a folder in memory if there is enough space, or else the temporary folder.
func scratchBase() string {
	const shm = "/dev/shm"
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shm, &fs); err == nil && fs.Bavail*uint64(fs.Bsize) >= shmNeeded {
		return shm
	}
	return os.TempDir()
}

// scratch is a temporary folder. If this process dies, the next test process removes it.
type scratch struct {
	dir   string
	owner *os.File // locked until this process ends
}

// newScratch creates a folder under base and removes those of dead processes, one process at a time, so that an unlocked
// folder is never one that is just being created.
func newScratch(base string) (*scratch, error) {
	// The user is part of the names: one may not remove the folders of another.
	name := fmt.Sprintf("rolecall-%d", os.Getuid())
	turn, err := lockFile(filepath.Join(base, name+".lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, fmt.Errorf("wait for other tests to create their folders: %w", err)
	}
	defer turn.Close()
	sweep(filepath.Join(base, name+"-*"))
	dir, err := os.MkdirTemp(base, name+"-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // the server may run as another user
		return nil, err
	}
	owner, err := lockFile(filepath.Join(dir, "owner"), syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return nil, err
	}
	return &scratch{dir: dir, owner: owner}, nil
}

// sweep removes folders whose owner is dead. If one cannot be removed now, because its server is still shutting down, the
// next sweep tries again.
func sweep(pattern string) {
	dirs, _ := filepath.Glob(pattern)
	for _, dir := range dirs {
		owner, err := lockFile(filepath.Join(dir, "owner"), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != nil {
			continue
		}
		_ = os.RemoveAll(dir)
		owner.Close()
	}
}

func (s *scratch) remove() error {
	return errors.Join(os.RemoveAll(s.dir), s.owner.Close())
}

func lockFile(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), how); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
