package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/google/uuid"
)

const cachedGoal = 3 * time.Microsecond

// measureTokens times what every authenticated request pays: the check of its token. With the cache the same tokens
// come again, as they do while people click; without it every token is new to its verifier. One goroutine, so that the
// figure is the cost of one check; the rate of all cores stands beside it.
func measureTokens(ctx context.Context, b *bench) error {
	iss, err := newIssuer(ctx)
	if err != nil {
		return err
	}
	const users = 1_000
	tokens := make([]string, users)
	for i := range tokens {
		if tokens[i], err = iss.token(uuid.New()); err != nil {
			return err
		}
	}
	check := func(ctx context.Context, i int) error {
		_, err := iss.verifier.Verify(ctx, tokens[i])
		return err
	}
	if _, err := perCall(ctx, users, 0, check); err != nil { // so that all are known
		return err
	}
	var cached, fresh, parallel figures
	for range b.rounds {
		ns, err := perCall(ctx, users, b.length/3, check)
		if err != nil {
			return err
		}
		cached = append(cached, ns)
		if ns, err = uncached(ctx, iss, tokens, b.length/3); err != nil {
			return err
		}
		fresh = append(fresh, ns)
		s, err := drive(ctx, runtime.NumCPU(), users, b.length/3, check)
		if err != nil {
			return err
		}
		parallel = append(parallel, s.perSecond())
	}
	r := row{workload: "token check, cached", ours: cached.time(), against: duration(cachedGoal), note: fmt.Sprintf("%s on one core, %s on all", rate(1e9/cached.median()), rate(parallel.median()))}
	r.ratio, r.goal, r.held = atMost(cached.median()/float64(cachedGoal), 1)
	b.add(r)
	if !r.held {
		if err := b.profile(r.workload, func() error { _, err := perCall(ctx, users, 2*time.Second, check); return err }); err != nil {
			return err
		}
	}
	b.add(stated("token check, not cached", fresh.time(), rate(1e9/fresh.median())+" on one core: Ed25519 and JSON"))
	return nil
}

// perCall times a loop without looking at the clock in between.
func perCall(ctx context.Context, choices int, length time.Duration, call func(context.Context, int) error) (float64, error) {
	begun, done := time.Now(), 0
	for done == 0 || time.Since(begun) < length {
		for i := range choices {
			if err := call(ctx, i); err != nil {
				return 0, err
			}
		}
		done += choices
	}
	return float64(time.Since(begun).Nanoseconds()) / float64(done), nil
}

// uncached checks every token with a verifier that has not seen it. Making the verifiers is not timed.
func uncached(ctx context.Context, iss *issuer, tokens []string, length time.Duration) (float64, error) {
	var spent time.Duration
	done := 0
	for spent < length {
		empty := iss.fresh()
		if err := empty.Ready(ctx); err != nil {
			return 0, err
		}
		begun := time.Now()
		for _, t := range tokens {
			if _, err := empty.Verify(ctx, t); err != nil {
				return 0, err
			}
		}
		spent += time.Since(begun)
		done += len(tokens)
	}
	return float64(spent.Nanoseconds()) / float64(done), nil
}
