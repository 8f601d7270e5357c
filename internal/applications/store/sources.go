package store

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"rolecall/internal/pg"
)

// Source is what one application says of what its user looks for.
type Source struct {
	Title, Company string
	Skills, Places []string
}

// The signs that part lists and the values within one, as ProfileSources puts them.
const (
	betweenLists  = "\x1e"
	betweenValues = "\x1f"
)

// Sources gives what all applications of a user say, and the postings that they are for.
func Sources(ctx context.Context, db pg.Conn, user uuid.UUID) (all []Source, applied []uuid.UUID, err error) {
	rows, err := db.Query(ctx, ProfileSources, user)
	if err != nil {
		return nil, nil, err
	}
	found, err := pg.Collect(rows, 1, func(r *pg.Row, to *ProfileSourcesRow) {
		*to = ProfileSourcesRow{Applied: r.UUIDs(), Titles: r.Texts(), Companies: r.Texts(), Skills: r.Text(), Places: r.Text()}
	})
	if err != nil {
		return nil, nil, err
	}
	row := found[0]
	all = make([]Source, len(row.Titles))
	for i := range all {
		var skills, places string
		// Whoever typed such a sign into a value shifts the lists behind it; he tells no lie but to himself.
		skills, row.Skills, _ = strings.Cut(row.Skills, betweenLists)
		places, row.Places, _ = strings.Cut(row.Places, betweenLists)
		all[i] = Source{Title: row.Titles[i], Company: row.Companies[i], Skills: values(skills), Places: values(places)}
	}
	return all, row.Applied, nil
}

func values(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, betweenValues)
}
