// Command river works empty jobs with River and prints how many it finished per second.
//
// The client is set up as River's own benchmark sets it up. Jobs are inserted before the clock starts; the clock stops
// when the last one is marked completed in the database.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

type emptyArgs struct{}

func (emptyArgs) Kind() string { return "empty" }

type emptyWorker struct {
	river.WorkerDefaults[emptyArgs]
}

func (*emptyWorker) Work(context.Context, *river.Job[emptyArgs]) error { return nil }

func main() {
	url := flag.String("url", "", "database")
	jobs := flag.Int("jobs", 100_000, "jobs to work")
	connections := flag.Int("connections", 10, "size of the pool")
	flag.Parse()
	if err := run(context.Background(), *url, *jobs, int32(*connections)); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url string, jobs int, connections int32) error {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return err
	}
	cfg.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer pool.Close()
	driver := riverpgxv5.New(pool)
	migrator, err := rivermigrate.New(driver, nil)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return err
	}
	if _, err := pool.Exec(ctx, "TRUNCATE river_job"); err != nil { // of an earlier round
		return err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &emptyWorker{})
	client, err := river.NewClient(driver, &river.Config{
		FetchCooldown:     2 * time.Millisecond,
		FetchPollInterval: 20 * time.Millisecond,
		Logger:            slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2_000}},
		Workers:           workers,
	})
	if err != nil {
		return err
	}
	if err := insert(ctx, client, jobs); err != nil {
		return err
	}
	if _, err := pool.Exec(ctx, "VACUUM (ANALYZE) river_job"); err != nil {
		return err
	}
	done, cancel := client.SubscribeConfig(&river.SubscribeConfig{ChanSize: jobs, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	defer cancel()
	begun := time.Now()
	if err := client.Start(ctx); err != nil {
		return err
	}
	for range jobs {
		select {
		case <-done:
		case <-time.After(time.Minute):
			return errors.New("no job was finished for a minute")
		}
	}
	fmt.Printf("%.1f\n", float64(jobs)/time.Since(begun).Seconds())
	return client.Stop(ctx)
}

func insert(ctx context.Context, client *river.Client[pgx.Tx], jobs int) error {
	const batch = 5_000
	for from := 0; from < jobs; from += batch {
		params := make([]river.InsertManyParams, min(batch, jobs-from))
		for i := range params {
			params[i].Args = emptyArgs{}
		}
		if _, err := client.InsertManyFast(ctx, params); err != nil {
			return err
		}
	}
	return nil
}
