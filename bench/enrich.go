package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/labelled"
)

const (
	leastPrecision = 0.95
	leastRecall    = 0.85
	typicalText    = 4_000 // bytes of HTML
)

// firstLook is what the final set showed when it was new, with the rules as they were. A table above that differs from it
// is not a blind figure, see docs/decisions/0005-the-final-set.md.
const firstLook = "The first and only blind look at this set, the eighth: skills 0.967 / 0.928, careerLevel 0.963 / 0.963, " +
	"employmentType 0.985 / 0.975, workplaceType 0.990 / 0.877, languages 0.968 / 0.915, pay 0.992 / 0.985, requirements 0.971 / 0.981, " +
	"experience 0.987 / 0.955, places 0.987 / 0.991. Skills are the 804 that are told, named things; they cover 0.37 of the words that the writers marked, see docs/decisions/0005-the-final-set.md.\n"

// measureEnrich runs the rules over the final set of the labelled postings and times them on one core on texts of typical
// length. There is no peer: the goals are those of the issue.
func measureEnrich(ctx context.Context, b *bench) error {
	examples, err := labelled.Load(labelled.Final)
	if err != nil {
		return err
	}
	report := labelled.Evaluate(examples)
	for _, field := range labelled.Fields {
		s := report.Scores[field]["all"]
		r := row{
			workload: "facts found: " + field, ours: fmt.Sprintf("precision %.3f", s.Precision()), against: fmt.Sprintf("recall %.3f", s.Recall()),
			goal: fmt.Sprintf("≥ %.2f, ≥ %.2f", leastPrecision, leastRecall), held: s.Precision() >= leastPrecision && s.Recall() >= leastRecall,
			note: fmt.Sprintf("%s facts in %s postings", count(s.Right+s.Missed), count(report.Examples)),
		}
		b.add(r)
	}
	b.current().appendix = "Precision / recall by field and language:\n\n" + report.Table() + "\n" + firstLook
	if mistakes := strings.TrimSpace(report.Errors()); mistakes != "" {
		b.current().appendix += "\n<details><summary>Every mistake</summary>\n\n```\n" + mistakes + "\n```\n\n</details>\n"
	}
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
	r := row{workload: "enrichment on one core", ours: rounds.perSecond(), against: "5,000/s", note: fmt.Sprintf("postings per second of processor time, texts of %s bytes", count(typicalText))}
	r.ratio, r.goal, r.held = atLeast(rounds.median()/5_000, 1)
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
