package crawler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"rolecall/internal/crawler/catalogue"
	"rolecall/internal/crawler/source"
	"rolecall/internal/pg"
)

// careersPages is the family of boards whose address can be any.
const careersPages = "jsonld"

// ImportOptions configures how the entries of a catalogue are understood.
type ImportOptions struct {
	Family       string // family of entries that state none
	CareersPages bool   // take addresses of no known vendor for careers pages
}

// ImportPlan lists what an import is going to do.
type ImportPlan struct {
	Boards  []PlannedBoard // each board once
	Merged  int            // entries that name a board again
	Skipped []SkippedEntry
}

// PlannedBoard is a board of a catalogue.
type PlannedBoard struct {
	Target
	Known bool // already a pull target
}

// SkippedEntry is an entry that is not imported.
type SkippedEntry struct{ Where, Label, Reason string }

// ImportReport counts what an import did.
type ImportReport struct{ Added, Known int }

// FetchCatalogue downloads a catalogue under the rules for all requests of the crawler.
func (w *Worker) FetchCatalogue(ctx context.Context, address string) ([]byte, error) {
	res, err := w.fetcher.Fetch(ctx, source.Request{URL: address, Redirects: source.Anywhere, MaxBody: catalogue.MaxSize})
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}

// FamilyOf returns the family of a name or of the name of a file, such as greenhouse.yml, or nothing.
func (w *Worker) FamilyOf(name string) string {
	if u, err := url.Parse(name); err == nil {
		name = u.Path
	}
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	family, _ := w.familyNamed(strings.TrimSuffix(base, path.Ext(base)))
	return family
}

// familyNamed finds a family by its name or label, whatever the capitals and punctuation.
func (w *Worker) familyNamed(word string) (string, bool) {
	for _, s := range w.sources {
		f := s.Family()
		if w := catalogue.Plain(word); w != "" && (w == f.Name || w == catalogue.Plain(f.Label)) {
			return f.Name, true
		}
	}
	return "", false
}

// PlanImport finds out which boards a catalogue names and which of them are new. It does not use the network.
func (w *Worker) PlanImport(ctx context.Context, file []byte, o ImportOptions) (ImportPlan, error) {
	entries, err := catalogue.Read(file)
	if err != nil {
		return ImportPlan{}, err
	}
	rows, err := w.q.Boards(ctx, w.db)
	if err != nil {
		return ImportPlan{}, pg.Fault(err)
	}
	known := make(map[string]bool, len(rows))
	for _, r := range rows {
		known[label(r.SourceType, r.Token)] = true
	}
	var plan ImportPlan
	at := map[string]int{}               // board to its place in the plan
	names := map[string]map[string]int{} // board to how often each name is given to it
	for _, e := range entries {
		t, err := w.boardOf(e, o)
		if err != nil {
			plan.Skipped = append(plan.Skipped, SkippedEntry{e.Where(), e.Label(), err.Error()})
			continue
		}
		board := t.String()
		i, again := at[board]
		if !again {
			i = len(plan.Boards)
			at[board], names[board] = i, map[string]int{}
			plan.Boards = append(plan.Boards, PlannedBoard{Target: t, Known: known[board]})
		} else {
			plan.Merged++
		}
		merged := &plan.Boards[i]
		merged.Logo = cmp.Or(merged.Logo, t.Logo)
		// Postings of one board may name its subsidiaries; the name that most of them have is the employer's.
		if names[board][t.Name]++; t.Name != "" && (merged.Name == "" || names[board][t.Name] > names[board][merged.Name]) {
			merged.Name = t.Name
		}
	}
	return plan, nil
}

