package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

func (b *bench) write(file string, took time.Duration) error {
	var s strings.Builder
	fmt.Fprintf(&s, "# Measurements\n\nMade by `make bench` on %s in %s. Figures depend on the machine; the ratios are the point.\n\n", machine(), took.Round(time.Second))
	s.WriteString("| workload | Rolecall | against | ratio | goal | held | note |\n|---|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		held := "yes"
		if !r.held {
			held = "**no**"
		}
		fmt.Fprintf(&s, "| %s | %s | %s | %s | %s | %s | %s |\n", r.workload, r.ours, r.against, r.ratio, r.goal, held, r.note)
	}
	return os.WriteFile(file, []byte(s.String()), 0o644)
}

func machine() string {
	model := runtime.GOARCH
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.SplitSeq(string(b), "\n") {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s, %s", runtime.NumCPU(), model, runtime.Version())
}
