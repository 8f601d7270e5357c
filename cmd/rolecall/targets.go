package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"rolecall/internal/crawler"
	"rolecall/internal/crawler/source/all"
)

type targetsCommand struct {
	Add    *targetsAdd    `arg:"subcommand:add" help:"add a board by kind and token, or by URL"`
	Find   *targetsFind   `arg:"subcommand:find" help:"find the board of an employer by its name or its site"`
	List   *targetsList   `arg:"subcommand:list" help:"list all boards with their state"`
	Pause  *targetsPause  `arg:"subcommand:pause" help:"stop pulling a board until it is resumed"`
	Resume *targetsResume `arg:"subcommand:resume" help:"resume a board that is paused, gone or backing off"`
	Delete *targetsDelete `arg:"subcommand:delete" help:"close the postings of a board and no longer list it"`
	Import *targetsImport `arg:"subcommand:import" help:"add the boards of a catalogue: CSV, YAML, JSON or a list of addresses"`
	Hosts  *targetsHosts  `arg:"subcommand:hosts" help:"list the hosts that were asked in the last 24 hours, and their budgets"`
}

func (targetsCommand) Description() string {
	return "Manages the boards that the crawler pulls, one employer's board each."
}

func (*targetsCommand) run(context.Context, shell) error {
	return usageError{errors.New("missing subcommand: add, find, list, pause, resume, delete, import or hosts")}
}

type targetsAdd struct {
	Board  []string `arg:"positional,required" placeholder:"KIND TOKEN | URL" help:"kind and token of the board, or its URL"`
	Name   string   `arg:"--name" help:"the company's name; with a URL the board may provide it"`
	Logo   string   `arg:"--logo" help:"URL of the company's logo"`
	Strict bool     `arg:"--strict" help:"refuse a board that does not answer"`
}

func (targetsAdd) Description() string {
	var kinds strings.Builder
	for _, src := range all.Sources() {
		f := src.Family()
		fmt.Fprintf(&kinds, "\n  %-16s %s", f.Name, f.Form)
	}
	return "Adds a board and checks that it answers. Kinds, and what their tokens are:" + kinds.String()
}

func (c *targetsAdd) run(ctx context.Context, sh shell) error {
	if len(c.Board) > 2 {
		return usageError{errors.New("name a board by its kind and token, or by its URL")}
	}
	if len(c.Board) == 2 && c.Name == "" {
		return usageError{errors.New("--name is missing: the company's name")}
	}
	w, record, done, err := operatorBoards(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	var t crawler.Target
	if len(c.Board) == 2 {
		t = crawler.Target{Family: c.Board[0], Token: c.Board[1]}
	} else if t, err = w.Detect(c.Board[0]); err != nil {
		return usageError{err}
	}
	t.Name, t.Logo = c.Name, c.Logo
	added, warning, err := w.AddTarget(ctx, t, c.Strict)
	if errors.Is(err, crawler.ErrKnown) {
		return fmt.Errorf("%s: %w", t, err)
	}
	if err != nil {
		return err
	}
	if warning != nil {
		fmt.Fprintf(sh.err, "rolecall: warning: %s does not answer: %s\n", added, warning)
	}
	record("board.added", map[string]any{"board": added.String()})
	fmt.Fprintf(sh.out, "Added %s for %s.\n", added, added.Name)
	return nil
}

type targetsList struct{}

func (targetsList) Description() string {
	return "Lists all boards: when each is pulled next, when a pull last found a change, and what the last pull cost."
}

func (*targetsList) run(ctx context.Context, sh shell) error {
	w, done, err := operatorCrawler(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	list, err := w.Targets(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(sh.out, "There are no boards yet. Add one with `rolecall targets add`.")
		return nil
	}
	table := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "KIND\tTOKEN\tCOMPANY\tSTATUS\tOPEN\tLAST SUCCESS\tLAST CHANGE\tNEXT PULL\tREQUESTS\tKIB\tTROUBLE")
	for _, t := range list {
		next, trouble := "-", ""
		if t.Status == "active" {
			next = instant(t.NextAttemptAt, "next pass")
		}
		if t.LastError != nil {
			trouble = *t.LastError
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%d\t%d\t%s\n", t.SourceType, t.Token, t.CompanyName, t.Status, t.OpenPostings,
			instant(t.LastSuccessAt, "never"), instant(t.LastChangeAt, "never"), next, t.Requests, (t.Bytes+1023)/1024, trouble)
	}
	return table.Flush()
}

// instant formats a time, or returns otherwise if there is none.
func instant(t *time.Time, otherwise string) string {
	if t == nil {
		return otherwise
	}
	return t.UTC().Truncate(time.Second).Format(time.RFC3339)
}

type targetsHosts struct{}

func (targetsHosts) Description() string {
	return "Lists the hosts that boards were read from in the last 24 hours, the busiest first. When a host has had its budget of\n" +
		"requests in an hour (crawler.fetch.hourly-budget), scheduled passes leave its other boards for the next hour."
}

func (*targetsHosts) run(ctx context.Context, sh shell) error {
	w, done, err := operatorCrawler(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	list, err := w.Hosts(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintln(sh.out, "No board was pulled in the last 24 hours.")
		return nil
	}
	table := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "HOST\tTHIS HOUR\tBUDGET\tLAST 24 HOURS\tKIB")
	for _, h := range list {
		budget := "none"
		if h.Budget > 0 {
			budget = strconv.Itoa(int(h.Budget))
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%d\t%d\n", h.Host, h.ThisHour, budget, h.Requests, (h.Bytes+1023)/1024)
	}
	return table.Flush()
}

// namedBoard is the board that a command changes.
type namedBoard struct {
	Kind  string `arg:"positional,required" help:"the kind of board"`
	Token string `arg:"positional,required" help:"its name there"`
}

// change changes the board, records it as a security event and prints it.
func (c *namedBoard) change(ctx context.Context, sh shell, action, did string) error {
	w, record, done, err := operatorBoards(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	if err := w.ChangeTarget(ctx, action, c.Kind, c.Token); err != nil {
		return fmt.Errorf("%s/%s: %w", c.Kind, c.Token, err)
	}
	record("board."+strings.ToLower(did), map[string]any{"board": c.Kind + "/" + c.Token})
	fmt.Fprintf(sh.out, "%s %s/%s.\n", did, c.Kind, c.Token)
	return nil
}

type targetsPause struct{ namedBoard }

func (targetsPause) Description() string {
	return "Stops pulling a board until it is resumed. Its postings stay as they are."
}

func (c *targetsPause) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, crawler.Pause, "Paused")
}

type targetsResume struct{ namedBoard }

func (targetsResume) Description() string {
	return "Starts pulling a board again that is paused, gone or backing off."
}

func (c *targetsResume) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, crawler.Resume, "Resumed")
}

type targetsDelete struct{ namedBoard }

func (targetsDelete) Description() string {
	return "Closes the open postings of a board and no longer lists or pulls it. Saved jobs and applications stay. Adding the board\n" +
		"again brings it back."
}

func (c *targetsDelete) run(ctx context.Context, sh shell) error {
	return c.change(ctx, sh, crawler.Delete, "Deleted")
}
