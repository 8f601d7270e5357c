package httpd

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// collectorPercent lets the heap grow to five times what is in use before garbage is collected. Requests leave much
	// garbage and little behind: the live heap of a busy process is a few tens of megabytes, and collecting it at twice
	// that size costs a fifth of the processor and most of the tail latency.
	collectorPercent = 400
	// leastHeap is what the heap may always grow to. A process with a few megabytes in use would else collect many times
	// a second, and one request in a hundred would meet it. It is memory of busy processes only: an idle one makes
	// little garbage, and the runtime collects that every two minutes and gives it back.
	leastHeap = 64 << 20
)

// TuneCollector sets the pace of the garbage collector for a process that serves requests. An operator who sets GOGC
// keeps what he set; GOMEMLIMIT bounds the process as always.
func TuneCollector(getenv func(string) string) {
	if getenv("GOGC") != "" {
		return
	}
	pace := &pace{live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	pace.set()
	runtime.SetFinalizer(&tick{pace}, (*tick).collected)
}

// tick is garbage from the start, so that each collection meets it.
type tick struct{ pace *pace }

func (t *tick) collected() {
	t.pace.set()
	runtime.SetFinalizer(t, (*tick).collected)
}

// pace keeps the share of the live heap that may come on top in step with the live heap.
type pace struct {
	live    []metrics.Sample
	percent int
}

func (p *pace) set() {
	metrics.Read(p.live)
	percent := growth(p.live[0].Value.Uint64())
	// To change it stops the process for a moment, so small steps are not taken.
	if p.percent == 0 || max(percent, p.percent) > min(percent, p.percent)*9/8 {
		p.percent = percent
		debug.SetGCPercent(percent)
	}
}

// growth is by how many percent a live heap may grow.
func growth(live uint64) int {
	const smallest = 1 << 20 // less than any process has; at the start it is not known
	live = max(live, smallest)
	if live >= leastHeap {
		return collectorPercent
	}
	return max(collectorPercent, int((leastHeap-live)*100/live))
}
