package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// account is the user that the server runs as. PostgreSQL refuses to run as root, so root uses another one.
type account struct {
	name     string
	uid, gid int
	dropped  bool // we are root and the server is not
}

// chooseAccount prefers the owner of an existing cluster, because the server accepts only a cluster that its own user
// owns.
func chooseAccount(o Options) (account, error) {
	owner, made, err := ownerOf(filepath.Join(o.Dir, clusterName))
	if err != nil {
		return account{}, advise("look at the database folder", err)
	}
	self := os.Geteuid()
	switch {
	case self != 0 && made && owner.uid != self:
		return account{}, fmt.Errorf("the database in %s belongs to %s: run rolecall as that user or as root, or choose another data folder",
			o.Dir, owner.name)
	case self != 0:
		return account{name: userName(self), uid: self, gid: os.Getegid()}, nil
	case made && owner.uid != 0:
		owner.dropped = true
		return owner, nil
	}
	return unprivileged("postgres", "nobody")
}

// unprivileged returns the first of the users that exists and is not root.
func unprivileged(names ...string) (account, error) {
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2); err == nil && uid != 0 {
			return account{name: name, uid: uid, gid: gid, dropped: true}, nil
		}
	}
	return account{}, fmt.Errorf("PostgreSQL does not run as root and there is no unprivileged user %s: create one, or start rolecall as a "+
		"normal user", strings.Join(names, " or "))
}

// credential returns nil if the server runs as the same user as this process.
func (a account) credential() *syscall.Credential {
	if !a.dropped {
		return nil
	}
	return &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
}

// give makes the account the owner of a file or folder.
func (a account) give(path string) error {
	if !a.dropped {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// mustReach returns an error with the first folder of the path that the account may not enter. Without it, the failure
// would appear as a misleading permission error on a binary.
func (a account) mustReach(path string) error {
	if !a.dropped {
		return nil
	}
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return advise("look at a parent folder", err)
		}
		if !a.mayEnter(info) {
			return fmt.Errorf("%s is closed to the user %s that PostgreSQL runs as: chmod o+x %s, or choose another data folder", dir, a.name, dir)
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

func (a account) mayEnter(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	switch mode := info.Mode().Perm(); {
	case int(stat.Uid) == a.uid:
		return mode&0o100 != 0
	case int(stat.Gid) == a.gid:
		return mode&0o010 != 0
	default:
		return mode&0o001 != 0
	}
}

// ownerOf returns the owner of a path; made is false if the path does not exist.
func ownerOf(path string) (owner account, made bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return account{}, false, nil
	}
	if err != nil {
		return account{}, false, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return account{}, false, fmt.Errorf("%s has no owner", path)
	}
	return account{name: userName(int(stat.Uid)), uid: int(stat.Uid), gid: int(stat.Gid)}, true, nil
}

func userName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return "uid " + strconv.Itoa(uid)
}
