package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/evaluate"
	"rolecall/internal/crawler/enrich/labelled"
)

const (
	leastPrecision = 0.95
	leastRecall    = 0.80
	typicalText    = 4_000 // bytes of HTML
)

// measureEnrich runs the rules over the whole postings of the labelled ones and times them on one core on texts of typical
// length. There is no peer. The figures that count are those of real postings: docs/decisions/0021-rules-measured-on-real-postings.md.
func measureEnrich(ctx context.Context, b *bench) error {
	examples, err := labelled.Load("whole")
	if err != nil {
		return err
	}
	report := evaluate.NewReport()
	for _, e := range examples {
		report.Add(e, evaluate.Fields)
	}
	for _, field := range evaluate.Fields {
		s := report.ByField[field]
		b.add(row{
			workload: "facts found: " + field, ours: fmt.Sprintf("precision %.3f", s.Precision()), against: fmt.Sprintf("recall %.3f", s.Recall()),
			goal: fmt.Sprintf("≥ %.2f, ≥ %.2f", leastPrecision, leastRecall), held: s.Precision() >= leastPrecision && s.Recall() >= leastRecall,
			note: fmt.Sprintf("%s facts in %s postings", count(s.Right+s.Missed), count(report.Postings)),
		})
	}
	b.current().appendix = "By field, language and board:\n\n```\n" + report.Table() + "```\n"
	inputs := make([]enrich.Input, len(examples))
	for i, e := range examples {
		inputs[i] = lengthened(e.Input, typicalText)
	}
	var rounds figures
	for range b.rounds {
		s, err := drive(ctx, 1, len(inputs), b.length/2, func(_ context.Context, i int) error {
			enrich.Posting(inputs[i])
			return nil
		})
		if err != nil {
			return err
		}
		// By processor time, so that the garbage collector's second core counts too.
		rounds = append(rounds, float64(len(s.latencies))/s.cpu.Seconds())
	}
	r := row{workload: "enrichment on one core", ours: rounds.perSecond(), against: "1,500/s", note: fmt.Sprintf("postings per second of processor time, texts of %s bytes", count(typicalText))}
	r.ratio, r.goal, r.held = atLeast(rounds.median()/1_500, 1)
	b.add(r)
	if !r.held {
		err = b.profile(r.workload, func() error {
			_, err := drive(ctx, 1, len(inputs), 2*time.Second, func(_ context.Context, i int) error { enrich.Posting(inputs[i]); return nil })
			return err
		})
	}
	return errors.Join(err, b.growEnrich(ctx, inputs[0]))
}

// growEnrich looks at the cost by the length of the text: it must grow with it and not faster.
func (b *bench) growEnrich(ctx context.Context, in enrich.Input) error {
	g := growth{operation: "facts of one text", unit: "bytes", reason: "every byte is read once"}
	for _, size := range []int{4 << 10, 32 << 10, 256 << 10, 1 << 20} {
		long := lengthened(in, size)
		s, err := drive(ctx, 1, 1, b.length/4, func(context.Context, int) error { enrich.Posting(long); return nil })
		if err != nil {
			return err
		}
		g.sizes, g.costs = append(g.sizes, size), append(g.costs, s.at(0.5))
	}
	r := row{workload: "growth of enrichment with the text", ours: fmt.Sprintf("exponent %.2f", g.exponent()), against: "in proportion: 1", goal: "≤ 1.1", held: g.exponent() <= 1.1}
	b.add(r)
	return b.drawGrowth("enrich", "Enrichment of one posting, by length of its text", []growth{g})
}

// lengthened pads a text with prose, as postings are padded.
func lengthened(in enrich.Input, size int) enrich.Input {
	const prose = "<p>You will sit with people who like their craft, share what they learn and keep each other honest. " +
		"Most weeks start with a short plan and end with something that works; in between we talk to the people who use it.</p>"
	if n := size - len(in.Description); n > 0 {
		in.Description += strings.Repeat(prose, n/len(prose)+1)
	}
	return in
}
