package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// proveRows writes numbered rows from several connections and compares the acknowledged ones with the tables.
func proveRows(ctx context.Context, c *cluster, o options, rng *rand.Rand) error {
	if err := once(ctx, c.url, "CREATE TABLE proof (writer int, n bigint, PRIMARY KEY (writer, n))"); err != nil {
		return err
	}
	fmt.Printf("%d writers, %d kills of a whole cluster, %d of a wounded one, %d switchovers, seed %d\n", o.writers, o.kills, o.hasty,
		o.handed, o.seed)
	acks := &acknowledgements{}
	writers := make([]*writer, o.writers)
	load, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	for i := range writers {
		writers[i] = &writer{id: i, url: c.url, acks: acks}
		wg.Go(func() { writers[i].run(load) })
	}
	outages, err := killRepeatedly(ctx, c, acks, o.kills, o.hasty, rng)
	if err == nil {
		var planned []outage
		planned, err = handOver(ctx, c, acks, o.handed, rng)
		outages = append(outages, planned...)
	}
	stop()
	wg.Wait()
	if err != nil {
		return err
	}
	if err := c.whole(ctx); err != nil {
		return err
	}
	outages.print()
	return compare(ctx, c, writers)
}

// writer inserts 1, 2, 3, … and keeps the outcome of each. A number without a response is in doubt: it may exist or not, and is
// not written again.
type writer struct {
	id     int
	url    string
	acks   *acknowledgements
	acked  []int64
	doubts []int64
}

func (w *writer) run(ctx context.Context) {
	var conn *pgx.Conn
	defer func() {
		if conn != nil {
			_ = conn.Close(context.WithoutCancel(ctx))
		}
	}()
	for n := int64(1); ctx.Err() == nil; {
		if conn == nil || conn.IsClosed() {
			conn = connect(ctx, w.url)
			if conn == nil {
				_ = sleep(ctx, 50*time.Millisecond)
				continue
			}
		}
		if _, err := conn.Exec(ctx, "INSERT INTO proof VALUES ($1, $2)", w.id, n); err != nil {
			w.doubts = append(w.doubts, n)
			_ = conn.Close(context.WithoutCancel(ctx))
		} else {
			w.acks.add(time.Now())
			w.acked = append(w.acked, n)
		}
		n++
		_ = sleep(ctx, 2*time.Millisecond)
	}
}

func connect(ctx context.Context, url string) *pgx.Conn {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil
	}
	return conn
}

func once(ctx context.Context, url, sql string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

// compare looks for every acknowledged row on every node, which finds a node that diverged after a failover.
func compare(ctx context.Context, c *cluster, writers []*writer) error {
	urls, err := c.urls(ctx)
	if err != nil {
		return err
	}
	var faults []error
	acked, doubts := 0, 0
	for _, w := range writers {
		acked += len(w.acked)
		doubts += len(w.doubts)
	}
	for i, url := range append([]string{c.url}, urls...) {
		lost, strange, err := missing(ctx, url, writers)
		if err != nil {
			return err
		}
		name := "write port"
		if i > 0 {
			name = fmt.Sprintf("node n%d", i)
		}
		fmt.Printf("%-10s  %d acknowledged rows, %d lost; %d writes in doubt; %d unexpected rows\n", name, acked, lost, doubts, strange)
		if lost > 0 || strange > 0 {
			faults = append(faults, fmt.Errorf("%s: %d acknowledged rows are lost, %d were never written", name, lost, strange))
		}
	}
	return errors.Join(faults...)
}

func missing(ctx context.Context, url string, writers []*writer) (lost, strange int, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for _, w := range writers {
		rows, _ := conn.Query(ctx, "SELECT n FROM proof WHERE writer = $1 ORDER BY n", w.id)
		there, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return 0, 0, err
		}
		for _, n := range w.acked {
			if _, found := slices.BinarySearch(there, n); !found {
				lost++
			}
		}
		for _, n := range there {
			_, acked := slices.BinarySearch(w.acked, n)
			_, doubted := slices.BinarySearch(w.doubts, n)
			if !acked && !doubted {
				strange++
			}
		}
	}
	return lost, strange, nil
}
