package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Bounds of the search page, from the issue of the web app.
const (
	scriptBound = 200_000               // bytes of JavaScript for the first page, compressed
	typingBound = 50 * time.Millisecond // longest time in which a letter is not taken
	shiftBound  = 0.1                   // layout shift that is called good by those who measure the web
)

// pageFigures is one round of e2e/web/measure.mjs; times are milliseconds.
type pageFigures struct {
	FirstContentfulPaint float64
	FirstPostings        float64
	LayoutShift          float64
	ScriptBytes          float64
	TaskWhileLoading     pageTask
	TaskWhileTyping      pageTask
	SlowestKey           float64
	SlowestAnswer        float64
}

type pageTask struct{ Clock, Processor float64 }

// measurePage opens the search page of a whole platform in Chromium and types into it, as a fast typist does.
func (b *bench) measurePage(ctx context.Context, base string, postings int) error {
	if missing := browserMissing(ctx); missing != "" {
		fmt.Printf("  the search page is not measured: %s\n", missing)
		b.add(stated("search page in Chromium", "not measured", missing))
		return nil
	}
	rounds, err := b.askBrowser(ctx, base)
	if err != nil {
		return err
	}
	b.addPage(rounds, postings)
	return nil
}

// browserMissing says why no browser can be driven here, after trying to get one.
func browserMissing(ctx context.Context) string {
	for _, install := range [][]string{{"scripts/need", "chromium"}, {"scripts/web", "install"}} {
		if out, err := exec.CommandContext(ctx, install[0], install[1:]...).CombinedOutput(); err != nil {
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			return fmt.Sprintf("%s: %s", strings.Join(install, " "), lines[len(lines)-1])
		}
	}
	return ""
}

func (b *bench) askBrowser(ctx context.Context, base string) ([]pageFigures, error) {
	cmd := exec.CommandContext(ctx, "node", "e2e/web/measure.mjs")
	// One more than is counted: the first one finds the caches of the database and of the browser empty. They are short,
	// and one that another process got in the way of is not to decide.
	cmd.Env = append(os.Environ(), "BASE_URL="+base, "ROUNDS="+strconv.Itoa(2*b.rounds))
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("measure the search page: %w\n%s", err, complaints.String())
	}
	var rounds []pageFigures
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var one pageFigures
		if err := decoder.Decode(&one); err != nil {
			return nil, err
		}
		rounds = append(rounds, one)
	}
	if len(rounds) < 2 {
		return nil, fmt.Errorf("the browser measured %d rounds", len(rounds))
	}
	return rounds[1:], nil
}

func (b *bench) addPage(rounds []pageFigures, postings int) {
	pick := func(of func(pageFigures) float64) figures {
		out := make(figures, len(rounds))
		for i, r := range rounds {
			out[i] = of(r)
		}
		return out
	}
	times := func(of func(pageFigures) float64) figures {
		return pick(func(r pageFigures) float64 { return of(r) * float64(time.Millisecond) })
	}
	of := fmt.Sprintf(" (%s postings)", count(postings))

	script := pick(func(r pageFigures) float64 { return r.ScriptBytes })
	r := row{workload: "search page: JavaScript to start" + of, ours: fmt.Sprintf("%.1f kB", script.median()/1000), against: "bound 200 kB"}
	r.ratio, r.goal, r.held = atMost(script.median()/scriptBound, 1)
	b.add(r)

	shift := pick(func(r pageFigures) float64 { return r.LayoutShift })
	r = row{workload: "search page: layout shift" + of, ours: fmt.Sprintf("%.3f", shift.median()), against: "bound 0.1"}
	r.ratio, r.goal, r.held = atMost(shift.median()/shiftBound, 1)
	b.add(r)

	clock := times(func(r pageFigures) float64 { return r.TaskWhileTyping.Clock })
	processor := times(func(r pageFigures) float64 { return r.TaskWhileTyping.Processor })
	r = row{workload: "search page: longest block while typing" + of, ours: clock.time(), against: "bound " + duration(typingBound), note: "on the processor " + processor.time()}
	r.ratio, r.goal, r.held = atMost(clock.median()/float64(typingBound), 1)
	b.add(r)

	for _, s := range []struct {
		name string
		of   func(pageFigures) float64
		note string
	}{
		{"first contentful paint", func(r pageFigures) float64 { return r.FirstContentfulPaint }, ""},
		{"postings on the screen", func(r pageFigures) float64 { return r.FirstPostings }, "with an empty browser cache"},
		{"longest task while loading", func(r pageFigures) float64 { return r.TaskWhileLoading.Clock }, ""},
		{"slowest key to paint", func(r pageFigures) float64 { return r.SlowestKey }, ""},
		{"postings after the last letter", func(r pageFigures) float64 { return r.SlowestAnswer }, "waiting for the fingers to rest, 180 ms, included"},
	} {
		b.add(stated("search page: "+s.name+of, times(s.of).time(), s.note))
	}
}
