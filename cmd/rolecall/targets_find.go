package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rolecall/internal/crawler"
	"rolecall/internal/crawler/find"
	"rolecall/internal/crawler/source/all"
)

type targetsFind struct {
	Query string `arg:"positional,required" placeholder:"NAME|URL" help:"the employer's name, or the address of its site"`
	Add   int    `arg:"--add" placeholder:"NUMBER" help:"add the board with this number of the list"`
}

func (targetsFind) Description() string {
	return "Finds the board of an employer. A site is looked at for links to its board; a name is tried at the vendors that say\n" +
		"whether they know it, with one request each. Vendors that did not know a name are not asked again for a week."
}

func (c *targetsFind) run(ctx context.Context, sh shell) error {
	w, record, done, err := operatorBoards(ctx, sh)
	if err != nil {
		return err
	}
	defer done()
	shown := 0
	found, err := w.Find(ctx, c.Query, func(steps []find.Step) {
		for ; shown < len(steps); shown++ {
			fmt.Fprintln(sh.err, stepLine(steps[shown]))
		}
	})
	if err != nil {
		return err
	}
	if len(found.Boards) == 0 {
		fmt.Fprintf(sh.out, "Nothing was found for %q. Try the address of the employer's site, or `rolecall targets add`.\n", c.Query)
		return errChecksFailed
	}
	for i, b := range found.Boards {
		fmt.Fprintf(sh.out, "%d. %s: %s\n   rolecall targets add %s '%s' --name '%s'\n", i+1, b.Name, boardLine(b), b.Family, b.Token,
			strings.ReplaceAll(b.Name, "'", `'\''`))
	}
	if c.Add == 0 {
		return nil
	}
	if c.Add < 0 || c.Add > len(found.Boards) {
		return usageError{fmt.Errorf("--add %d: the list has the numbers 1 to %d", c.Add, len(found.Boards))}
	}
	b := found.Boards[c.Add-1]
	t := crawler.Target{Family: b.Family, Token: b.Token, Name: b.Name, Logo: b.Logo, Site: b.Site}
	added, _, err := w.AddTarget(ctx, t, false)
	if errors.Is(err, crawler.ErrKnown) {
		return fmt.Errorf("%s: %w", t, err)
	}
	if err != nil {
		return err
	}
	record("board.added", map[string]any{"board": added.String()})
	fmt.Fprintf(sh.out, "Added %s for %s. The next crawl pulls it; `rolecall crawl --once` does so now.\n", added, added.Name)
	return nil
}

// stepLine describes a step and its outcome.
func stepLine(s find.Step) string {
	text := s.Place
	if s.Token != "" {
		text = familyLabel(s.Place) + " as " + s.Token
	}
	text += ": " + string(s.Outcome)
	if s.Note != "" {
		text += ", " + s.Note
	}
	return text
}

// boardLine describes a board that was found.
func boardLine(b find.Board) string {
	count := fmt.Sprintf("%d postings", b.Postings)
	if b.More {
		count = "more than " + count
	}
	if len(b.Titles) > 0 {
		count += ", such as " + strings.Join(b.Titles, "; ")
	}
	if b.Site != "" {
		count += " (" + b.Site + ")"
	}
	return familyLabel(b.Family) + ", " + count
}

func familyLabel(family string) string {
	if src, ok := all.Sources().Lookup(family); ok {
		return src.Family().Label
	}
	return family
}
