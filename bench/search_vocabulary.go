package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// vocabulary is what the postings of a database are about, the most frequent first; rare words are sorted.
type vocabulary struct {
	common, rare, titles                 []string // words
	pairs                                []string // words that stand side by side
	skills, companies, cities, countries []string
}

var (
	tags       = regexp.MustCompile(`<[^>]*>`)
	letters    = regexp.MustCompile(`\p{L}+`)
	plainWords = regexp.MustCompile(`^[a-z]{6,}$`)
)

const sampled = 5_000 // postings whose words are counted

// readVocabulary samples postings, the same ones in every database of a size.
func readVocabulary(ctx context.Context, db *pgxpool.Pool) (*vocabulary, error) {
	v := &vocabulary{}
	inTexts, inTitles, pairs := map[string]int{}, map[string]int{}, map[string]int{}
	rows, err := db.Query(ctx, "SELECT title, description FROM crawler.job_post ORDER BY md5(native_id) LIMIT $1", sampled)
	if err != nil {
		return nil, err
	}
	var title, text string
	n := 0
	_, err = pgx.ForEachRow(rows, []any{&title, &text}, func() error {
		titled := letters.FindAllString(strings.ToLower(title), -1)
		written := letters.FindAllString(strings.ToLower(tags.ReplaceAllString(text, " ")), -1)
		tally(inTitles, titled, 3)
		tally(inTexts, append(written, titled...), 2)
		n++
		for _, list := range [][]string{titled, written} {
			if len(list) > 1 {
				at := n % (len(list) - 1)
				pairs[list[at]+" "+list[at+1]]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.titles, v.common, v.pairs = frequent(inTitles, 0, 90), frequent(inTexts, 20, 420), frequent(pairs, 0, 600)
	for _, w := range slices.Sorted(maps.Keys(inTexts)) {
		if inTexts[w] <= 2 && plainWords.MatchString(w) {
			v.rare = append(v.rare, w)
		}
	}
	for sql, to := range map[string]*[]string{
		"SELECT s FROM crawler.job_post, unnest(skills) s GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 600":                                                 &v.skills,
		"SELECT company_name FROM crawler.pull_target t JOIN crawler.job_post p ON p.target_id = t.id GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1000":    &v.companies,
		"SELECT city || ', ' || country FROM crawler.job_post_location WHERE city <> '' AND country <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 400": &v.cities,
		"SELECT country FROM crawler.job_post_location WHERE country <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 60":                                 &v.countries,
	} {
		rows, err := db.Query(ctx, sql)
		if err != nil {
			return nil, err
		}
		if *to, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	for name, list := range map[string][]string{"common words": v.common, "rare words": v.rare, "titles": v.titles, "pairs": v.pairs, "skills": v.skills, "companies": v.companies, "cities": v.cities, "countries": v.countries} {
		if len(list) == 0 {
			return nil, fmt.Errorf("the postings have no %s", name)
		}
	}
	return v, nil
}

// tally counts each word of a posting once.
func tally(counts map[string]int, words []string, least int) {
	seen := map[string]bool{}
	for _, w := range words {
		if len(w) >= least && !seen[w] {
			seen[w] = true
			counts[w]++
		}
	}
}

// frequent returns the entries of these ranks, the most frequent first.
func frequent(counts map[string]int, from, to int) []string {
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return list[min(from, len(list)):min(to, len(list))]
}
