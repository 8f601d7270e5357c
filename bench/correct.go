package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

var correctWorkload = workload{
	name: "correctness", command: "go run ./bench -only correctness", run: checkAnswers,
	about: `Answers are compared with plain SQL over the same tables, with searches running at the usual rate in the background: 400 totals
and 20 answers with facets of filter queries, drawn by popularity, and the totals of 60 rare words with the filter "contract", counted by
a regular expression; for 20 of these words all results without the filter are requested, and their facets compared with the facts of these
postings. Zero errors put the error rate with 95% confidence below 0.8% for totals, 14% for facets, 5% for words and 14% for facets of
words.

Half of the filter queries run while postings change. SQL then reads the changing postings four times per second; a total must lie between
the postings that matched in every reading of the ten seconds before the answer and those that matched in any. Facets exclude the changing
companies in this half, so those of postings that change are not compared. The other half covers everything, after the boards have stopped
changing and the last change was found. Queries like these are 17% of those that are timed: several words, common words, inflections,
phrases, "OR", "-", typos, synonyms, places inside keywords, distances and the order of results are not compared; the tests of the search
package check those on small data.

Freshness is the time from when a change is seen in the table, polled every 20 ms, until a search over HTTP finds it, polled every 100 ms:
20 changes of each crawl, at the usual rate of searches, here and in the workload "search". Until a change is in the table, the crawl
interval passes, by default an hour or more.`,
	goals: []goal{{percentile(commitToSearchable, 99), "≤", 2000}, {wrongAnswers, "≤", 0}, {failedBackground, "≤", 0}},
}

const (
	commitToSearchable = "commit to searchable"
	wrongAnswers       = "wrong totals and counts"
	failedBackground   = "failed background searches"

	checkedTotals = 200 // while postings change, and another 200 at rest
	checkedFacets = 10  // while postings change, and another 10 at rest
	checkedWords  = 60
	listedWords   = 20         // of these, all results are requested
	wordFilter    = "contract" // employment type of the postings in which words are counted: all postings would take minutes
	prefixLength  = 5          // letters that make a word unique among the checked words
	facetValues   = 100        // the most values that a facet lists
)

// checker compares a platform's answers with SQL.
type checker struct {
	*bench
	st             *stage
	live           []*board // boards that change
	client         *client
	rates          string // exchange rates as JSON
	checked, wrong int
	totals         []askedTotal
}

// askedTotal is a total that is compared later. The index had then applied what the tables held at some time since from.
type askedTotal struct {
	params                url.Values
	from, asked, answered time.Time
	got                   int
}

const (
	oracleLag    = 10 * time.Second // more than the index ever lagged behind the tables
	restingLag   = 4 * time.Second  // less than waitForIndex waits after the last change; contains a reading
	readingEvery = 250 * time.Millisecond
)

