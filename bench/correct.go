package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

var correctWorkload = workload{
	name: "correctness", command: "go run ./bench -only correctness", everySize: true, minutes: 3, small: 0.8, run: checkAnswers,
	about: `500 answers are compared with plain SQL over the same tables while searches go on at the usual rate. Half of those about
filters are asked while postings change, and leave out the companies whose postings do; so every snapshot has the same right
answer. The other half asks about everything, after the boards stopped changing and the last change was found: the index has
then applied what SQL sees. Words are rare ones without inflections, counted by a regular expression. None wrong of 500 means,
with 95% confidence, fewer than 6 in a thousand of such answers. Not compared are phrases, "OR", "-", typos, synonyms, places
inside the words, distances, and the order of results; tests of the search package check those on small data.`,
	goals: []goal{{"wrong totals and counts", "≤", 0}, {"failed searches meanwhile", "≤", 0}},
}

const (
	checkedTotals = 170 // totals compared while postings change, and as many after
	checkedFacets = 30  // likewise
	checkedWords  = 100
)

// oracleTable copies what filters look at into a narrow table, so that plain SQL can count it again and again.
const oracleTable = `CREATE UNLOGGED TABLE public.oracle AS SELECT p.target_id, lower(t.company_name) AS company, p.workplace_type AS workplace,
	p.employment_type AS employment, p.career_level AS level, ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.languages) x) AS languages,
	ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.skills) x) AS skills, p.experience_years_min AS years, p.listed_at AS listed, p.closed_at IS NOT NULL AS closed,
	t.last_success_at AS confirmed, p.yearly_max::float8 AS pay, p.compensation_currency AS currency, (@rates::jsonb ->> p.compensation_currency)::float8 AS rate,
	coalesce(l.names, '{}') || remote AS places, coalesce(l.shown, '{}') || remote AS shown
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
CROSS JOIN LATERAL (SELECT CASE WHEN p.workplace_type = 'remote' THEN '{remote}'::text[] ELSE '{}' END AS remote) w
LEFT JOIN (SELECT post_id, array_agg(DISTINCT lower(n)) AS names, array_agg(DISTINCT lower(concat_ws(', ', nullif(city, ''), nullif(country, '')))) AS shown
	FROM crawler.job_post_location, LATERAL (VALUES (city), (region), (country), (concat_ws(', ', nullif(city, ''), nullif(country, ''))),
		(concat_ws(', ', nullif(region, ''), nullif(country, '')))) v (n)
	GROUP BY 1) l ON l.post_id = p.id`

// conditions are the filters in SQL. A posting pays enough if its upper end, converted, does.
var conditions = map[string]string{
	"location":        "places && @location",
	"company":         "company = ANY(@company)",
	"excludeCompany":  "company <> ALL(@excludeCompany)",
	"workplaceType":   "workplace = ANY(@workplaceType)",
	"employmentType":  "employment = ANY(@employmentType)",
	"careerLevel":     "level = ANY(@careerLevel)",
	"language":        "languages && @language",
	"skill":           "skills && @skill",
	"experienceMax":   "coalesce(years, 0) <= (@experienceMax::text[])[1]::int",
	"postedWithin":    "listed >= @now::timestamptz - (@postedWithin::text[])[1]::interval",
	"confirmedWithin": `confirmed >= @now::timestamptz - ('1 ' || (@confirmedWithin::text[])[1])::interval`,
	"compensationMin": `(@unpriced AND coalesce(pay, 0) = 0 OR pay > 0 AND pay >= (@compensationMin::text[])[1]::float8
		* CASE WHEN currency = @currency THEN 1 ELSE rate / @rate::float8 END)`,
	"compensationCurrency": "", "includeUnpriced": "", "includeClosed": "", "sort": "", "highlight": "",
}

// where writes the filters of a question at an instant as SQL, leaving one out.
func where(p url.Values, now time.Time, except string) (string, pgx.NamedArgs, error) {
	currency := p.Get("compensationCurrency")
	parts := []string{"true"}
	args := pgx.NamedArgs{"now": now, "currency": currency, "rate": exchange[currency], "unpriced": p.Get("includeUnpriced") == "true"}
	if p.Get("includeClosed") != "true" {
		parts = append(parts, "NOT closed")
	}
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
			list = []string{postedSince[values[0]].String()}
		}
		args[name] = list
		parts = append(parts, condition)
	}
	return strings.Join(parts, " AND "), args, nil
}

// checker compares answers of one platform with the table.
type checker struct {
	*bench
	st           *stage
	c            *client
	asked, wrong int
}

