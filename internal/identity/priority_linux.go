package identity

import (
	"time"

	"golang.org/x/sys/unix"
)

const (
	// niceness of a thread that hashes: it still gets a quarter of a core that something else keeps busy. The runtime
	// stops all threads together to collect garbage, so one that got hardly any time would make the whole process wait.
	niceness = 5
	// slice is how long the kernel lets a hash run before it looks for another. It is long so that the deadline of a
	// hash is always the later one: whatever wakes up beside it comes first, at once. Kernels before 6.12 take no notice.
	slice = 100 * time.Millisecond
)

// lowerPriority makes the calling thread give way to others. On Linux these attributes belong to a thread; lowering
// them needs no right, and a kernel that refuses all the same costs some evenness under load and nothing else.
func lowerPriority() {
	_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Nice: niceness, Runtime: uint64(slice)}, 0)
}
