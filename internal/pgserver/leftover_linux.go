package pgserver

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// leftovers returns the live PostgreSQL processes whose working directory is our cluster, complete or not.
func (f folder) leftovers() ([]*os.Process, error) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var found []*os.Process
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || !f.runs(name) {
			continue
		}
		p, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if !f.runs(name) { // the process exited, and the handle may be of another one with the same id
			_ = p.Release()
			continue
		}
		found = append(found, p)
	}
	return found, nil
}

// runs reports whether the process works on our cluster. An exiting process loses its program first, then its memory, and
// its working directory last; until then a new server would find the shared memory in use. A zombie has neither link.
func (f folder) runs(pid string) bool {
	cwd, err := os.Readlink(filepath.Join("/proc", pid, "cwd"))
	if err != nil || cwd != f.cluster() && cwd != f.draft() {
		return false
	}
	exe, err := os.Readlink(filepath.Join("/proc", pid, "exe"))
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	program := strings.TrimSuffix(filepath.Base(exe), " (deleted)") // the package was upgraded meanwhile
	return program == "postgres" || program == "initdb"
}