func checkAnswers(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, liveCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	rates, err := json.Marshal(exchange)
	if err != nil {
		return err
	}
	load, end := context.WithCancel(ctx)
	defer end()
	searching := make(chan []answer, 1)
	go func() {
		searching <- openLoop(load, float64(b.scaled(questionsPerSecond, questionsPerSecond/5)), time.Hour, newAsker(st.questions).both(p.gateway))
	}()
	c := &checker{bench: b, st: st, c: p.jobs}
	if err := st.markAndFind(ctx, p.jobs); err != nil { // the live postings are there
		return err
	}
	// The live postings have none of the words, so these can be counted while they change.
	var counting errgroup.Group
	var words map[string]int
	counting.Go(func() (err error) {
		words, err = st.countWords(load)
		return err
	})
	stop := st.keepChanging(load, p.jobs) // ends with the load after a failure
	if _, err := st.db.super.Exec(ctx, oracleTable, pgx.NamedArgs{"rates": string(rates)}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.db.exec(ctx, "DROP TABLE public.oracle")) }()
	asked := st.withoutWords()
	b.say("comparing while postings change")
	if err := c.compare(ctx, asked, true); err != nil {
		return err
	}
	if _, err := stop(); err != nil {
		return err
	}
	if err := c.settle(ctx, string(rates)); err != nil {
		return err
	}
	b.say("comparing at rest")
	if err := c.compare(ctx, asked[len(asked)/2:], false); err != nil {
		return err
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	for word, want := range words {
		got, err := st.total(ctx, p.jobs, url.Values{"keyword": {word}})
		if err != nil {
			return err
		}
		c.judge(got == want, "differs: %s has %d, SQL %d", word, got, want)
	}
	end()
	failed, sent := 0, 0
	for _, a := range <-searching {
		if errors.Is(a.err, context.Canceled) {
			continue // by the end of the load
		}
		if sent++; a.err != nil {
			failed++
		}
	}
	b.add("failed searches meanwhile", "", exact(float64(failed)), "of "+count(sent)+" through the gateway")
	b.add("wrong totals and counts", "", exact(float64(c.wrong)), fmt.Sprintf("of %d answers; a wrong total, or a facet with any wrong count, is one", c.asked))
	return nil
}

// withoutWords returns the questions that SQL can answer alone: those without words or distances.
func (st *stage) withoutWords() []question {
	var out []question
	for _, q := range st.questions {
		if !q.params.Has("keyword") && !q.params.Has("near") {
			out = append(out, q)
		}
	}
	return out
}

// settle waits until the index has applied everything that SQL returns, and brings the table up to date.
func (c *checker) settle(ctx context.Context, rates string) error {
	var ids []string
	for _, b := range c.st.live {
		ids = append(ids, b.target.String())
	}
	if err := c.st.markAndFind(ctx, c.c); err != nil {
		return err
	}
	// Enrichment follows a change by a pass, and the index follows enrichment; then nothing is written any more.
	err := c.st.db.until(ctx, time.Minute, "SELECT NOT EXISTS (SELECT FROM crawler.job_post WHERE target_id = ANY($1::uuid[]) AND enrichment_status <> 'done')", ids)
	if err != nil {
		return err
	}
	time.Sleep(5 * time.Second) // more than twice what the feed may be behind
	if _, err := c.st.db.super.Exec(ctx, "DELETE FROM public.oracle WHERE target_id = ANY($1::uuid[])", ids); err != nil {
		return err
	}
	_, insert, _ := strings.Cut(oracleTable, " AS ")
	_, err = c.st.db.super.Exec(ctx, "INSERT INTO public.oracle "+insert+" WHERE p.target_id = ANY(@ids::uuid[])", pgx.NamedArgs{"rates": rates, "ids": ids})
	return err
}

