package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/slug"
)

// measureSlug compares our slug function with gosimple/slug on the same names, both in a loop on one core for the same
// time. gosimple spells any script in Latin letters and knows nothing of legal forms; ours strips those and spells the
// Latin script only. Each does what it is made for.
func measureSlug(ctx context.Context, b *bench) error {
	program, err := b.peer(ctx, "slug")
	if err != nil {
		return err
	}
	names := companyNames(5_000)
	var ours, theirs figures
	for range b.rounds {
		ours = append(ours, slugRound(names, b.length/2))
		cmd := exec.CommandContext(ctx, program, "-for", (b.length / 2).String())
		cmd.Stdin = strings.NewReader(strings.Join(names, "\n"))
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("gosimple/slug: %w", err)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			return err
		}
		theirs = append(theirs, ns)
	}
	r := row{workload: "slug of a company name", ours: ours.time(), against: "gosimple/slug " + theirs.time(), note: "one core, names of 8 to 60 characters, a third with accents or legal forms"}
	r.ratio, r.goal, r.held = atLeast(theirs.median()/ours.median(), 5)
	b.add(r)
	if r.held {
		return nil
	}
	return b.profile("slug", func() error { slugRound(names, 2*time.Second); return nil })
}

func slugRound(names []string, length time.Duration) float64 {
	sink := 0
	begun, done := time.Now(), 0
	for time.Since(begun) < length {
		for _, name := range names {
			s, _ := slug.Make(name)
			sink += len(s)
		}
		done += len(names)
	}
	if sink < 0 {
		panic("unreachable: keeps the results alive")
	}
	return float64(time.Since(begun).Nanoseconds()) / float64(done)
}

// companyNames makes names as employers have them.
func companyNames(n int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	first := []string{"Northwind", "Café", "Blue Harbor", "Lumière", "Åkerblom", "Meridian", "São Bento", "Grünwald", "Quarry & Sons", "The Paper Kite", "Ørsund", "Kestrel", "Straße 9", "Îlot", "Zephyr", "Old Mill"}
	middle := []string{"Logistics", "Software", "Health", "Robotics", "Énergie", "Analytics", "Foods", "Systems", "Bank", "Labs", "Maschinenbau", "Research & Development", "Media", "Textiles"}
	last := []string{"", "", "", "", "GmbH", "Inc.", "Ltd", "S.A.", "B.V.", "AG & Co. KG", "LLC", "S.p.A."}
	names := make([]string, n)
	for i := range names {
		names[i] = strings.TrimSpace(fmt.Sprintf("%s %s %s", first[random.IntN(len(first))], middle[random.IntN(len(middle))], last[random.IntN(len(last))]))
	}
	return names
}
