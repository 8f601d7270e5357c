package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

var crawlWorkload = workload{
	name: "crawl", command: "go run ./bench -only crawl", minutes: 2.5, run: measureCrawl,
	about: `The crawler reads boards over HTTP that the table does not know, into a table that is full already, and enriches what it
read; the clock runs from the request to read them until the last posting is found with its facts. Each round is another set
of boards. Then all of them are read again, with 1% of the postings changed and 1% new. No board answers "not modified". The boards
are in this process and answer at once, 32 at a time (by default the crawler sends less to one host), and their texts of two
kilobytes share most of their words: what is measured is crawler, tables and index, and neither networks nor a real vocabulary.`,
	goals: []goal{{"new postings, crawled, enriched and searchable", "≥", 1500}},
}

const (
	newBoards = 200 // a round
	perBoard  = 200 // postings
)

func measureCrawl(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, append(noCrawl, "CRAWLER_ENRICHMENT_ENABLED=true", "CRAWLER_ENRICHMENT_CRON=* * * * * ?")...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c := &crawlRun{bench: b, st: st, p: p}
	var seconds, wal []float64
	err = b.perRound(ctx, "crawling new boards", func(round int) error {
		// A pass reads every active board: only those of this round are to be read.
		if err := st.db.exec(ctx, "UPDATE crawler.pull_target SET status = 'paused' WHERE status = 'active'"); err != nil {
			return err
		}
		boards, err := st.boards.add(ctx, st.db, fmt.Sprintf("new%dx", round), b.scaled(newBoards, 30), perBoard)
		if err != nil {
			return err
		}
		c.known = append(c.known, boards...)
		number := float64(len(boards) * perBoard)
		took, written, err := c.pass(ctx, boards, round)
		seconds, wal = append(seconds, took.Seconds()), append(wal, written/number/1024)
		return err
	})
	if err != nil {
		return err
	}
	each := b.scaled(newBoards, 30) * perBoard
	b.add("new postings, crawled, enriched and searchable", "/s", perSecond(float64(each), seconds),
		count(each)+" a round; the enricher looks for work every second, by default every five minutes")
	b.add("write-ahead log of a new posting", "KiB", oneEach(wal).mean(), "with its facts")
	changed, added := 0, 0
	st.boards.change(func() {
		for _, board := range c.known {
			for i := range board.postings / 100 {
				board.revisions[i*97%board.postings]++
				changed++
			}
			board.postings += board.postings / 100
			added += perBoard / 100
		}
	})
	if _, err := st.db.super.Exec(ctx, "UPDATE crawler.pull_target SET status = 'active' WHERE id = ANY($1::uuid[])", targets(c.known)); err != nil {
		return err
	}
	st.boards.requests.Store(0)
	st.boards.bytes.Store(0)
	total := float64(len(c.known)*perBoard + added)
	took, written, err := c.pass(ctx, c.known, b.rounds)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("%s postings, %s of them changed and %s new; once", count(int(total)), count(changed), count(added))
	b.add("known postings read again", "/s", exact(total/took.Seconds()), note)
	b.add("requests of that pass", "", exact(float64(st.boards.requests.Load())), fmt.Sprintf("%s bytes", count(int(st.boards.bytes.Load()))))
	b.add("write-ahead log of that pass", "MB", exact(written/1e6), note)
	return nil
}

type crawlRun struct {
	*bench
	st    *stage
	p     *platform
	known []*board
}

// pass runs `rolecall crawl --once` and returns how long it took until the last posting of every board is found, with
// its facts, and how much log was written.
func (c *crawlRun) pass(ctx context.Context, boards []*board, round int) (took time.Duration, wal float64, err error) {
	// Set up before the clock starts: a word in the last posting of each board.
	words := map[*board]string{}
	c.st.boards.change(func() {
		for i, board := range boards {
			words[board] = marker(20_000 + round*1_000 + i)
			board.marks[board.postings-1] = words[board]
		}
	})
	before, err := c.st.db.wal(ctx)
	if err != nil {
		return 0, 0, err
	}
	begun := time.Now()
	if err := c.command(ctx, c.environment(c.st), "crawl", "--once"); err != nil {
		return 0, 0, err
	}
	err = c.st.db.until(ctx, 10*time.Minute, `SELECT NOT EXISTS (SELECT FROM crawler.job_post WHERE enrichment_status = 'pending' AND target_id = ANY($1::uuid[]))`, targets(boards))
	if err != nil {
		return 0, 0, err
	}
	// All texts of the boards contain "full-time": a posting is found under it once its facts are in the index.
	for _, board := range boards {
		for total := 0; total != 1; {
			if total, err = c.st.total(ctx, c.p.jobs, url.Values{"keyword": {words[board]}, "employmentType": {"full-time"}}); err != nil {
				return 0, 0, err
			}
			if time.Since(begun) > 15*time.Minute {
				return 0, 0, fmt.Errorf("%s is not found", words[board])
			}
			if total != 1 {
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	took = time.Since(begun)
	var stored int
	err = c.st.db.super.QueryRow(ctx, "SELECT count(*) FROM crawler.job_post WHERE target_id = ANY($1::uuid[]) AND closed_at IS NULL", targets(boards)).Scan(&stored)
	if err != nil {
		return 0, 0, err
	}
	want := 0
	for _, board := range boards {
		want += board.postings
	}
	if stored != want {
		return 0, 0, fmt.Errorf("%d of %d postings are stored", stored, want)
	}
	after, err := c.st.db.wal(ctx)
	return took, after - before, err
}

func targets(list []*board) []string {
	var out []string
	for _, b := range list {
		out = append(out, b.target.String())
	}
	return out
}
