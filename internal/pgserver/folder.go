package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	clusterName = "cluster"
	// The kernel holds a socket's path in a fixed array; the shortest one of our platforms has 104 bytes
	// with the closing zero.
	maxSocketPath = 103
)

// folder is the data folder; see the package comment for its layout.
type folder struct {
	root     string
	uid, gid int // owner of the folder and of files that root writes into it
}

func (f folder) cluster() string      { return filepath.Join(f.root, clusterName) }
func (f folder) draft() string        { return filepath.Join(f.root, clusterName+".new") }
func (f folder) socket() string       { return filepath.Join(f.root, "socket") }
func (f folder) lockFile() string     { return filepath.Join(f.root, "lock") }
func (f folder) passwordFile() string { return filepath.Join(f.root, "password") }
func (f folder) portFile() string     { return filepath.Join(f.root, "port") }
func (f folder) logFile() string      { return filepath.Join(f.root, "server.log") }

// openFolder creates the folder if needed and makes sure that the account can use it.
func openFolder(dir string, a account) (folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return folder{}, advise("find the data folder", err)
	}
	if err := makeFolders(dir, a); err != nil {
		return folder{}, advise("make the data folder", err)
	}
	// Leftover processes are recognised by their working directory, which the kernel reports resolved.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return folder{}, advise("find the data folder", err)
	}
	f := folder{root: dir}
	if n := len(filepath.Join(f.socket(), ".s.PGSQL.65535")); n > maxSocketPath {
		return folder{}, fmt.Errorf("the path of the data folder %s is %d bytes too long for a unix socket: choose a shorter one",
			dir, n-maxSocketPath)
	}
	if err := a.mustReach(dir); err != nil {
		return folder{}, err
	}
	owner, _, err := ownerOf(dir)
	if err != nil {
		return folder{}, advise("look at the data folder", err)
	}
	f.uid, f.gid = owner.uid, owner.gid
	if err := makePrivate(f.socket(), a); err != nil {
		return folder{}, advise("make the socket folder", err)
	}
	return f, nil
}

// makeFolders creates dir and its missing parents. A server that runs as another user must be able to enter them whatever
// the umask is; secret files inside have their own modes.
func makeFolders(dir string, a account) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return &fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOTDIR}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makeFolders(filepath.Dir(dir), a); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if a.dropped {
		return os.Chmod(dir, 0o755)
	}
	return nil
}

// makePrivate creates a folder that only the account may enter.
func makePrivate(dir string, a account) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return a.give(dir)
}

// claim locks the folder for this process. The kernel releases the lock when the process ends for any reason.
func (f folder) claim() (*os.File, error) {
	lock, err := os.OpenFile(f.lockFile(), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, advise("claim the data folder", err)
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		defer lock.Close()
		holder, _ := f.read(f.lockFile())
		if holder == "" { // the holder has just locked the folder and not yet written its pid
			holder = "unknown"
		}
		return nil, fmt.Errorf("%s %w (pid %s): stop that one first, or choose another data folder", f.root, ErrInUse, holder)
	}
	if err == nil {
		err = f.sign(lock)
	}
	if err != nil {
		unclaim(lock)
		return nil, advise("claim the data folder", err)
	}
	return lock, nil
}

// unclaim unlocks before it closes: a child that is just being forked holds a copy of the file, and with it the lock,
// until it execs.
func unclaim(lock *os.File) {
	_ = syscall.Flock(int(lock.Fd()), syscall.LOCK_UN)
	_ = lock.Close()
}

func (f folder) sign(lock *os.File) error {
	if err := lock.Truncate(0); err != nil {
		return err
	}
	if _, err := lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); err != nil {
		return err
	}
	return f.keep(lock.Name())
}

// write replaces a file atomically.
func (f folder) write(path, text string) error {
	err := f.replace(path, text)
	if err != nil {
		return advise("write "+filepath.Base(path), err)
	}
	return nil
}

func (f folder) replace(path, text string) (err error) {
	tmp, err := os.OpenFile(path+".tmp", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = tmp.WriteString(text + "\n")
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := f.keep(tmp.Name()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return syncFolder(f.root)
}

// keep makes the folder's owner the owner of a file written by root, so that the next start works without root.
func (f folder) keep(path string) error {
	if os.Geteuid() != 0 || f.uid == 0 {
		return nil
	}
	return os.Lchown(path, f.uid, f.gid)
}

func (f folder) read(path string) (string, error) {
	text, err := os.ReadFile(path)
	return strings.TrimSpace(string(text)), err
}

// rememberedPort returns the port of the last start, or 0.
func (f folder) rememberedPort() int {
	text, _ := f.read(f.portFile())
	port, _ := strconv.ParseUint(text, 10, 16)
	return int(port)
}

// syncFolder makes a rename inside dir survive a power loss.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
