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
	"rolecall/internal/identity/oas"
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
		Check: func(ctx context.Context) *oas.SystemState {
			out := &oas.SystemState{Folder: p.dataFolder()}
			for _, f := range p.findings(ctx, getenv) {
				out.Findings = append(out.Findings, oas.Finding{Name: f.name, Level: f.level(), Detail: f.text()})
			}
			return out
		},
	}
}

// dataFolder returns the sizes in the data folder, or null if there is none. Files that vanish or cannot be read do not count.
func (p *platform) dataFolder() oas.NilDataFolder {
	dir := p.settings.DataDir
	entries, err := os.ReadDir(dir)
	if err != nil {
		return oas.NilDataFolder{Null: true}
	}
	out := oas.DataFolder{Path: dir, Entries: []oas.FolderSize{}}
	var disk syscall.Statfs_t
	if syscall.Statfs(dir, &disk) == nil {
		out.FreeBytes = int64(disk.Bavail) * int64(disk.Bsize) //nolint:gosec,unconvert // the types differ between systems; no disk is that large
	}
	for _, e := range entries {
		size := oas.FolderSize{Name: e.Name()}
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
	slices.SortFunc(out.Entries, func(a, b oas.FolderSize) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return oas.NewNilDataFolder(out)
}
