package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler"
	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

const perBoard = 100 // postings

// measureCrawl lets the crawler, a process of its own, read boards that it has never seen, and compares the rate with a
// plain COPY of the very rows it wrote into the same tables with the same indexes: what the database needs for them
// when they are already there. Then it reads the unchanged boards again.
//
// Every board has a loopback address of its own. The crawler leaves a quarter of a second between two requests to one
// host, and a thousand boards on one host would measure that. The answers are made before the clock starts.
func measureCrawl(ctx context.Context, b *bench) (err error) {
	db, err := b.database(ctx, "crawl")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.drop(ctx)) }()
	boards := b.size(1_000, 40)
	street, err := openBoards(boards, perBoard)
	if err != nil {
		return err
	}
	defer street.close()
	var first, again, copied figures
	var memory int64
	for range crawls {
		if err := street.enlist(ctx, db); err != nil {
			return err
		}
		out, err := b.crawl(ctx, db, street)
		if err != nil {
			return err
		}
		if out.Summary.Created != boards*perBoard {
			return fmt.Errorf("%d of %d postings were stored: %v", out.Summary.Created, boards*perBoard, out.Summary.Remarks)
		}
		first, memory = append(first, out.Seconds), max(memory, out.Peak)
		if out, err = b.crawl(ctx, db, street); err != nil {
			return err
		}
		if out.Summary.Seen != boards*perBoard || out.Summary.Created+out.Summary.Changed+out.Summary.Closed > 0 {
			return fmt.Errorf("the second crawl was not unchanged: %+v", out.Summary)
		}
		again = append(again, out.Seconds)
		seconds, err := b.copyRows(ctx, db)
		if err != nil {
			return err
		}
		copied = append(copied, seconds)
	}
	number := float64(boards * perBoard)
	speed := func(f figures) figures {
		out := make(figures, len(f))
		for i := range f {
			out[i] = number / f[i]
		}
		return out
	}
	b.add(stated(fmt.Sprintf("first crawl of %s boards with %d postings", count(boards), perBoard), speed(first).perSecond(),
		"fetch, parse, sanitise, normalise and write; a COPY of the same rows alone: "+speed(copied).perSecond()))
	b.add(stated("second crawl, nothing changed", speed(again).perSecond(), ""))
	b.add(stated("memory of the first crawl", mebibytes(memory), "the most the crawler's process ever had"))
	return b.measureLargeBoard(ctx, db)
}

// crawls is how often the boards are read for the first time: with the COPY beside it that takes a minute and a half, on a
// slow machine two, and the goals are far off.
const crawls = 1

// measureLargeBoard looks at the memory that one large board takes.
func (b *bench) measureLargeBoard(ctx context.Context, db *database) error {
	number := b.size(10_000, 1_000)
	street, err := openBoards(1, number)
	if err != nil {
		return err
	}
	defer street.close()
	if err := street.enlist(ctx, db); err != nil {
		return err
	}
	out, err := b.crawl(ctx, db, street)
	if err != nil {
		return err
	}
	if out.Summary.Created != number {
		return fmt.Errorf("%d of %d postings of a large board were stored: %v", out.Summary.Created, number, out.Summary.Remarks)
	}
	b.add(stated(fmt.Sprintf("memory for one board with %s postings", count(number)), mebibytes(out.Peak), fmt.Sprintf("an answer of %s", mebibytes(int64(street.bytes())))))
	return nil
}

// crawled is what a crawl says of itself.
type crawled struct {
	Seconds float64
	Peak    int64 // bytes of memory
	Summary crawler.CrawlSummary
}

// crawl runs the crawler in a process of its own, which is this program under another name.
func (b *bench) crawl(ctx context.Context, db *database, s *boards) (crawled, error) {
	self, err := os.Executable()
	if err != nil {
		return crawled{}, err
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = append(os.Environ(), childVariable+"=crawl", "CRAWLER_DATABASE_URL="+db.as(schema.CrawlerRole), "CRAWLER_FETCH_ALLOW_PRIVATE=true",
		fmt.Sprintf("CRAWLER_SOURCE_GREENHOUSE_BASE_URL=http://{token}:%d/greenhouse", s.port))
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	text, err := cmd.Output()
	if err != nil {
		return crawled{}, fmt.Errorf("crawl: %w: %s", err, lastLines(complaints.String()))
	}
	var out crawled
	return out, json.Unmarshal(text, &out)
}

// childVariable tells this program to be a child.
const childVariable = "ROLECALL_BENCH_CHILD"

// crawlOnce is the child.
func crawlOnce(ctx context.Context) error {
	var cfg crawler.Config
	if err := env.Load(os.Getenv, &cfg); err != nil {
		return err
	}
	pool, err := pg.Open(ctx, pg.Options{URL: env.NewSecret(os.Getenv("CRAWLER_DATABASE_URL")), Role: schema.CrawlerRole, AppName: "bench crawler", MaxConns: 10})
	if err != nil {
		return err
	}
	defer pool.Close()
	w, err := crawler.New(cfg, crawler.Deps{Log: quiet(), DB: pool, Version: "bench"})
	if err != nil {
		return err
	}
	defer w.Close()
	begun := time.Now()
	sum, err := w.CrawlOnce(ctx, func(int, int, string) {})
	if err != nil {
		return err
	}
	out := crawled{Seconds: time.Since(begun).Seconds(), Summary: sum}
	if out.Peak, err = memoryOf(os.Getpid(), peakMemory); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// copyRows times a COPY of all postings and their places out of a file into the emptied tables.
func (b *bench) copyRows(ctx context.Context, db *database) (seconds float64, err error) {
	tables := []struct{ name, columns string }{
		{"crawler.job_post", "id, target_id, native_id, title, url, apply_url, description, location, board, posted_at, first_seen_at, last_seen_at, last_pull_id, content_hash, stamp, repost_key"},
		{"crawler.job_post_location", "post_id, position, city, region, country, country_code, is_primary"},
	}
	conn, err := db.owner.Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	raw := conn.Conn().PgConn()
	for _, t := range tables {
		f, err := os.Create(filepath.Join(b.scratch, t.name))
		if err != nil {
			return 0, err
		}
		_, err = raw.CopyTo(ctx, f, fmt.Sprintf("COPY %s (%s) TO STDOUT (FORMAT binary)", t.name, t.columns))
		if err := errors.Join(err, f.Close()); err != nil {
			return 0, err
		}
	}
	// Looked at before its end, the COPY would leave the planner with tables of many pages and no rows, and its trigger with
	// the wrong index.
	for _, t := range tables {
		if err := db.exec(ctx, "ALTER TABLE "+t.name+" SET (autovacuum_enabled = off)"); err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, db.exec(ctx, "ALTER TABLE "+t.name+" RESET (autovacuum_enabled)")) }()
	}
	if err := db.exec(ctx, "TRUNCATE crawler.job_post CASCADE", "CHECKPOINT"); err != nil {
		return 0, err
	}
	begun := time.Now()
	err = pgx.BeginFunc(ctx, conn, func(pgx.Tx) error {
		for _, t := range tables {
			f, err := os.Open(filepath.Join(b.scratch, t.name))
			if err != nil {
				return err
			}
			_, err = raw.CopyFrom(ctx, f, fmt.Sprintf("COPY %s (%s) FROM STDIN (FORMAT binary)", t.name, t.columns))
			if err := errors.Join(err, f.Close()); err != nil {
				return err
			}
		}
		return nil
	})
	return time.Since(begun).Seconds(), err
}
