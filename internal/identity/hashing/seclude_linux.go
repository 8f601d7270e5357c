package hashing

import (
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// niceness is that of a second process above that of the service. Whatever else wakes up comes before a hash at once,
// and a hash still gets a quarter of a core that something else keeps busy; more would slow logins down beside other work
// and help nobody, and so would a longer time slice.
const niceness = 5

// lowerPriority makes the calling thread, and every process that it starts, give way to others. Lowering needs no
// right, and a kernel that refuses all the same costs some evenness under load and nothing else.
func lowerPriority() {
	now, err := unix.SchedGetAttr(0, 0)
	if err != nil || now.Policy != unix.SCHED_NORMAL {
		return // as its operator wants it
	}
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(int(now.Nice)+niceness, 19)) // 0 is this thread
}

// seclude keeps passwords in: nothing of this process is dumped, and nobody but root may look into it. Where memory
// runs out it is the one to end, as another takes its place. What the kernel refuses is not needed to work.
func seclude() {
	_ = os.WriteFile("/proc/self/comm", []byte("rolecall-hash"), 0)
	_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(niceness)), 0)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0)
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// widen has the kernel put large pages under the memory of a hash, and of those that wait to be collected. A hash jumps
// about in its memory, and with small pages the processor has to look up the place of most that it jumps to, for a tenth
// of its time. No block is kept here: the runtime gives out again what it got back, lowest addresses first, so it is the
// hashes that find them. Blocks are neither touched nor, where their size is not a usual one, asked for.
func widen(memory uint32) {
	if memory < 1<<10 || memory > 1<<18 {
		return
	}
	blocks := make([][]byte, 2+mostWaste/memory)
	for i := range blocks {
		blocks[i] = make([]byte, memory<<10)
		_ = unix.Madvise(blocks[i], unix.MADV_HUGEPAGE) // without it a hash is slower, and as good
	}
	clear(blocks)
	runtime.GC()
}

// apart gives the second process a session of its own. Where the kernel shares out time by sessions before it looks at
// priorities, the service would else be made to wait for what its hashes have used.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// self is this very program, also after another was put in its place on the disk.
func self() (string, error) { return "/proc/self/exe", nil }
