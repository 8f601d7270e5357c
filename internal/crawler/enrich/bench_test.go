package enrich_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/labelled"
)

// BenchmarkPosting measures postings of typical length: the labelled ones are short, so each is padded with prose to
// about 4 KB.
func BenchmarkPosting(b *testing.B) {
	examples, err := labelled.Load("whole")
	if err != nil {
		b.Fatal(err)
	}
	inputs := make([]enrich.Input, len(examples))
	bytes := 0
	for i, e := range examples {
		inputs[i] = e.Input
		for len(inputs[i].Description) < 4000 {
			inputs[i].Description += "<p>" + prose + "</p>"
		}
		bytes += len(inputs[i].Description)
	}
	b.SetBytes(int64(bytes / len(inputs)))
	b.ReportAllocs()
	enrich.Posting(inputs[0]) // reads the vocabulary
	n, start := 0, cpuTime()
	for b.Loop() {
		enrich.Posting(inputs[n%len(inputs)])
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "postings/s")
	b.ReportMetric(float64(b.N)/(cpuTime()-start).Seconds(), "postings/cpu-s")
}

// cpuTime is the processor time used so far, garbage collection included: unlike the clock on the wall it does not count
// the neighbours on a busy machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const prose = "You will sit with people who like their craft, share what they learn and keep each other honest. " +
	"Most weeks start with a short plan and end with something that works; in between we talk to the people who use it. " +
	"Nobody here wins by staying late, and nobody has to ask for permission to improve what they touch."

// BenchmarkLength shows that the time grows with the length and not faster.
func BenchmarkLength(b *testing.B) {
	for _, kb := range []int{4, 32, 256, 1024} {
		in := enrich.Input{Title: "Engineer", Description: strings.Repeat("<li>5 years of experience with Go, C++ and €50,000 salary, English</li>", kb*1024/70)}
		b.Run(fmt.Sprintf("%dKB", kb), func(b *testing.B) {
			b.SetBytes(int64(len(in.Description)))
			for b.Loop() {
				enrich.Posting(in)
			}
		})
	}
}
