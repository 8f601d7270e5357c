package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

const (
	aucGoal   = 0.55
	fullTries = 450 // of each kind: chance alone moves the area by about 0.019
)

// measureTiming asks whether the time of an answer tells who has an account: for each route as many requests about
// addresses that have one as about addresses that have none, in random order, one at a time. A classifier that only
// knows the time and picks the best threshold has the area under its curve given here: 0.5 is guessing.
func (b *bench) measureTiming(ctx context.Context, d *door, db *database) error {
	tries := max(50, b.size(fullTries, 50))
	for _, route := range []struct {
		name, path, known string
		body              func(email string) any
		status            int
		before            func() error
	}{
		{name: "login with a wrong password", path: "/auth/login", known: "user", status: http.StatusUnauthorized,
			body: func(email string) any { return credentials{email, "eleven loud geese"} }},
		{name: "resend the code", path: "/auth/account/resend-verification", known: "new", status: http.StatusNoContent,
			body: func(email string) any { return map[string]string{"email": email} }},
		// The known ones have a code by now: that of the resend.
		{name: "verify with a wrong code", path: "/auth/account/verify-email", known: "new", status: http.StatusBadRequest,
			body:   func(email string) any { return map[string]string{"email": email, "code": "000000"} },
			before: func() error { return settled(ctx, db, tries) }},
	} {
		if route.before != nil {
			if err := route.before(); err != nil {
				return err
			}
		}
		order := make([]int, 2*tries) // below tries: known
		for i := range order {
			order[i] = i
		}
		random := rand.New(rand.NewPCG(3, 5))
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		var known, unknown []time.Duration
		for _, n := range order {
			// The same length for both.
			email := fmt.Sprintf("%s%d@example.org", route.known, n%tries)
			if n >= tries {
				email = fmt.Sprintf("%s%d@example.net", route.known, n%tries)
			}
			begun := time.Now()
			status, answer, err := d.post(ctx, route.path, route.body(email))
			took := time.Since(begun)
			if err == nil && status != route.status {
				err = fmt.Errorf("%s: %d %.200s", route.path, status, answer)
			}
			if err != nil {
				return err
			}
			if n < tries {
				known = append(known, took)
			} else {
				unknown = append(unknown, took)
			}
		}
		area := auc(known, unknown)
		r := row{workload: "timing of a known address, " + route.name, ours: fmt.Sprintf("AUC %.3f", area), against: fmt.Sprintf("AUC %.2f", aucGoal), goal: fmt.Sprintf("≤ %.2f", aucGoal), held: area <= aucGoal,
			note: fmt.Sprintf("%d tries each, interleaved; medians %s known, %s unknown", tries, duration(middle(known)), duration(middle(unknown)))}
		if tries < fullTries {
			r.goal, r.held = "-", true
			r.note += "; too few tries for a verdict"
		}
		b.add(r)
	}
	return nil
}

// settled waits until the mails of the resends have been made, so that their work is not measured with the next route.
func settled(ctx context.Context, db *database, codes int) error {
	for range 600 {
		var n int
		if err := db.owner.QueryRow(ctx, "SELECT count(DISTINCT user_id) FROM identity.verification_code").Scan(&n); err != nil {
			return err
		}
		if n >= codes {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
	return fmt.Errorf("the codes of %d resends were not made within two minutes", codes)
}

// auc is the chance that one of the first is slower than one of the second, or the other way round, whichever is
// more: the area under the curve of the best threshold classifier.
func auc(a, b []time.Duration) float64 {
	slices.Sort(a)
	slices.Sort(b)
	var wins float64
	below, upTo := 0, 0 // of b: less than x, and at most x
	for _, x := range a {
		for below < len(b) && b[below] < x {
			below++
		}
		upTo = max(upTo, below)
		for upTo < len(b) && b[upTo] == x {
			upTo++
		}
		wins += float64(below) + float64(upTo-below)/2
	}
	area := wins / float64(len(a)) / float64(len(b))
	return math.Max(area, 1-area)
}

func middle(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
