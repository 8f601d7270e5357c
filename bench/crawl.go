package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

var crawlWorkload = workload{
	name: "crawl", command: "go run ./bench -only crawl", run: measureCrawl,
	about: `The crawler reads unknown boards over HTTP into an already full table, with the facts of their postings. The clock runs from the
start of the crawl until a search finds the last posting with its extracted facts. Each round uses new boards. Then all of them are crawled
again, three times, each time with 1% of the postings changed and 1% new. These 80,000 known postings are a twelfth of the million in the
table: the seeded ones have no board that serves them, and crawling a million new ones first would take a quarter of an hour. No board answers
"not modified". The boards are served by this process without delay, 32 requests at a time (by default the crawler sends fewer to one host), and
their descriptions of two kilobytes share most of their words. This measures crawler, tables and index, but neither networks nor a
realistic vocabulary.`,
	goals: []goal{{newPostings, "≥", 1500}},
}

const (
	newPostings       = "new postings crawled, enriched and searchable"
	recrawledPostings = "known postings re-crawled"
	newPosting        = "new posting"     // work that PostgreSQL is charged for
	knownPosting      = "re-read posting" // likewise; one in fifty is new or changed

	newBoards       = 80     // per round
	perBoard        = 200    // postings
	changeEvery     = 100    // for the re-crawl, one posting in a hundred changes and one in a hundred is new
	firstMarker     = 20_000 // first marker number; other workloads use smaller ones
	markersPerRound = 1_000  // marker numbers per round
	recrawls        = 3
)

func measureCrawl(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, append(noCrawl, "CRAWLER_ENRICHMENT_ENABLED=true", "CRAWLER_ENRICHMENT_CRON=* * * * * ?")...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c := &crawlRun{bench: b, st: st, p: p}
	var seconds []float64
	err = b.perRound(ctx, "crawling new boards", func(round int) error {
		// A crawl reads every active board: pause those of earlier rounds.
		if err := st.db.exec(ctx, "UPDATE crawler.pull_target SET status = 'paused' WHERE status = 'active'"); err != nil {
			return err
		}
		boards, err := st.boards.add(ctx, st.db, fmt.Sprintf("new%dx", round), b.scaled(newBoards, 30), perBoard)
		if err != nil {
			return err
		}
		c.known = append(c.known, boards...)
		took, err := c.crawl(ctx, boards, round, newPosting)
		seconds = append(seconds, took.Seconds())
		return err
	})
	if err != nil {
		return err
	}
	each := b.scaled(newBoards, 30) * perBoard
	b.add(newPostings, "/s", perSecond(float64(each), seconds),
		count(each)+" per round")
	_, err = st.db.super.Exec(ctx, "UPDATE crawler.pull_target SET status = 'active' WHERE id = ANY($1::uuid[])", targets(c.known))
	if err != nil {
		return err
	}
	return c.recrawl(ctx)
}

// recrawl reads all known boards again, each time with one posting in a hundred changed and one in a hundred new.
func (c *crawlRun) recrawl(ctx context.Context) error {
	var seconds, postings []float64
	c.st.boards.requests.Store(0)
	c.st.boards.bytes.Store(0)
	err := c.repeat(ctx, recrawls, "crawling known boards", func(i int) error {
		total := 0
		c.st.boards.change(func() {
			for _, board := range c.known {
				for k := range perBoard / changeEvery {
					board.revisions[(i+k*97)%board.postings]++
				}
				board.postings += perBoard / changeEvery
				total += board.postings
			}
		})
		took, err := c.crawl(ctx, c.known, c.rounds+i, knownPosting)
		if err != nil {
			return err
		}
		seconds, postings = append(seconds, took.Seconds()), append(postings, float64(total))
		return nil
	})
	if err != nil {
		return err
	}
	each := len(c.known) * perBoard / changeEvery
	c.add(recrawledPostings, "/s", ratio(oneEach(postings), oneEach(seconds)), fmt.Sprintf("%d rounds of %s postings and more, %s of them "+
		"changed and %s new in each", recrawls, count(int(postings[0])), count(each), count(each)))
	c.add("requests per re-crawl", "", exact(float64(c.st.boards.requests.Load())/recrawls),
		count(int(c.st.boards.bytes.Load()/recrawls))+" bytes")
	return nil
}

type crawlRun struct {
	*bench
	st    *stage
	p     *platform
	known []*board
}

// crawl runs `rolecall crawl --once` and returns the time until a search finds the last posting of every board with its facts.
func (c *crawlRun) crawl(ctx context.Context, boards []*board, round int, unit string) (took time.Duration, err error) {
	// Put a marker into the last posting of each board before the clock starts.
	words := map[*board]string{}
	c.st.boards.change(func() {
		for i, board := range boards {
			words[board] = marker(firstMarker + round*markersPerRound + i)
			board.marks[board.postings-1] = words[board]
		}
	})
	want := 0
	for _, board := range boards {
		want += board.postings
	}
	err = c.charge(ctx, c.st.db, unit, float64(want), func() error {
		start := time.Now()
		err := c.pull(ctx, boards, words)
		took = time.Since(start)
		return err
	})
	if err != nil {
		return 0, err
	}
	var stored int
	err = c.st.db.super.QueryRow(ctx, `SELECT count(*) FROM crawler.job_post
		WHERE target_id = ANY($1::uuid[]) AND closed_at IS NULL`, targets(boards)).Scan(&stored)
	if err == nil && stored != want {
		err = fmt.Errorf("%d of %d postings are stored", stored, want)
	}
	return took, err
}

// pull crawls the boards and waits until searches find their markers with the facts of enrichment.
func (c *crawlRun) pull(ctx context.Context, boards []*board, words map[*board]string) error {
	start := time.Now()
	if err := c.command(ctx, c.environment(c.st), "crawl", "--once"); err != nil {
		return err
	}
	err := c.st.db.until(ctx, 10*time.Minute, `SELECT NOT EXISTS (SELECT FROM crawler.job_post
		WHERE enrichment_status = 'pending' AND target_id = ANY($1::uuid[]))`, targets(boards))
	if err != nil {
		return err
	}
	// All descriptions say "full-time": this filter finds a posting once its facts are in the index.
	for _, board := range boards {
		for total := 0; total != 1; {
			total, err = c.st.total(ctx, c.p.jobs, url.Values{"keyword": {words[board]}, "employmentType": {"full-time"}})
			if err != nil {
				return err
			}
			if time.Since(start) > 15*time.Minute {
				return fmt.Errorf("marker %s was not found", words[board])
			}
			if total != 1 {
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	return nil
}

// targets returns the pull target ids of boards.
func targets(list []*board) []string {
	var out []string
	for _, b := range list {
		out = append(out, b.target.String())
	}
	return out
}
