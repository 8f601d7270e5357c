package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"rolecall/internal/crawler"
	"rolecall/internal/crawler/catalogue"
)

type targetsImport struct {
	File         string `arg:"positional,required" placeholder:"FILE|URL" help:"the catalogue, a file or an http or https address"`
	Kind         string `arg:"--kind" help:"kind of the boards that state none; unset: that of the file's name, such as lever.csv"`
	CareersPages bool   `arg:"--careers-pages" help:"take addresses of no known vendor for careers pages"`
	DryRun       bool   `arg:"--dry-run" help:"show what would be done, and write nothing"`
}

func (targetsImport) Description() string {
	return `Adds the boards of a catalogue. It may be:
  CSV with a header       name,slug,url, or source_type,token,company_name,company_logo_url
  YAML or JSON            lists of boards by kind, or one list with a name and a token or url each
  JSON                    a list of postings with company_name and url, such as listings.json
  text                    an address on each line

Boards that are named twice are merged, and what is no known board is skipped; the exit code is then 1, except for --dry-run.
A board without a name is asked for it, which takes a request each. An import that was interrupted goes on where it stopped
when it is started again.`
}

// listedSkips is how many skipped entries are listed; --dry-run lists all.
const listedSkips = 20

func (c *targetsImport) run(ctx context.Context, sh shell) error {
	w, record, done, err := operatorBoards(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	file, err := c.read(ctx, w)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	options := crawler.ImportOptions{Family: w.FamilyOf(cmp.Or(c.Kind, c.File)), CareersPages: c.CareersPages}
	if c.Kind != "" && options.Family == "" {
		return usageError{fmt.Errorf("--kind: there is no kind %q", c.Kind)}
	}
	plan, err := w.PlanImport(ctx, file, options)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.DryRun {
		return showPlan(sh.out, plan)
	}
	bar := newProgress(sh.err)
	sum, skipped, err := w.Import(ctx, plan, bar.show)
	bar.end()
	if sum.Added > 0 {
		record("board.imported", map[string]any{"added": sum.Added})
	}
	skipped = slices.Concat(plan.Skipped, skipped)
	listSkipped(sh.err, c.File, skipped)
	fmt.Fprintf(sh.out, "%d added, %d already known, %d merged, %d skipped.\n", sum.Added, sum.Known, plan.Merged, len(skipped))
	if err != nil {
		return fmt.Errorf("the import stopped early and goes on when it is started again: %w", err)
	}
	if len(skipped) > 0 {
		return errChecksFailed
	}
	return nil
}

// read returns the content of a file or of an address.
func (c *targetsImport) read(ctx context.Context, w *crawler.Worker) ([]byte, error) {
	if strings.HasPrefix(c.File, "http://") || strings.HasPrefix(c.File, "https://") {
		return w.FetchCatalogue(ctx, c.File)
	}
	file, err := os.Open(c.File)
	if err != nil {
		if pathError, ok := errors.AsType[*os.PathError](err); ok {
			err = pathError.Err // the caller names the file
		}
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, catalogue.MaxSize+1))
}

func showPlan(out io.Writer, plan crawler.ImportPlan) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "KIND\tTOKEN\tCOMPANY\tRESULT")
	known := 0
	for _, b := range plan.Boards {
		name, result := b.Name, "new"
		if b.Known {
			result = "already known"
			known++
		} else if name == "" {
			name, result = "?", "new, to be named by its board"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", b.Family, b.Token, name, result)
	}
	for _, s := range plan.Skipped {
		fmt.Fprintf(table, "-\t%s\t-\tskipped, %s: %s\n", s.Label, s.Where, s.Reason)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "Nothing was written. %d would be added, %d already known, %d merged, %d skipped.\n",
		len(plan.Boards)-known, known, plan.Merged, len(plan.Skipped))
	return nil
}

func listSkipped(out io.Writer, file string, skipped []crawler.SkippedEntry) {
	for _, s := range skipped[:min(len(skipped), listedSkips)] {
		where := file
		if s.Where != "" {
			where += ": " + s.Where
		}
		fmt.Fprintf(out, "rolecall: %s: skipped %s: %s\n", where, s.Label, s.Reason)
	}
	if more := len(skipped) - listedSkips; more > 0 {
		fmt.Fprintf(out, "rolecall: %d more were skipped; --dry-run lists them all\n", more)
	}
}