// compare compares totals and facets with SQL. While postings change, their companies are left out.
func (c *checker) compare(ctx context.Context, questions []question, live bool) error {
	facets := 0
	for n, q := range questions[:min(checkedTotals, len(questions))] {
		params := maps.Clone(q.params)
		if live {
			params["excludeCompany"] = slices.Clone(params["excludeCompany"])
			for _, b := range c.st.live {
				params.Add("excludeCompany", b.company)
			}
		}
		if err := c.checkTotal(ctx, params); err != nil {
			return err
		}
		// The clock decides about these, and would have to be the same for all groups.
		if facets < checkedFacets && !params.Has("postedWithin") && n%2 == 0 {
			facets++
			if err := c.checkFacets(ctx, question{params}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) judge(right bool, format string, args ...any) {
	c.asked++
	if !right {
		if c.wrong++; c.wrong <= 5 {
			c.say(format, args...)
		}
	}
}

// checkTotal compares a total. Where the question is about time, it lies between the counts for the instants before and
// after the answer.
func (c *checker) checkTotal(ctx context.Context, p url.Values) error {
	before := time.Now()
	got, err := c.st.total(ctx, c.c, p)
	if err != nil {
		return err
	}
	var want [2]int
	for i, at := range []time.Time{before, time.Now()} {
		sql, args, err := where(p, at, "")
		if err != nil {
			return err
		}
		if err := c.st.db.super.QueryRow(ctx, "SELECT count(*) FROM public.oracle WHERE "+sql, args).Scan(&want[i]); err != nil {
			return err
		}
		if !p.Has("postedWithin") {
			want[1] = want[0]
			break
		}
	}
	c.judge(got <= want[0] && got >= want[1], "differs: %.150s has %d, SQL %d", p.Encode(), got, want[0])
	return nil
}

type facet struct {
	Value string
	Count int
}

// checkFacets compares the counts of all groups. A group ignores its own filter and shows its most frequent values.
func (c *checker) checkFacets(ctx context.Context, q question) error {
	var got struct {
		Companies, Locations, WorkplaceTypes, EmploymentTypes, CareerLevels, Languages, Skills []facet
	}
	if err := c.c.patient(ctx, q.facets(), &got); err != nil {
		return err
	}
	groups := []struct {
		filter, column string
		list           []facet
	}{
		{"company", "ARRAY[company]", got.Companies}, {"location", "places", got.Locations}, {"workplaceType", "ARRAY[workplace]", got.WorkplaceTypes},
		{"employmentType", "ARRAY[employment]", got.EmploymentTypes}, {"careerLevel", "ARRAY[level]", got.CareerLevels},
		{"language", "languages", got.Languages}, {"skill", "skills", got.Skills},
	}
	wrong := make([]string, len(groups))
	var counting errgroup.Group
	for i, g := range groups {
		counting.Go(func() (err error) {
			wrong[i], err = c.differs(ctx, q.params, g.filter, g.column, g.list)
			return err
		})
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	all := strings.Join(wrong, "")
	c.judge(all == "", "differs: %.150s: %s", q.facets(), all)
	return nil
}

// differs compares one group of facets with SQL, and says where they differ.
func (c *checker) differs(ctx context.Context, p url.Values, filter, column string, list []facet) (string, error) {
	sql, args, err := where(p, time.Now(), filter)
	if err != nil {
		return "", err
	}
	listed := "true"
	if filter == "location" { // a place counts what its filter finds, a region of the same name too
		listed = "bool_or(v = ANY(shown))"
	}
	rows, err := c.st.db.super.Query(ctx, "SELECT v, count(*) FROM public.oracle, unnest("+column+") v WHERE v <> '' AND "+sql+" GROUP BY 1 HAVING "+listed+" ORDER BY 2 DESC", args)
	if err != nil {
		return "", err
	}
	want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[facet])
	if err != nil {
		return "", err
	}
	counts := map[string]int{}
	for _, f := range want {
		counts[f.Value] = f.Count
	}
	if len(list) < min(100, len(want)) {
		return fmt.Sprintf("%s lists %d values, SQL %d", filter, len(list), len(want)), nil
	}
	for i, f := range list {
		if i >= len(want) || f.Count != want[i].Count || f.Count != counts[strings.ToLower(f.Value)] {
			return fmt.Sprintf("%s %s has %d, SQL %d", filter, f.Value, f.Count, counts[strings.ToLower(f.Value)]), nil
		}
	}
	return "", nil
}

// countWords returns rare words with the number of open postings in which a regular expression finds them. Only words are
// taken whose first five letters no other word has: those have neither inflections nor longer forms.
func (st *stage) countWords(ctx context.Context) (map[string]int, error) {
	candidates, err := st.db.strings(ctx, `SELECT min(w) FROM (SELECT description FROM crawler.job_post ORDER BY md5(native_id) LIMIT 1000) p,
		regexp_matches(description, '\m[bcdfghklmnprstvz][aeiou][bcdfghklmnprstvz][aeiou][bcdfghklmnprstvz][aeiou][bcdfghklmnprstvz][aeiou]\M', 'g') m,
		LATERAL (SELECT m[1] AS w) x GROUP BY left(w, 5) ORDER BY md5(min(w)) LIMIT $1`, 2*checkedWords)
	if err != nil {
		return nil, err
	}
	var beginnings []string
	for _, w := range candidates {
		beginnings = append(beginnings, w[:5])
	}
	rows, err := st.db.super.Query(ctx, `SELECT word, count(*) FROM (SELECT DISTINCT p.id, m[1] AS word FROM crawler.job_post p
		JOIN crawler.pull_target t ON t.id = p.target_id
		LEFT JOIN (SELECT post_id, string_agg(concat_ws(' ', city, region, country), ' ') AS places FROM crawler.job_post_location GROUP BY 1) l ON l.post_id = p.id,
		regexp_matches(lower(concat_ws(' ', p.title, p.description, array_to_string(p.requirements || p.skills, ' '), t.company_name, l.places)), $1, 'g') m
		WHERE p.closed_at IS NULL) w GROUP BY 1`, `\m((?:`+strings.Join(beginnings, "|")+`)\w*)`)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[facet])
	if err != nil {
		return nil, err
	}
	alike := map[string]int{}
	for _, f := range list {
		alike[f.Value[:5]]++
	}
	out := map[string]int{}
	for _, f := range list {
		if alike[f.Value[:5]] == 1 && slices.Contains(candidates, f.Value) && len(out) < checkedWords {
			out[f.Value] = f.Count
		}
	}
	return out, nil
}
