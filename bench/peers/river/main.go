// Command river times River running jobs on PostgreSQL, and prints the seconds it took. The polling intervals are those of River's own
// benchmark, and so is the start of the clock, after the client has started. 1,000 workers are what a comment in that benchmark calls best;
// with the 100 of River's documentation, empty jobs took one and a half times as long here.
//
// River updates the row of a job twice. With -write each job also inserts one row, as Rolecall inserts one notification per reminder. Each
// insert commits separately, as it does in a River worker written the straightforward way; Rolecall commits 200 reminders at a time.
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

type reminder struct {
	User  int    `json:"user"`
	Title string `json:"title"`
}

func (reminder) Kind() string { return "reminder" }

type worker struct {
	river.WorkerDefaults[reminder]
	db    *pgxpool.Pool
	write bool
}

func (w *worker) Work(ctx context.Context, job *river.Job[reminder]) error {
	if !w.write {
		return nil
	}
	_, err := w.db.Exec(ctx, `INSERT INTO notice (id, user_id, type, title, message, application_id)
		VALUES (gen_random_uuid(), $1, 'CUSTOM_REMINDER', $2, 'Ask about the salary range.', gen_random_uuid())`, job.Args.User, job.Args.Title)
	return err
}

// notices creates a table with the columns and indexes of Rolecall's notifications.
const notices = `DROP TABLE IF EXISTS notice; CREATE TABLE notice (id uuid PRIMARY KEY, user_id bigint NOT NULL, type varchar(50) NOT NULL,
	title text NOT NULL, message text NOT NULL, read boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL DEFAULT now(),
	application_id uuid); CREATE INDEX ON notice (user_id, created_at DESC, id DESC);
	CREATE INDEX ON notice (user_id, read, created_at DESC, id DESC); TRUNCATE river_job`

func main() {
	url := flag.String("url", "", "database URL")
	jobs := flag.Int("jobs", 100_000, "number of jobs")
	connections := flag.Int("connections", 20, "connection pool size")
	write := flag.Bool("write", false, "insert a row for each job")
	flag.Parse()
	if err := run(context.Background(), *url, *jobs, int32(*connections), *write); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url string, jobs int, connections int32, write bool) error {
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
	if _, err := pool.Exec(ctx, notices); err != nil {
		return err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker{db: pool, write: write})
	client, err := river.NewClient(driver, &river.Config{
		FetchCooldown:     2 * time.Millisecond,
		FetchPollInterval: 20 * time.Millisecond,
		Logger:            slog.New(slog.NewTextHandler(io.Discard, nil)),
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1_000}},
		Workers:           workers,
	})
	if err != nil {
		return err
	}
	if err := insert(ctx, client, jobs); err != nil {
		return err
	}
	for _, sql := range []string{"VACUUM (ANALYZE) river_job", "CHECKPOINT"} {
		if _, err := pool.Exec(ctx, sql); err != nil {
			return err
		}
	}
	done, cancel := client.SubscribeConfig(&river.SubscribeConfig{ChanSize: jobs, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	defer cancel()
	if err := client.Start(ctx); err != nil {
		return err
	}
	start := time.Now()
	for range jobs {
		select {
		case <-done:
		case <-time.After(time.Minute):
			return errors.New("no job finished for a minute")
		}
	}
	fmt.Printf("%.3f\n", time.Since(start).Seconds())
	return client.Stop(ctx)
}

func insert(ctx context.Context, client *river.Client[pgx.Tx], jobs int) error {
	const batch = 5_000
	for from := 0; from < jobs; from += batch {
		params := make([]river.InsertManyParams, min(batch, jobs-from))
		for i := range params {
			params[i].Args = reminder{User: (from + i) % (jobs/20 + 1), Title: "Call the recruiter back"}
		}
		if _, err := client.InsertManyFast(ctx, params); err != nil {
			return err
		}
	}
	return nil
}
