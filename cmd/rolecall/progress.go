package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress draws a progress bar on a terminal and nothing elsewhere.
type progress struct {
	out   io.Writer // nil if not a terminal
	drawn time.Time
	width int // of the last line, to overwrite it
}

func newProgress(out io.Writer) *progress {
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{out: out}
	}
	return &progress{}
}

const barWidth = 30

func (p *progress) show(done, total int, note string) {
	if p.out == nil || (time.Since(p.drawn) < 100*time.Millisecond && done < total) {
		return
	}
	p.drawn = time.Now()
	filled := 0
	if total > 0 {
		filled = barWidth * min(done, total) / total
	}
	line := fmt.Sprintf("[%s%s] %d/%d %s", strings.Repeat("█", filled), strings.Repeat("·", barWidth-filled), done, total, note)
	if cut := []rune(line); len(cut) > 100 {
		line = string(cut[:100])
	}
	pad := max(p.width-len([]rune(line)), 0)
	p.width = len([]rune(line))
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", pad))
}

// end moves the cursor to a new line.
func (p *progress) end() {
	if p.out != nil && p.width > 0 {
		fmt.Fprintln(p.out)
	}
}
