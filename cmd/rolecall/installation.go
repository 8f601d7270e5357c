package main

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"rolecall/internal/backup"
	"rolecall/internal/identity"
	"rolecall/internal/schema"
)

func backupsDir(dataDir string) string { return filepath.Join(dataDir, "backups") }

// newKeeper returns the keeper that takes the backups of `up`.
func (p *platform) newKeeper() *backup.Keeper {
	return backup.NewKeeper(backup.Plan{
		Options:  backup.Options{Database: p.settings.Database, Schemas: schema.All(), Build: version, Now: time.Now},
		Creator:  p.superuser,
		Schedule: p.settings.BackupCron.In(p.settings.Timezone),
		Dir:      cmp.Or(p.settings.BackupDir, backupsDir(p.settings.DataDir)),
		Keep:     max(p.settings.BackupKeep, 1),
		Log:      p.log,
	})
}

// installation is what identity shows to administrators.
func (p *platform) installation(getenv func(string) string) identity.Installation {
	return identity.Installation{
		Backups: p.backups,
		Check: func(ctx context.Context) ([]identity.Finding, *identity.DataFolder) {
			var out []identity.Finding
			for _, f := range p.findings(ctx, getenv) {
				out = append(out, identity.Finding{Name: f.name, Level: f.level(), Detail: f.text()})
			}
			return out, p.dataFolder()
		},
	}
}

// dataFolder returns the sizes in the data folder, or nil if there is none. Files that vanish or cannot be read do not count.
func (p *platform) dataFolder() *identity.DataFolder {
	dir := p.settings.DataDir
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	out := &identity.DataFolder{Path: dir, Entries: []identity.FolderEntry{}}
	var disk syscall.Statfs_t
	if syscall.Statfs(dir, &disk) == nil {
		out.Free = int64(disk.Bavail) * int64(disk.Bsize) //nolint:gosec,unconvert // the types differ between systems; no disk is that large
	}
	for _, e := range entries {
		size := identity.FolderEntry{Name: e.Name()}
		_ = filepath.WalkDir(filepath.Join(dir, e.Name()), func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil //nolint:nilerr // what can be read counts
			}
			if info, err := d.Info(); err == nil {
				size.Bytes += info.Size()
			}
			return nil
		})
		out.Entries = append(out.Entries, size)
	}
	slices.SortFunc(out.Entries, func(a, b identity.FolderEntry) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return out
}
