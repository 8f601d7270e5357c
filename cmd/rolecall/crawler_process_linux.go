package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// crawlerNiceness is below that of every service: a crawl has hours, a request has milliseconds.
	crawlerNiceness = 10
	// crawlerData is where the kernel refuses memory to a crawler. It is far beyond what the bounds of the sources leave
	// it, and ends a crawler that has found a way around them.
	crawlerData = 2 << 30
)

// lowerPriority makes the calling thread, and every process that it starts, give way to others.
func lowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, crawlerNiceness) }

// apart gives the crawler a session of its own, so that Ctrl-C reaches it through the platform alone.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// executable is this very program, also after another was put in its place on the disk.
func executable() (string, error) { return "/proc/self/exe", nil }

// confine makes this process the one to end where memory runs out. What the kernel refuses is not needed to work.
func confine() {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0)
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: crawlerData, Max: crawlerData})
}
