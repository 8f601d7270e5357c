// Package labelled measures the rules of enrichment on postings whose facts are known.
//
// The postings are invented, and kept in two sets. Dev is there to be looked at: whole postings written by hand, others
// composed from hand-written fragments that carry their labels (see compose), and the former final sets that were used up.
// Final is there for its figures: 200 whole postings, written and frozen without a look at the rules.
// docs/decisions/0005-the-final-set.md tells what the first look at each showed. Real boards will bring wordings that
// neither set has.
//
// How the labels were given:
//   - skills: what the job asks for or uses, in the vocabulary's names, the nice-to-have included; not what the company
//     sells, offers or was founded on. A title that names a trade names its skill; in the composed part of Dev only
//     where the label was added later. The sources name every skill that a reader saw, the sets only those that the
//     vocabulary tells
//   - careerLevel: what the title says. A manager leads people; an account, product or project manager does not by title.
//     A working student is on the level of an internship
//   - employmentType: stated hours win over a fixed term; "CDI", "unbefristet" and "indefinido" without hours are full-time;
//     "full or part-time" is full-time; a working student is part-time
//   - workplaceType: hybrid as soon as some days are at home and some are not
//   - languages: required ones only
//   - pay: the base pay, rounded to whole units; "$" has a currency only when the places give it one
//   - experience: of several figures the highest
//   - requirements: the items of the list under the heading that asks; nice-to-have not included
//   - places: all that the location fields name
package labelled

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"

	"rolecall/internal/crawler/enrich"
)

//go:generate go run ./compose -out testdata

// Set names one of the sets.
type Set string

// The sets.
const (
	Dev   Set = "dev"
	Final Set = "final"
)

// Example is one posting with its facts.
type Example struct {
	ID       string       `json:"id"`
	Language string       `json:"language"`
	Style    string       `json:"style"` // the board whose manner it follows
	Input    enrich.Input `json:"input"`
	Want     enrich.Facts `json:"want"`
}

//go:embed testdata/*.jsonl
var files embed.FS

// Load reads one set.
func Load(set Set) ([]Example, error) {
	data, err := files.ReadFile("testdata/" + string(set) + ".jsonl")
	if err != nil {
		return nil, fmt.Errorf("read the %s set: %w", set, err)
	}
	var out []Example
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e Example
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("example %d of the %s set: %w", len(out)+1, set, err)
		}
		out = append(out, e)
	}
	return out, lines.Err()
}
