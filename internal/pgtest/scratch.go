package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// shmNeeded is what a cluster with a few dozen small databases takes; containers often have far less.
const shmNeeded = 1 << 30

// scratchBase is in memory where there is enough of it.
func scratchBase() string {
	const shm = "/dev/shm"
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shm, &fs); err == nil && fs.Bavail*uint64(fs.Bsize) >= shmNeeded {
		return shm
	}
	return os.TempDir()
}

// scratch is a folder that the next test process removes if this one dies before it can.
type scratch struct {
	dir   string
	owner *os.File // locked while we live; the kernel unlocks it when we die
}

// newScratch makes a folder under base and sweeps those of dead processes. One process at a time does so:
// a folder that nobody has locked is then a dead one, never one just being made.
func newScratch(base string) (*scratch, error) {
	// The user is part of the names: one may not remove the folders of another.
	name := fmt.Sprintf("rolecall-%d", os.Getuid())
	turn, err := lockFile(filepath.Join(base, name+".lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, fmt.Errorf("wait for other tests to make their folders: %w", err)
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

// sweep removes folders whose owner is dead. What cannot be removed now is left to the next sweep: the
// dead owner's server may still be shutting down in it.
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
