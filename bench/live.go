package main

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"time"
)

// marker returns a word that occurs in no posting and begins no other marker.
func marker(n int) string {
	word := "qx"
	for range 6 {
		word += string("bcdfghjk"[n%8])
		n /= 8
	}
	return word + "xq"
}

// keepChanging changes postings on the live boards until the returned function is called. Once a second it also puts a
// marker into a title and measures the time from the commit, which it reads from the table, until a search finds it.
func (st *stage) keepChanging(ctx context.Context, c *client) (stop func() (perSecond float64, lags []float64, err error)) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed error
	var lag []float64
	begun, changed := time.Now(), 0
	const ticks = changesPerSecond / liveBoards // a second
	wg.Go(func() {
		tick := time.NewTicker(time.Second / ticks)
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
			changed += len(st.live)
			if n%ticks == 0 {
				st.marks++
				number := st.marks
				wg.Go(func() {
					took, err := st.mark(ctx, c, number)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						lag = append(lag, took)
					case ctx.Err() == nil:
						failed = err
					}
				})
			}
		}
	})
	return func() (float64, []float64, error) {
		took := time.Since(begun)
		cancel()
		wg.Wait()
		return float64(changed) / took.Seconds(), lag, failed
	}
}

// mark puts a marker into the title of a posting on its board, and returns the milliseconds from its commit, seen within
// 10 ms, until a search finds it, asked every 50 ms.
func (st *stage) mark(ctx context.Context, c *client, n int) (float64, error) {
	b, i := st.live[n%len(st.live)], n/len(st.live)%livePostings
	word := marker(n)
	st.boards.change(func() { b.marks[i] = word })
	if err := st.db.until(ctx, time.Minute, `SELECT coalesce((SELECT title LIKE $3 FROM crawler.job_post WHERE target_id = $1 AND native_id = $2), false)`,
		b.target, fmt.Sprint(1_000_000+i), "%"+word+"%"); err != nil {
		return 0, err
	}
	committed := time.Now()
	for {
		total, err := st.total(ctx, c, url.Values{"keyword": {word}})
		took := time.Since(committed)
		switch {
		case err != nil:
			return 0, err
		case total == 1:
			return milliseconds(took), nil
		case took > time.Minute:
			return 0, fmt.Errorf("%s is not found after %s", word, took)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// total requests the exact number of postings.
func (st *stage) total(ctx context.Context, c *client, p url.Values) (int, error) {
	var page struct{ TotalElements int }
	err := c.patient(ctx, "/jobs?size=1&"+p.Encode(), &page)
	return page.TotalElements, err
}