// boardOf returns the board that an entry means, with a name if the entry states one. An address at a vendor takes
// precedence: a slug beside it may lack the region.
func (w *Worker) boardOf(e catalogue.Entry, o ImportOptions) (Target, error) {
	if e.Fault != "" {
		return Target{}, errors.New(e.Fault)
	}
	t := Target{Name: e.Name, Logo: e.Logo}
	for _, text := range []string{e.Address, e.Token} {
		if family, token, ok := w.sources.Detect(text); ok && family != careersPages {
			t.Family, t.Token = family, token
			return w.checkUnnamed(t)
		}
	}
	family, known := w.familyNamed(cmp.Or(e.Family, o.Family))
	if known {
		t.Family, t.Token = family, cmp.Or(e.Token, e.Address)
		return w.checkUnnamed(t)
	}
	address := cmp.Or(e.Address, e.Token)
	if page, token, ok := w.sources.Detect(address); ok && o.CareersPages && !e.Posting {
		t.Family, t.Token = page, token
		return w.checkUnnamed(t)
	}
	switch {
	case e.Address != "":
		return Target{}, errors.New("not the address of a known board")
	case e.Family != "":
		return Target{}, fmt.Errorf("unknown board family %q", e.Family)
	}
	return Target{}, errors.New("the board's family is not stated")
}

// checkUnnamed checks a target whose name may be missing.
func (w *Worker) checkUnnamed(t Target) (Target, error) {
	if strings.TrimSpace(t.Name) != "" {
		return w.check(t)
	}
	t.Name = "?"
	t, err := w.check(t)
	t.Name = ""
	return t, err
}

// Import adds the new boards of a plan and reports its progress. It reads the name of a board that has none from the board. Each board is stored
// immediately: after an interruption the same import continues where it stopped.
func (w *Worker) Import(
	ctx context.Context, plan ImportPlan, report func(done, total int, note string),
) (sum ImportReport, skipped []SkippedEntry, err error) {
	var fresh []Target
	for _, b := range plan.Boards {
		if b.Known {
			sum.Known++
		} else {
			fresh = append(fresh, b.Target)
		}
	}
	var mu sync.Mutex
	done := 0
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(min(w.cfg.Fetch.Concurrency, 8))
	for _, t := range fresh {
		work.Go(func() error {
			isNew, err := w.addNamed(ctx, t)
			mu.Lock()
			defer mu.Unlock()
			if refused, ok := errors.AsType[*source.Error](err); ok {
				skipped = append(skipped, SkippedEntry{Label: t.String(), Reason: explain(refused)})
				err = nil
			} else if err == nil && isNew {
				sum.Added++
			} else if err == nil {
				sum.Known++
			}
			done++
			report(done, len(fresh), t.String())
			return err
		})
	}
	err = work.Wait()
	return sum, skipped, err
}

// addNamed adds a board. If neither the entry nor the board names the employer, the token makes the name. A board that
// does not exist is an error.
func (w *Worker) addNamed(ctx context.Context, t Target) (isNew bool, err error) {
	if t.Name == "" {
		company, err := w.Probe(ctx, t)
		if fault, ok := errors.AsType[*source.Error](err); ok && fault.Kind == source.NoBoard {
			return false, fault
		}
		named := t
		named.Name = company
		if named, err = w.check(named); err != nil {
			named.Name = cmp.Or(nameOf(t.Token), t.Token)
		}
		t.Name = named.Name
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return w.insertTarget(ctx, w.db, t)
}

// nameOf makes a company's name of a token: "acme-robotics" becomes "Acme Robotics".
func nameOf(token string) string {
	if u, err := url.Parse(token); err == nil && u.Host != "" {
		token = u.Hostname()
	}
	if _, name, ok := strings.Cut(token, ":"); ok { // the region of Lever
		token = name
	}
	token, _, _ = strings.Cut(token, "/")
	for _, general := range []string{"www.", "careers.", "career.", "jobs."} {
		token = strings.TrimPrefix(token, general)
	}
	token, _, _ = strings.Cut(token, ".")
	words := strings.FieldsFunc(token, func(r rune) bool { return r == '-' || r == '_' })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	return strings.Join(words, " ")
}
