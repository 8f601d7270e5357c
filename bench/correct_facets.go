package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

type facet struct {
	Value string
	Count int
}

// facetList is a facet as answered: the filter that it ignores, and the column of public.oracle that it counts.
type facetList struct {
	filter, column string
	list           []facet
}

// checkFacets compares the counts of all facets with SQL for the same filters. A facet ignores its own filter and lists its most
// frequent values.
func (c *checker) checkFacets(ctx context.Context, q query, filters url.Values) error {
	var got struct {
		Companies, Locations, WorkplaceTypes, EmploymentTypes, CareerLevels, Languages, Skills []facet
	}
	if err := c.client.patient(ctx, q.facets(), &got); err != nil {
		return err
	}
	var groups [][]facetList   // each is counted in one pass over the postings
	var unfiltered []facetList // no filter of their own to ignore
	for _, f := range []facetList{
		{"company", "ARRAY[company]", got.Companies}, {"location", "places", got.Locations},
		{"workplaceType", "ARRAY[workplace]", got.WorkplaceTypes}, {"employmentType", "ARRAY[employment]", got.EmploymentTypes},
		{"careerLevel", "ARRAY[level]", got.CareerLevels}, {"language", "languages", got.Languages}, {"skill", "skills", got.Skills},
	} {
		if filters.Has(f.filter) {
			groups = append(groups, []facetList{f})
		} else {
			unfiltered = append(unfiltered, f)
		}
	}
	if len(unfiltered) > 0 {
		groups = append(groups, unfiltered)
	}
	wrong := make([]string, len(groups))
	var counting errgroup.Group
	for i, group := range groups {
		counting.Go(func() (err error) {
			wrong[i], err = c.compareFacets(ctx, filters, group)
			return err
		})
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	all := strings.Join(wrong, "")
	c.record(all == "", "%.150s: %s", q.facets(), all)
	return nil
}

// compareFacets compares facets that ignore the same filter with SQL. It returns the first difference, "" if there is none.
func (c *checker) compareFacets(ctx context.Context, filters url.Values, group []facetList) (string, error) {
	sql, args, err := where(filters, time.Now(), group[0].filter)
	if err != nil {
		return "", err
	}
	var values []string
	for _, f := range group {
		values = append(values, fmt.Sprintf("SELECT '%s' AS facet, unnest(%s) AS v", f.filter, f.column))
	}
	// A place counts what its filter matches, including a region of the same name.
	rows, err := c.st.db.super.Query(ctx, "SELECT facet, v, count(*) FROM public.oracle, LATERAL ("+strings.Join(values, " UNION ALL ")+
		") f WHERE v <> '' AND "+sql+" GROUP BY 1, 2 HAVING facet <> 'location' OR bool_or(v = ANY(shown)) ORDER BY 3 DESC", args)
	if err != nil {
		return "", err
	}
	want := map[string][]facet{}
	var name string
	var f facet
	_, err = pgx.ForEachRow(rows, []any{&name, &f.Value, &f.Count}, func() error {
		want[name] = append(want[name], f)
		return nil
	})
	if err != nil {
		return "", err
	}
	for _, f := range group {
		if wrong := f.differs(want[f.filter]); wrong != "" {
			return wrong, nil
		}
	}
	return "", nil
}

// differs returns the first difference from the values that SQL counted, most frequent first, "" if there is none.
func (f facetList) differs(want []facet) string {
	counts := map[string]int{}
	for _, w := range want {
		counts[w.Value] = w.Count
	}
	if len(f.list) < min(facetValues, len(want)) {
		return fmt.Sprintf("%s: got %d values, SQL says %d", f.filter, len(f.list), len(want))
	}
	for i, v := range f.list {
		if i >= len(want) || v.Count != want[i].Count || v.Count != counts[strings.ToLower(v.Value)] {
			return fmt.Sprintf("%s %s: got %d, SQL says %d", f.filter, v.Value, v.Count, counts[strings.ToLower(v.Value)])
		}
	}
	return ""
}
