package httpd

import "runtime/debug"

// collectorPercent lets the heap grow to five times what is in use before garbage is collected. Requests leave much
// garbage and little behind: the live heap of a busy process is a few tens of megabytes, and collecting it at twice
// that size costs a fifth of the processor and most of the tail latency.
const collectorPercent = 400

// TuneCollector sets the pace of the garbage collector for a process that serves requests. An operator who sets GOGC
// keeps what he set; GOMEMLIMIT bounds the process as always.
func TuneCollector(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(collectorPercent)
	}
}