func checkAnswers(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, liveCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	// The workload before may have left boards that are due: their postings must not change after they were read for the comparison.
	err = st.db.until(ctx, time.Minute, `SELECT
		NOT EXISTS (SELECT FROM crawler.pull_target WHERE id = ANY($1::uuid[]) AND next_attempt_at IS NULL)
		AND NOT EXISTS (SELECT FROM crawler.job_post WHERE target_id = ANY($1::uuid[]) AND enrichment_status <> 'done')`, targets(st.live))
	if err != nil {
		return err
	}
	rates, err := json.Marshal(ratesPerEuro)
	if err != nil {
		return err
	}
	load, endLoad := context.WithCancel(ctx)
	defer endLoad()
	searching := make(chan []answer, 1)
	go func() {
		rate := float64(b.scaled(queriesPerSecond, queriesPerSecond/5))
		searching <- openLoop(load, rate, time.Hour, newQuerySource(st.queries, 0).pageAndFacets(p.gateway))
	}()
	c := &checker{bench: b, st: st, live: st.live[:changedBoards], client: p.jobs, rates: string(rates)}
	// The live postings contain none of the words, so these can be counted while the postings change.
	var counting errgroup.Group
	var words map[string]int
	counting.Go(func() (err error) {
		words, err = st.countWords(load)
		return err
	})
	stopChanging := st.keepChanging(load, p.jobs, c.live)
	defer func() { // after an error these must not run on during the next workload
		endLoad()
		_, _ = stopChanging()
		_ = counting.Wait()
	}()
	defer func() {
		err = errors.Join(err, st.db.exec(context.WithoutCancel(ctx), "DROP TABLE IF EXISTS public.oracle, public.readings"))
	}()
	if err := c.compareFilters(ctx, stopChanging); err != nil {
		return err
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	if err := c.compareWords(ctx, words); err != nil {
		return err
	}
	endLoad() // what is left is SQL
	if err := c.checkTotals(ctx); err != nil {
		return err
	}
	failed, sent := 0, 0
	for _, a := range <-searching {
		if errors.Is(a.err, context.Canceled) {
			continue // by endLoad
		}
		if sent++; a.err != nil {
			failed++
		}
	}
	crawls := 0
	for _, crawl := range st.lags {
		crawls += min(1, len(crawl))
	}
	// The interval draws whole crawls, since a crawl commits its changes together.
	note := fmt.Sprintf("%d crawls, %d queries/s", crawls, queriesPerSecond)
	if crawls >= 10 {
		note += fmt.Sprintf("; a stall of fewer than one crawl in %d may have been missed", crawls/3)
	}
	b.addLatency(commitToSearchable, st.lags, note)
	b.add(failedBackground, "", exact(float64(failed)), "of "+count(sent)+" through the gateway")
	b.add(wrongAnswers, "", exact(float64(c.wrong)),
		fmt.Sprintf("of %d answers; a wrong total counts as one, and so does a facet answer with any wrong count", c.checked))
	return nil
}

// compareFilters compares half of the filter queries while postings change, and the other half after stopChanging.
func (c *checker) compareFilters(ctx context.Context, stopChanging func() (rounds, error)) error {
	queries, err := c.st.filterQueries()
	if err != nil {
		return err
	}
	stopReading, err := c.startReading(ctx)
	if err != nil {
		return err
	}
	defer stopReading()
	c.say("comparing while postings change")
	if err := c.compare(ctx, queries[:checkedTotals], true); err != nil {
		return err
	}
	lags, err := stopChanging()
	if err != nil {
		return err
	}
	c.st.lags = append(c.st.lags, lags...)
	if err := c.waitForIndex(ctx); err != nil {
		return err
	}
	c.say("comparing at rest")
	if err := c.compare(ctx, queries[checkedTotals:], false); err != nil {
		return err
	}
	return stopReading()
}

// compareWords compares the totals of words with their counts, and the facets of the first ones.
func (c *checker) compareWords(ctx context.Context, counts map[string]int) error {
	for n, word := range slices.Sorted(maps.Keys(counts)) {
		got, err := c.st.total(ctx, c.client, url.Values{"keyword": {word}, "employmentType": {wordFilter}})
		if err != nil {
			return err
		}
		c.record(got == counts[word], "%s: got %d, SQL says %d", word, got, counts[word])
		if n >= listedWords {
			continue
		}
		ids, err := c.results(ctx, word)
		if err != nil {
			return err
		}
		if err := c.checkFacets(ctx, query{url.Values{"keyword": {word}}}, url.Values{"keyword": ids}); err != nil {
			return err
		}
	}
	return nil
}

// filterQueries draws queries that SQL can answer, those without keywords or distances, by popularity.
func (st *stage) filterQueries() ([]query, error) {
	var out []query
	source := newQuerySource(st.queries, 0)
	for range 100 * distinctQueries {
		q, first := source.next()
		if first && !q.params.Has("keyword") && !q.params.Has("near") {
			if out = append(out, q); len(out) == 2*checkedTotals {
				return out, nil
			}
		}
	}
	return nil, fmt.Errorf("only %d queries without keywords", len(out))
}

// startReading creates public.oracle, and reads the changing postings into public.readings until stop is called, which may be called again.
func (c *checker) startReading(ctx context.Context) (stop func() error, err error) {
	args := pgx.NamedArgs{"rates": c.rates, "ids": targets(c.live)}
	_, err = c.st.db.super.Exec(ctx, "CREATE UNLOGGED TABLE public.readings AS SELECT now() AS read, o.* FROM ("+oracleRows+") o LIMIT 0", args)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	reading, cancel := context.WithCancel(ctx)
	var group errgroup.Group
	group.Go(func() error {
		for reading.Err() == nil {
			_, err := c.st.db.super.Exec(ctx, "INSERT INTO public.readings SELECT clock_timestamp(), o.* FROM ("+oracleRows+
				" WHERE p.target_id = ANY(@ids::uuid[])) o", args)
			if err != nil {
				return err
			}
			time.Sleep(readingEvery)
		}
		return nil
	})
	stop = func() error {
		cancel()
		return group.Wait()
	}
	_, err = c.st.db.super.Exec(ctx, "CREATE UNLOGGED TABLE public.oracle AS "+oracleRows, args)
	if err == nil { // for the results of a word
		_, err = c.st.db.super.Exec(ctx, "CREATE INDEX ON public.oracle (id)")
	}
	if err != nil {
		return nil, errors.Join(err, stop())
	}
	time.Sleep(time.Until(start.Add(oracleLag))) // there must be readings from before the first question
	return stop, nil
}

// waitForIndex waits until the index has applied all writes, and brings public.oracle up to date.
func (c *checker) waitForIndex(ctx context.Context) error {
	ids := targets(c.live)
	made, err := c.st.change(ctx, c.live)
	if err == nil {
		_, err = c.st.watch(ctx, ctx, c.client, made)
	}
	if err != nil {
		return err
	}
	// The last crawl writes the last rows, and the index follows it.
	err = c.st.db.until(ctx, time.Minute, `SELECT NOT EXISTS (SELECT FROM crawler.job_post
		WHERE target_id = ANY($1::uuid[]) AND enrichment_status <> 'done')`, ids)
	if err != nil {
		return err
	}
	time.Sleep(5 * time.Second) // more than twice the feed's maximum lag
	if _, err := c.st.db.super.Exec(ctx, "DELETE FROM public.oracle WHERE target_id = ANY($1::uuid[])", ids); err != nil {
		return err
	}
	_, err = c.st.db.super.Exec(ctx, "INSERT INTO public.oracle "+oracleRows+" WHERE p.target_id = ANY(@ids::uuid[])",
		pgx.NamedArgs{"rates": c.rates, "ids": ids})
	return err
}

// compare compares facets with SQL, and collects totals for checkTotals. If live, facets exclude the companies whose postings change.
func (c *checker) compare(ctx context.Context, queries []query, live bool) error {
	facets := 0
	for n, q := range queries {
		params := maps.Clone(q.params)
		asked := time.Now()
		got, err := c.st.total(ctx, c.client, params)
		if err != nil {
			return err
		}
		t := askedTotal{q.params, asked.Add(-restingLag), asked, time.Now(), got}
		if live {
			t.from = asked.Add(-oracleLag)
			params["excludeCompany"] = slices.Clone(params["excludeCompany"])
			for _, b := range c.live {
				params.Add("excludeCompany", b.company)
			}
		}
		c.totals = append(c.totals, t)
		// postedWithin depends on the clock, which differs between the facet queries.
		if facets < checkedFacets && !params.Has("postedWithin") && n%2 == 0 {
			facets++
			if err := c.checkFacets(ctx, query{params}, params); err != nil {
				return err
			}
		}
	}
	return nil
}

// record counts an answer, and reports the first few wrong ones.
func (c *checker) record(right bool, format string, args ...any) {
	c.checked++
	if !right {
		if c.wrong++; c.wrong <= 5 {
			c.say(format, args...)
		}
	}
}

// checkTotals compares the collected totals.
func (c *checker) checkTotals(ctx context.Context) error {
	if _, err := c.st.db.super.Exec(ctx, "CREATE INDEX ON public.readings (read)"); err != nil {
		return err
	}
	least, most := make([]int, len(c.totals)), make([]int, len(c.totals))
	counting, each := errgroup.WithContext(ctx)
	counting.SetLimit(runtime.NumCPU())
	for i, t := range c.totals {
		counting.Go(func() (err error) {
			least[i], most[i], err = c.bounds(each, t)
			return err
		})
	}
	if err := counting.Wait(); err != nil {
		return err
	}
	for i, t := range c.totals {
		c.record(t.got >= least[i] && t.got <= most[i], "%.150s: got %d, SQL says %d to %d", t.params.Encode(), t.got, least[i], most[i])
	}
	return nil
}

// bounds returns how many postings matched in every reading and how many matched in any: a total must lie between the two. A filter
// that depends on the clock is applied as of the question and as of the answer.
func (c *checker) bounds(ctx context.Context, t askedTotal) (least, most int, err error) {
	for _, at := range []time.Time{t.asked, t.answered} {
		sql, args, err := where(t.params, at, "")
		if err != nil {
			return 0, 0, err
		}
		args["ids"], args["from"], args["to"] = targets(c.live), t.from, t.answered.Add(time.Second) // the next reading too
		var unchanging, always, ever int
		err = c.st.db.super.QueryRow(ctx, `SELECT (SELECT count(*) FROM public.oracle WHERE target_id <> ALL(@ids::uuid[]) AND `+sql+`),
			count(*) FILTER (WHERE always), count(*) FILTER (WHERE ever) FROM (
				SELECT id, bool_and(coalesce(`+sql+`, false)) AS always, bool_or(`+sql+`) AS ever
				FROM public.readings WHERE read BETWEEN @from AND @to GROUP BY id) r`, args).Scan(&unchanging, &always, &ever)
		if err != nil {
			return 0, 0, err
		}
		if least = unchanging + always; at.Equal(t.asked) { // the later it is, the fewer postings match
			most = unchanging + ever
		}
		if !t.params.Has("postedWithin") && !t.params.Has("confirmedWithin") {
			break
		}
	}
	return least, most, nil
}

// results returns the ids of all postings that a word finds.
func (c *checker) results(ctx context.Context, word string) ([]string, error) {
	var out []string
	for n := 0; ; n++ {
		var page struct {
			Content    []struct{ ID string }
			TotalPages int
		}
		if err := c.client.patient(ctx, fmt.Sprintf("/jobs?size=100&page=%d&keyword=%s", n, word), &page); err != nil {
			return nil, err
		}
		for _, posting := range page.Content {
			out = append(out, posting.ID)
		}
		if n+1 >= page.TotalPages {
			return out, nil
		}
	}
}

// countWords returns rare words with the number of open postings with wordFilter that contain them, counted by a regular expression. It
// uses only words whose first letters no other word shares, so that stemming cannot match anything else.
func (st *stage) countWords(ctx context.Context) (map[string]int, error) {
	candidates, err := st.db.strings(ctx, `SELECT min(w) FROM (SELECT description FROM crawler.job_post
			WHERE closed_at IS NULL AND employment_type = $3 ORDER BY md5(native_id) LIMIT 1000) p,
		regexp_matches(description, '\m(?:[bcdfghklmnprstvz][aeiou]){4}\M', 'g') m,
		LATERAL (SELECT m[1] AS w) x GROUP BY left(w, $2) ORDER BY md5(min(w)) LIMIT $1`, 2*checkedWords, prefixLength, wordFilter)
	if err != nil {
		return nil, err
	}
	var prefixes []string
	for _, w := range candidates {
		prefixes = append(prefixes, w[:prefixLength])
	}
	rows, err := st.db.super.Query(ctx, `SELECT word, count(*) FROM (SELECT DISTINCT p.id, m[1] AS word FROM crawler.job_post p
		JOIN crawler.pull_target t ON t.id = p.target_id
		LEFT JOIN (SELECT post_id, string_agg(concat_ws(' ', city, region, country), ' ') AS places
			FROM crawler.job_post_location GROUP BY 1) l ON l.post_id = p.id,
		regexp_matches(lower(concat_ws(' ', p.title, p.description, array_to_string(p.requirements || p.skills, ' '), t.company_name,
			l.places)), $1, 'g') m
		WHERE p.closed_at IS NULL AND p.employment_type = $2) w GROUP BY 1`, `\m((?:`+strings.Join(prefixes, "|")+`)\w*)`, wordFilter)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[facet])
	if err != nil {
		return nil, err
	}
	byPrefix := map[string]int{}
	for _, f := range list {
		byPrefix[f.Value[:prefixLength]]++
	}
	out := map[string]int{}
	for _, f := range list {
		if byPrefix[f.Value[:prefixLength]] == 1 && slices.Contains(candidates, f.Value) && len(out) < checkedWords {
			out[f.Value] = f.Count
		}
	}
	return out, nil
}
