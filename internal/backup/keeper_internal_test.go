package backup

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFullDiskKeepsTheState saves the state where every write to the new file fails, as on a full disk.
func TestFullDiskKeepsTheState(t *testing.T) {
	t.Parallel()
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("only Linux has a device that is always full")
	}
	k := NewKeeper(Plan{Dir: t.TempDir()})
	if err := k.saveState([]byte("{}")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(k.Dir, stateFile)
	if err := os.Symlink(full, path+".new"); err != nil {
		t.Fatal(err)
	}
	if err := k.saveState([]byte("{}")); err == nil {
		t.Error("saved on a full disk")
	}
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the old state is gone: %v, %v", info, err)
	}
}
