package hashing

import (
	"bytes"
	"os"
	"testing"
)

// TestWiden finds memory for which the kernel was told to use large pages.
func TestWiden(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this kernel has no large pages to give:", err)
	}
	widen(2 << 10)
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(maps) {
		if flags, ok := bytes.CutPrefix(line, []byte("VmFlags:")); ok && bytes.Contains(flags, []byte(" hg")) {
			return
		}
	}
	t.Error("no memory is marked for large pages")
}
