package main

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// crawlerNiceness gives the crawler a lower priority than every service.
	crawlerNiceness = 10
	// crawlerData is the kernel's memory limit for a crawler. It is far above what the limits of the sources allow and
	// ends a crawler that got around them.
	crawlerData = 2 << 30
)

// lowerPriority lowers the priority of the calling thread and of the processes it starts.
func lowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, crawlerNiceness) }

// apart puts the crawler into its own session, so that Ctrl-C reaches only the platform, which then stops it.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// executable returns this running program, even if its file has been replaced.
func executable() (string, error) { return "/proc/self/exe", nil }

// confine makes this process the first to be killed when memory runs out, and lowers the priority of its session: where
// the kernel groups processes by session, the niceness of a process counts only inside its group. It ignores what the
// kernel does not allow.
func confine() {
	_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(crawlerNiceness)), 0)
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0)
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: crawlerData, Max: crawlerData})
}
