package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	checkedFilters = 200 // questions without words
	checkedWords   = 100
	checkedFacets  = 20
)

// oracle copies what filters look at into a narrow table, so that plain SQL can count it again and again.
const oracle = `CREATE TEMP TABLE oracle AS SELECT lower(t.company_name) AS company, p.workplace_type AS workplace, p.employment_type AS employment,
	p.career_level AS level, ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.languages) x) AS languages, ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.skills) x) AS skills,
	p.experience_years_min AS years, p.listed_at AS listed, p.yearly_max::float8 AS pay, p.compensation_currency AS currency, r.rate,
	coalesce(l.names, '{}') || remote AS places, coalesce(l.shown, '{}') || remote AS shown
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
CROSS JOIN LATERAL (SELECT CASE WHEN p.workplace_type = 'remote' THEN '{remote}'::text[] ELSE '{}' END AS remote) w
LEFT JOIN (SELECT post_id, array_agg(DISTINCT lower(n)) AS names, array_agg(DISTINCT lower(city || ', ' || country)) AS shown
	FROM crawler.job_post_location, LATERAL (VALUES (city), (region), (country), (city || ', ' || country), (region || ', ' || country)) v (n) GROUP BY 1) l ON l.post_id = p.id
LEFT JOIN (SELECT key, value::float8 AS rate FROM jsonb_each_text($1)) r ON r.key = p.compensation_currency
WHERE p.closed_at IS NULL`

// conditions are the filters in SQL. A posting pays enough if its upper end, converted, does.
var conditions = map[string]string{
	"location":             "places && $%d",
	"company":              "company = ANY($%d)",
	"workplaceType":        "workplace = ANY($%d)",
	"employmentType":       "employment = ANY($%d)",
	"careerLevel":          "level = ANY($%d)",
	"language":             "languages && $%d",
	"skill":                "skills && $%d",
	"experienceMax":        "coalesce(years, 0) <= ($%d::text[])[1]::int",
	"postedWithin":         "listed >= ($%d::text[])[1]::timestamptz",
	"compensationMin":      "pay > 0 AND pay >= CASE currency WHEN $1 THEN ($%[1]d::text[])[1]::float8 ELSE ($%[1]d::text[])[1]::float8 / $2 * rate END",
	"compensationCurrency": "",
	"page":                 "",
}

var postedSince = map[string]time.Duration{"today": 24 * time.Hour, "3d": 72 * time.Hour, "week": 7 * 24 * time.Hour, "month": 30 * 24 * time.Hour}

// where writes the filters of a question at an instant as SQL, leaving one out.
func where(p url.Values, now time.Time, except string) (string, []any, error) {
	currency := p.Get("compensationCurrency")
	parts, args := []string{"$1::text IS NOT NULL", "$2::float8 IS NOT NULL"}, []any{currency, exchange[currency]}
	for name, values := range p {
		condition, known := conditions[name]
		if !known {
			return "", nil, fmt.Errorf("no SQL for the filter %s", name)
		}
		if condition == "" || name == except {
			continue
		}
		var list []string
		for _, v := range values {
			list = append(list, strings.ToLower(v))
		}
		if name == "postedWithin" {
			list = []string{now.Add(-postedSince[values[0]]).Format(time.RFC3339Nano)}
		}
		args = append(args, list)
		parts = append(parts, fmt.Sprintf(condition, len(args)))
	}
	return strings.Join(parts, " AND "), args, nil
}

// check compares totals and facets with plain SQL, once nothing changes any more.
func (s *searchRun) check(ctx context.Context, base string) error {
	client := newBrowser(base)
	defer client.close()
	if _, err := s.writer.mark(ctx, client, marked); err != nil { // what was committed before is in the index now
		return err
	}
	conn, err := s.db.owner.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET work_mem = '256MB'"); err != nil {
		return err
	}
	rates, err := json.Marshal(exchange)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, strings.Replace(oracle, "$1", "'"+string(rates)+"'::jsonb", 1)); err != nil {
		return err
	}
	var asked []question
	for _, q := range s.questions { // in random order already
		if !q.params.Has("keyword") && len(asked) < checkedFilters {
			asked = append(asked, q)
		}
	}
	wrong, values := 0, 0
	for _, q := range asked {
		ok, err := checkTotal(ctx, conn, client, q.params)
		if err != nil {
			return err
		}
		if !ok {
			wrong++
		}
	}
	counted := 0
	for _, q := range asked {
		if counted == checkedFacets || q.params.Has("postedWithin") {
			continue // the clock would decide
		}
		counted++
		n, bad, err := checkFacets(ctx, conn, client, q)
		if err != nil {
			return err
		}
		values, wrong = values+n, wrong+bad
	}
	words, bad, err := s.checkWords(ctx, conn, client)
	if err != nil {
		return err
	}
	wrong += bad
	r := row{workload: "counts that differ from SQL" + s.label(), ours: count(wrong), against: fmt.Sprintf("%d totals", len(asked)+words), goal: strconv.Itoa(errorGoal), held: wrong == errorGoal,
		note: fmt.Sprintf("%d without words, %d with a rare word, and %s facet counts of %d questions; after the writes stopped", len(asked), words, count(values), counted)}
	s.add(r)
	return nil
}

func totalOf(ctx context.Context, client *browser, p url.Values) (int, error) {
	var page struct{ TotalElements int }
	err := getJSON(ctx, client, "/jobs?"+p.Encode(), &page)
	return page.TotalElements, err
}

