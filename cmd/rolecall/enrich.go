package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/evaluate"
)

type enrichCommand struct {
	Once     bool             `arg:"--once" help:"enrich every pending posting now"`
	Evaluate *evaluateCommand `arg:"subcommand:evaluate" help:"measure the rules on postings whose facts are known"`
}

func (enrichCommand) Description() string {
	return "Turns the texts of pending postings into facts, in the foreground. `rolecall crawler` is the worker that does it on schedule."
}

func (c *enrichCommand) run(ctx context.Context, sh shell) error {
	if !c.Once {
		return usageError{errors.New("use `rolecall enrich --once` to enrich in the foreground, `rolecall enrich evaluate` to measure the rules, " +
			"or `rolecall crawler` to start the crawler")}
	}
	w, done, err := operatorCrawler(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	bar := newProgress(sh.err)
	sum, err := w.EnrichOnce(ctx, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintln(sh.out, sum)
	return nil
}

type evaluateCommand struct {
	File     string   `arg:"--file" placeholder:"FILE" help:"measure on this file instead of the database: one JSON object per line, may be gzipped"`
	Field    []string `arg:"--field,separate" placeholder:"NAME" help:"measure only this fact; may be repeated"`
	Mistakes int      `arg:"--mistakes" placeholder:"N" help:"list up to N mistakes per fact"`
	JSON     bool     `arg:"--json" help:"print the report as JSON"`
}

func (evaluateCommand) Description() string {
	return "Measures the rules of enrichment on what has been crawled: for each fact that a board states in a field of its own, the field\n" +
		"is taken away, the rules read title and text, and the outcome is compared with the field. Boards contradict their own texts\n" +
		"now and then, and many texts do not say what the field says, so a recall of 1 is out of reach. Changes nothing.\n" +
		"Facts: " + strings.Join(evaluate.Fields, ", ") + "."
}

func (c *evaluateCommand) run(ctx context.Context, sh shell) error {
	fields, err := c.fields()
	if err != nil {
		return err
	}
	var report *evaluate.Report
	if c.File != "" {
		report, err = c.measureFile(ctx, fields)
	} else {
		report, err = c.measureDatabase(ctx, sh, fields)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(sh.out).Encode(report)
	}
	if report.Postings == 0 {
		fmt.Fprintln(sh.out, "nothing to measure: no posting has a text and a field of its board; crawl some boards first")
		return nil
	}
	fmt.Fprintf(sh.out, "%d postings\n\n%s", report.Postings, report.Table())
	if c.Mistakes > 0 {
		fmt.Fprintf(sh.out, "\n%s", report.List(c.Mistakes))
	}
	return nil
}

func (c *evaluateCommand) fields() ([]string, error) {
	for _, f := range c.Field {
		if !slices.Contains(evaluate.Fields, f) {
			return nil, usageError{fmt.Errorf("unknown fact %q; known facts: %s", f, strings.Join(evaluate.Fields, ", "))}
		}
	}
	if len(c.Field) > 0 {
		return c.Field, nil
	}
	return evaluate.Fields, nil
}

func (c *evaluateCommand) measureFile(ctx context.Context, fields []string) (*evaluate.Report, error) {
	file, err := os.Open(c.File)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	report := evaluate.NewReport()
	for e, err := range evaluate.Read(c.File, file) {
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report.Add(e, fields)
	}
	return report, nil
}

func (c *evaluateCommand) measureDatabase(ctx context.Context, sh shell, fields []string) (*evaluate.Report, error) {
	w, done, err := operatorCrawler(ctx, sh)
	if err != nil {
		return nil, err
	}
	defer done()
	bar := newProgress(sh.err)
	defer bar.end()
	return w.EvaluateRules(ctx, fields, bar.show)
}
