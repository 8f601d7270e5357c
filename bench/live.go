package main

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
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

// keepChanging changes postings on the live boards until stop is called. Twice per second it also puts a marker into a title and
// measures the lag in milliseconds from its commit, seen in the table, until a search finds it. stop waits for the markers committed
// by then, because leaving them out would leave out the slowest, and returns the largest lag of each crawl in order: the markers of one
// crawl are committed together, so they say no more than one of them. It may be called again.
func (st *stage) keepChanging(whole context.Context, c *client) (stop func() ([]float64, error)) {
	ctx, cancel := context.WithCancel(whole)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	lags := map[int64]float64{} // by crawl
	const ticksPerSecond = changesPerSecond / liveBoards
	wg.Go(func() {
		tick := time.NewTicker(time.Second / ticksPerSecond)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			st.boards.change(func() {
				for _, b := range st.live {
					b.revisions[n%b.postings]++
				}
			})
			if n%ticksPerSecond < 2 {
				st.marks++
				number := st.marks
				wg.Go(func() {
					committed, err := st.mark(ctx, number)
					if ctx.Err() != nil {
						return
					}
					took := 0.0
					if err == nil {
						took, err = st.find(whole, c, marker(number), committed)
					}
					mu.Lock()
					defer mu.Unlock()
					if err != nil {
						failed = err
						return
					}
					crawl := committed.Unix() / secondsPerCrawl
					lags[crawl] = max(lags[crawl], took)
				})
			}
		}
	})
	return func() ([]float64, error) {
		cancel()
		wg.Wait()
		var out []float64
		for _, crawl := range slices.Sorted(maps.Keys(lags)) {
			out = append(out, lags[crawl])
		}
		return out, failed
	}
}

// mark puts a marker into the title of a posting on its board. It returns the time at which it saw the commit, at most 20 ms late.
func (st *stage) mark(ctx context.Context, n int) (committed time.Time, err error) {
	b, i := st.live[n%len(st.live)], n/len(st.live)%livePostings
	word := marker(n)
	st.boards.change(func() { b.marks[i] = word })
	err = st.db.until(ctx, time.Minute, `SELECT coalesce((SELECT title LIKE $3 FROM crawler.job_post
		WHERE target_id = $1 AND native_id = $2), false)`, b.target, fmt.Sprint(firstNativeID+i), "%"+word+"%")
	return time.Now(), err
}

// find returns the milliseconds from a commit until a search, repeated every 50 ms, finds a word.
func (st *stage) find(ctx context.Context, c *client, word string, committed time.Time) (float64, error) {
	for {
		total, err := st.total(ctx, c, url.Values{"keyword": {word}})
		took := time.Since(committed)
		switch {
		case err != nil:
			return 0, err
		case total == 1:
			return milliseconds(took), nil
		case took > time.Minute:
			return 0, fmt.Errorf("%s was not found after %s", word, took)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// markAndFind puts the next marker into a title and waits until a search finds it.
func (st *stage) markAndFind(ctx context.Context, c *client) error {
	st.marks++
	committed, err := st.mark(ctx, st.marks)
	if err == nil {
		_, err = st.find(ctx, c, marker(st.marks), committed)
	}
	return err
}

// total requests the exact number of postings that match.
func (st *stage) total(ctx context.Context, c *client, p url.Values) (int, error) {
	var page struct{ TotalElements int }
	err := c.patient(ctx, "/jobs?size=1&"+p.Encode(), &page)
	return page.TotalElements, err
}