func getJSON(ctx context.Context, client *browser, path string, to any) error {
	status, body, err := client.do(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s: %d %.200s", path, status, body)
	}
	return json.Unmarshal(body, to)
}

// checkTotal compares a total. Where the question is about time, it lies between the counts for the instants before and
// after the answer.
func checkTotal(ctx context.Context, conn *pgxpool.Conn, client *browser, p url.Values) (bool, error) {
	before := time.Now()
	got, err := totalOf(ctx, client, p)
	if err != nil {
		return false, err
	}
	after := time.Now()
	var want [2]int
	for i, at := range []time.Time{before, after} {
		sql, args, err := where(p, at, "")
		if err != nil {
			return false, err
		}
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM oracle WHERE "+sql, args...).Scan(&want[i]); err != nil {
			return false, err
		}
		if got == want[i] {
			return true, nil
		}
	}
	if got < want[0] && got > want[1] {
		return true, nil
	}
	fmt.Printf("  differs: %s has %d, SQL %d\n", p.Encode(), got, want[0])
	return false, nil
}

// checkFacets compares the counts of all groups. A group ignores its own filter and shows its hundred most frequent values.
func checkFacets(ctx context.Context, conn *pgxpool.Conn, client *browser, q question) (values, wrong int, err error) {
	type facet struct {
		Value string
		Count int
	}
	var got struct {
		Companies, Locations, WorkplaceTypes, EmploymentTypes, CareerLevels, Languages, Skills []facet
	}
	if err := getJSON(ctx, client, q.facets(), &got); err != nil {
		return 0, 0, err
	}
	for _, g := range []struct {
		filter, column string
		list           []facet
	}{
		{"company", "ARRAY[company]", got.Companies}, {"location", "places", got.Locations}, {"workplaceType", "ARRAY[workplace]", got.WorkplaceTypes},
		{"employmentType", "ARRAY[employment]", got.EmploymentTypes}, {"careerLevel", "ARRAY[level]", got.CareerLevels}, {"language", "languages", got.Languages}, {"skill", "skills", got.Skills},
	} {
		sql, args, err := where(q.params, time.Time{}, g.filter)
		if err != nil {
			return 0, 0, err
		}
		listed := "true"
		if g.filter == "location" { // a place counts what its filter finds, a region of the same name too
			listed = "bool_or(v = ANY(shown))"
		}
		rows, err := conn.Query(ctx, "SELECT v, count(*) FROM oracle, unnest("+g.column+") v WHERE v <> '' AND "+sql+" GROUP BY 1 HAVING "+listed+" ORDER BY 2 DESC, 1", args...)
		if err != nil {
			return 0, 0, err
		}
		want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[facet])
		if err != nil {
			return 0, 0, err
		}
		counts := map[string]int{}
		for _, f := range want {
			counts[f.Value] = f.Count
		}
		wrong += max(0, min(100, len(want))-len(g.list))
		for i, f := range g.list {
			values++
			if f.Count == counts[strings.ToLower(f.Value)] && i < len(want) && f.Count == want[i].Count {
				continue
			}
			if wrong++; wrong <= 5 {
				fmt.Printf("  differs: %s: %s has %d, SQL %d\n", q.facets(), f.Value, f.Count, counts[strings.ToLower(f.Value)])
			}
		}
	}
	return values, wrong, nil
}

// checkWords compares the totals of rare words with the postings in which a regular expression finds them. Only words
// are taken whose first five letters no other word has: those have neither inflections nor longer forms.
func (s *searchRun) checkWords(ctx context.Context, conn *pgxpool.Conn, client *browser) (words, wrong int, err error) {
	candidates := map[string]bool{}
	var beginnings []string
	rare := slices.Clone(s.words.rare)
	r := rand.New(rand.NewPCG(5, 6))
	r.Shuffle(len(rare), func(i, j int) { rare[i], rare[j] = rare[j], rare[i] })
	for _, w := range rare {
		if len(w) >= 8 && len(beginnings) < 2*checkedWords && !slices.Contains(beginnings, w[:5]) {
			candidates[w] = true
			beginnings = append(beginnings, w[:5])
		}
	}
	rows, err := conn.Query(ctx, `SELECT word, count(*) FROM (SELECT DISTINCT p.id, m[1] AS word FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
		LEFT JOIN (SELECT post_id, string_agg(concat_ws(' ', city, region, country), ' ') AS places FROM crawler.job_post_location GROUP BY 1) l ON l.post_id = p.id,
		regexp_matches(lower(concat_ws(' ', p.title, p.description, array_to_string(p.requirements || p.skills, ' '), t.company_name, l.places)), $1, 'g') m
		WHERE p.closed_at IS NULL) w GROUP BY 1`,
		`\m((?:`+strings.Join(beginnings, "|")+`)\w*)`)
	if err != nil {
		return 0, 0, err
	}
	found, alike := map[string]int{}, map[string]int{}
	var word string
	var number int
	_, err = pgx.ForEachRow(rows, []any{&word, &number}, func() error {
		found[word] = number
		alike[word[:5]]++
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	for _, w := range rare {
		if words == checkedWords || !candidates[w] || alike[w[:5]] > 1 {
			continue
		}
		words++
		got, err := totalOf(ctx, client, url.Values{"keyword": {w}})
		if err != nil {
			return 0, 0, err
		}
		if got != found[w] {
			wrong++
			fmt.Printf("  differs: %s has %d, SQL %d\n", w, got, found[w])
		}
	}
	return words, wrong, nil
}
