package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"
)

// marker returns a word that occurs in no posting and is no prefix of another marker.
func marker(n int) string {
	word := "qx"
	for range 6 {
		word += string("bcdfghjk"[n%8])
		n /= 8
	}
	return word + "xq"
}

// mark is a marker in the title of a posting.
type mark struct {
	word, native string
	board        *board
}

// change waits until no crawl is running. Then it changes every posting of some of the boards at random, puts a marker into one title of
// each, and makes these boards due.
func (st *stage) change(ctx context.Context, boards []*board) ([]mark, error) {
	// Crawls start every five seconds by the clock, and take at most half of that.
	now := time.Now()
	gap := now.Truncate(secondsPerCrawl * time.Second).Add(3 * time.Second)
	if gap.Before(now) {
		gap = gap.Add(secondsPerCrawl * time.Second)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Until(gap)):
	}
	var marks []mark
	var due []*board
	st.boards.change(func() {
		for _, n := range rand.Perm(len(boards))[:changedBoards] {
			b, i := boards[n], st.marks/changedBoards%livePostings
			for k := range b.postings {
				b.revisions[k]++
			}
			st.marks++
			b.marks[i] = marker(st.marks)
			marks, due = append(marks, mark{b.marks[i], fmt.Sprint(firstNativeID + i), b}), append(due, b)
		}
	})
	_, err := st.db.super.Exec(ctx, "UPDATE crawler.pull_target SET next_attempt_at = NULL WHERE id = ANY($1::uuid[])", targets(due))
	return marks, err
}

// lag returns the milliseconds from the commit of a marker, polled every 20 ms, until a search, repeated every 100 ms, finds it. Once it
// is committed, ctx no longer ends the wait.
func (st *stage) lag(ctx, whole context.Context, c *client, m mark) (float64, error) {
	err := st.db.until(ctx, time.Minute, `SELECT coalesce((SELECT title LIKE $3 FROM crawler.job_post
		WHERE target_id = $1 AND native_id = $2), false)`, m.board.target, m.native, "%"+m.word+"%")
	for committed := time.Now(); err == nil; time.Sleep(100 * time.Millisecond) {
		var total int
		total, err = st.total(whole, c, url.Values{"keyword": {m.word}})
		switch took := time.Since(committed); {
		case err == nil && total == 1:
			return milliseconds(took), nil
		case took > time.Minute:
			return 0, fmt.Errorf("%s was not found after %s", m.word, took)
		}
	}
	return 0, err
}

// keepChanging changes postings before every crawl until stop is called, and measures the lags of their markers. stop waits for the
// markers committed by then, because leaving them out would leave out the slowest, and returns the lags by crawl. It may be called again.
func (st *stage) keepChanging(whole context.Context, c *client, boards []*board) (stop func() (rounds, error)) {
	ctx, cancel := context.WithCancel(whole)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	var lags rounds
	wg.Go(func() {
		for n := 0; ; n++ {
			marks, err := st.change(ctx, boards)
			mu.Lock()
			if ctx.Err() == nil && err != nil {
				failed = err
			}
			lags = append(lags, nil)
			mu.Unlock()
			if err != nil {
				return
			}
			for _, m := range marks {
				wg.Go(func() {
					took, err := st.lag(ctx, whole, c, m)
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						lags[n] = append(lags[n], took)
					} else if ctx.Err() == nil {
						failed = err
					}
				})
			}
		}
	})
	return func() (rounds, error) {
		cancel()
		wg.Wait()
		return lags, failed
	}
}

// changeAndFind changes postings once and waits until searches find the changes.
func (st *stage) changeAndFind(ctx context.Context, c *client, boards []*board) error {
	marks, err := st.change(ctx, boards)
	for _, m := range marks {
		if err == nil {
			_, err = st.lag(ctx, ctx, c, m)
		}
	}
	return err
}

// total requests the exact number of postings that match.
func (st *stage) total(ctx context.Context, c *client, p url.Values) (int, error) {
	var page struct{ TotalElements int }
	err := c.patient(ctx, "/jobs?size=1&"+p.Encode(), &page)
	return page.TotalElements, err
}
