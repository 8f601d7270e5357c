// Package labelled measures the rules of enrichment on postings whose facts are known.
//
// The postings are invented: whole ones written by hand, and others composed from hand-written fragments that carry their
// labels (see compose). They are kept in two halves with different fragments and wording. The first, Dev, is there to be
// looked at; the second, Final, is only ever used for its figures, so that they stay honest. Both halves were written by
// the people who wrote the rules: real boards will bring wordings that neither half has.
//
// How the labels were given:
//   - skills: what the job asks for or uses, in the vocabulary's names, the nice-to-have included; not what the company
//     sells, offers or was founded on
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

// Half names one half of the set.
type Half string

// The halves of the set.
const (
	Dev   Half = "dev"
	Final Half = "final"
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

// Load reads one half.
func Load(half Half) ([]Example, error) {
	data, err := files.ReadFile("testdata/" + string(half) + ".jsonl")
	if err != nil {
		return nil, fmt.Errorf("read the %s half: %w", half, err)
	}
	var out []Example
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e Example
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("example %d of the %s half: %w", len(out)+1, half, err)
		}
		out = append(out, e)
	}
	return out, lines.Err()
}
