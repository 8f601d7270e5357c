package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// clients is how many ask at once, on both sides: two for each of the two cores that most small servers have.
const clients = 4

// contest compares a query path of a service with pgbench on the same statements and the same database. The ratio is
// that of the path in Go: the service's own function on its own pool, rows read into structs. pgbench throws the rows
// away, but asks for them as text where pgx asks for bytes, which costs the server more where there are many dates. The
// figure over HTTP stands beside it; there the client, too, works on the cores that the server needs.
//
// How much can be asked is measured with more callers than there are cores.
type contest struct {
	name    string
	choices int // how many different questions there are
	call    func(ctx context.Context, choice int) error
	http    func(ctx context.Context, choice int) error // nil: not asked over HTTP
	db      *database
	pool    *pgxpool.Pool // the one that the call uses

	rate    float64 // least share of pgbench's throughput; 0 is not measured
	median  float64 // most times pgbench's median latency; 0 is no goal
	note    string
	unnamed bool   // no issue names these goals: they are figures
	grows   string // why the cost grows with the table, if it does
}

// contests runs one after the other; one that fails does not keep the others from their figures.
func (b *bench) contests(ctx context.Context, list []contest, size string) error {
	var failed error
	for _, c := range list {
		if c.unnamed && b.quick {
			continue
		}
		c.name += " " + size
		if err := b.contest(ctx, c); err != nil {
			failed = errors.Join(failed, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return failed
}

func (b *bench) contest(ctx context.Context, c contest) error {
	// Warm the caches and the prepared statements, then see what is sent.
	if _, err := drive(ctx, clients, c.choices, b.length/4, c.call); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	peer := limit{db: c.db, clients: clients}
	for i := range c.choices {
		heard, tape := listen(ctx)
		if err := c.call(heard, i); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if len(tape.statements) == 0 {
			return fmt.Errorf("%s sends no statement", c.name)
		}
		peer.tapes = append(peer.tapes, tape)
	}
	if err := peer.likePool(ctx, c.pool); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	var ours, theirs, web []sample
	// The machine's own speed changes within seconds, so turns are short and many.
	crowds, turn := b.turns(2, 6), b.length/2
	if b.quick {
		turn = b.length
	}
	if c.unnamed { // figures: once will do
		crowds = rounds{least: 1}
	}
	for round := 0; !crowds.enough(round, rates(ours).below(rates(theirs), c.rate)); round++ {
		s, err := drive(ctx, clients, c.choices, turn, c.call)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		ours = append(ours, s)
		if s, err = peer.run(ctx, turn); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		theirs = append(theirs, s)
	}
	if c.http != nil { // another figure
		s, err := drive(ctx, clients, c.choices, b.length/2, c.http)
		if err != nil {
			return fmt.Errorf("%s over HTTP: %w", c.name, err)
		}
		web = append(web, s)
	}
	return b.judge(ctx, c, ours, theirs, web)
}

func (b *bench) judge(ctx context.Context, c contest, ours, theirs, web []sample) error {
	note := fmt.Sprintf("p50 %s against %s; CPU of the asking side per call %s against %s",
		duration(time.Duration(quantiles(ours, 0.5).median())), duration(time.Duration(quantiles(theirs, 0.5).median())),
		duration(cpuPerCall(ours)), duration(cpuPerCall(theirs)))
	if len(web) > 0 {
		note += fmt.Sprintf("; over HTTP %s, p95 %s", rates(web).perSecond(), duration(time.Duration(quantiles(web, 0.95).median())))
	}
	if c.note != "" {
		note += "; " + c.note
	}
	short := false
	line := func(r row) {
		if c.unnamed {
			r.goal, r.held = "-", true
		}
		short = short || !r.held
		b.add(r)
	}
	if c.rate > 0 {
		r := row{workload: c.name, ours: rates(ours).perSecond(), against: "pgbench " + rates(theirs).perSecond(), note: note}
		r.ratio, r.goal, r.held = atLeast(rates(ours).over(rates(theirs)), c.rate)
		line(r)
	}
	if c.median > 0 {
		r := slower(c.name+", median", ours, theirs, 0.5, c.median)
		if c.rate == 0 {
			r.note = note
		}
		line(r)
	}
	if !short {
		return nil
	}
	return b.profile(c.name, func() error {
		_, err := drive(ctx, clients, c.choices, 2*time.Second, c.call)
		return err
	})
}

// slower compares a quantile of the latencies.
func slower(name string, ours, theirs []sample, quantile, goal float64) row {
	mine, other := quantiles(ours, quantile), quantiles(theirs, quantile)
	r := row{workload: name, ours: mine.time(), against: "pgbench " + other.time()}
	r.ratio, r.goal, r.held = atMost(mine.over(other), goal)
	return r
}
