package source

import (
	"cmp"
	"context"
	"slices"
)

// previewed is the number of postings that a look shows.
const previewed = 3

// Glance is the result of a first look at a board.
type Glance struct {
	Company  string   // the employer as the board names it, or empty
	Postings int      // number of postings on the board
	More     bool     // there are more than that
	Titles   []string // titles of the first three postings
}

// Look reads the first page of a board's list, and the first postings if their titles are elsewhere.
func Look(ctx context.Context, src Source, f *Fetcher, b Board) (Glance, error) {
	var g Glance
	b.Preview = true
	res, err := Pull(ctx, src, f, b, func(p Posting) error {
		g.Postings++
		g.Company = cmp.Or(g.Company, p.Company)
		if len(g.Titles) < previewed && p.Title != "" && !slices.Contains(g.Titles, p.Title) {
			g.Titles = append(g.Titles, p.Title)
		}
		return nil
	})
	if err != nil && g.Postings == 0 {
		return Glance{}, err
	}
	if res.Outcome != Complete { // totals may count something else than postings, such as their places
		g.Postings, g.More = max(g.Postings, res.Total), res.Total == 0
	}
	return g, nil
}
