package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

// marker returns the n-th marker: a word that occurs in no seeded posting. No marker is a prefix of another.
func marker(n int) string {
	word := "qx"
	for range 6 {
		word += string("bcdfghjk"[n%8])
		n /= 8
	}
	return word + "xq"
}

// change holds the markers that the next crawl will find, one on each changed board.
type change struct {
	native string            // native id of the posting with the marker, the same on all boards
	words  map[string]string // marker by the id of the board's pull target
}

// change waits until no crawl is running. Then it picks boards at random, changes all of their postings, puts a marker into one title per
// board, and makes the boards due.
func (st *stage) change(ctx context.Context, boards []*board) (change, error) {
	// Crawls start at multiples of secondsPerCrawl and end after at most half of that.
	now := time.Now()
	gap := now.Truncate(secondsPerCrawl * time.Second).Add(3 * time.Second)
	if gap.Before(now) {
		gap = gap.Add(secondsPerCrawl * time.Second)
	}
	select {
	case <-ctx.Done():
		return change{}, ctx.Err()
	case <-time.After(time.Until(gap)):
	}
	at := st.marks / changedBoards % livePostings
	made := change{fmt.Sprint(firstNativeID + at), map[string]string{}}
	st.boards.change(func() {
		for _, n := range rand.Perm(len(boards))[:changedBoards] {
			b := boards[n]
			for i := range b.postings {
				b.revisions[i]++
			}
			st.marks++
			b.marks[at] = marker(st.marks)
			made.words[b.target.String()] = b.marks[at]
		}
	})
	return made, st.wake(ctx, made)
}

// wake makes the boards of a change due.
func (st *stage) wake(ctx context.Context, c change) error {
	_, err := st.db.super.Exec(ctx, "UPDATE crawler.pull_target SET next_attempt_at = NULL WHERE id = ANY($1::uuid[])",
		slices.Collect(maps.Keys(c.words)))
	return err
}

// watch returns, for each marker, the milliseconds from its commit until a search finds it. It polls the database every 20 ms and repeats
// the search every 100 ms. When ctx ends it skips the markers that are not committed yet; whole limits the searches for the others.
func (st *stage) watch(ctx, whole context.Context, c *client, made change) ([]float64, error) {
	var finding errgroup.Group
	var mu sync.Mutex
	var out []float64
	woken := time.Now()
	for begun := woken; len(made.words) > 0; time.Sleep(20 * time.Millisecond) {
		rows, _ := st.db.super.Query(ctx, "SELECT target_id::text, title FROM crawler.job_post WHERE target_id = ANY($1::uuid[]) AND native_id = $2",
			slices.Collect(maps.Keys(made.words)), made.native)
		var target, title string
		_, err := pgx.ForEachRow(rows, []any{&target, &title}, func() error {
			if word := made.words[target]; strings.Contains(title, word) {
				delete(made.words, target)
				committed := time.Now()
				finding.Go(func() error {
					took, err := st.find(whole, c, word, committed)
					mu.Lock()
					defer mu.Unlock()
					out = append(out, took)
					return err
				})
			}
			return nil
		})
		if err == nil && time.Since(woken) > 2*secondsPerCrawl*time.Second {
			// A slow crawl read a board before it changed and moved its due time after that: make it due again.
			woken, err = time.Now(), st.wake(ctx, made)
		}
		if err == nil && time.Since(begun) > time.Minute {
			err = fmt.Errorf("%d markers were not crawled", len(made.words))
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, errors.Join(err, finding.Wait())
		}
	}
	err := finding.Wait()
	return out, err
}

// find returns the milliseconds from a commit until a search finds a word.
func (st *stage) find(ctx context.Context, c *client, word string, committed time.Time) (float64, error) {
	for {
		total, err := st.total(ctx, c, url.Values{"keyword": {word}})
		took := time.Since(committed)
		switch {
		case err != nil || total == 1:
			return milliseconds(took), err
		case took > time.Minute:
			return 0, fmt.Errorf("%s was not found after %s", word, took)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// keepChanging changes postings before every crawl until stop is called, and measures how long their markers take to be found. stop
// waits for all markers committed by then, because skipping them would skip the slowest, and returns the lags by crawl. It may be called
// more than once.
func (st *stage) keepChanging(whole context.Context, c *client, boards []*board) (stop func() (rounds, error)) {
	ctx, cancel := context.WithCancel(whole)
	var watching errgroup.Group
	var mu sync.Mutex
	var lags rounds
	watching.Go(func() error {
		for {
			made, err := st.change(ctx, boards)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				return err
			}
			watching.Go(func() error {
				list, err := st.watch(ctx, whole, c, made)
				mu.Lock()
				defer mu.Unlock()
				lags = append(lags, list)
				return err
			})
		}
	})
	return func() (rounds, error) {
		cancel()
		err := watching.Wait()
		return lags, err
	}
}

// total returns the number of postings that match the search parameters.
func (st *stage) total(ctx context.Context, c *client, p url.Values) (int, error) {
	var page struct{ TotalElements int }
	err := c.patient(ctx, "/jobs?size=1&"+p.Encode(), &page)
	return page.TotalElements, err
}
