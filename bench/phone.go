package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
)

var phoneWorkload = workload{
	name: "phone", command: "go run ./bench -only phone", run: measurePhone,
	about: `The web app in Chromium emulating a phone, with an empty cache each time. The CPU is slowed four times. Each request has a
latency of 562.5 ms (150 ms × 3.75), and the page gets 1.44 Mbit/s down (1.6 × 0.9) and 675 kbit/s up (750 × 0.9): the values with which
DevTools and Lighthouse throttle requests to emulate slow 4G. Interaction to next paint is that of the slowest of about forty interactions
with a board of 500 applications: typing in its filter, deleting, hiding and showing columns, moving cards.`,
	goals: []goal{{firstPosting, "≤", 3000}, {boardInteraction, "≤", 200}},
}

const (
	firstPosting     = "first posting"
	searchPageReady  = "search page ready"
	boardInteraction = "board of 500: interaction to next paint"
	boardWorst       = boardInteraction + ", worst of all rounds"

	minInteractions = 20 // per round; fewer mean that the script missed some
)

const boardSize = 500

func measurePhone(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	// Give the large board to the last user, whom no other workload uses.
	user := st.users - 1
	_, err = st.db.super.Exec(ctx, `INSERT INTO applications.application
			(id, user_id, status, job_title, company, location, notes, applied_at, created_at, updated_at, last_activity_at)
		SELECT gen_random_uuid(), `+userID("$1::int")+`, (ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER'])[1 + n % 5],
			(ARRAY['Backend Engineer', 'Data Analyst', 'Product Manager', 'Nurse', 'Accountant'])[1 + n * 7 % 5] || ' ' || n,
			'Company ' || n % 90, 'Porto, Portugal', 'Asked for a call.', t, t, t, t
		FROM generate_series(1, $2::int - (SELECT count(*)::int FROM applications.application WHERE user_id = `+userID("$1::int")+`)) n,
			LATERAL (SELECT now() - n * interval '1 hour' AS t) w`, user, boardSize)
	if err != nil {
		return err
	}
	var got struct{ Token string }
	body := map[string]string{"email": fmt.Sprintf("user%d@example.org", user), "password": password}
	if _, err := p.gateway.do(ctx, caller{number: user}, http.MethodPost, "/auth/login", body, &got); err != nil {
		return err
	}
	rounds := min(b.rounds, maxSlowRounds)
	b.say("%d rounds in Chromium", rounds)
	cmd := exec.CommandContext(ctx, "node", "bench/phone.mjs")
	cmd.Env = append(os.Environ(), "BASE_URL="+p.gateway.base, fmt.Sprintf("ROUNDS=%d", rounds), "TOKEN="+got.Token)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("phone.mjs: %w: %s", err, lastLines(stderr.String()))
	}
	var paint, posting, list, bytes, interaction []float64
	for line := range strings.Lines(strings.TrimSpace(string(out))) {
		var got struct {
			FirstContentfulPaint, FirstPosting, ListReady, Bytes, InteractionToNextPaint float64
			Cards, Interactions                                                          int
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			return err
		}
		if got.Cards != boardSize || got.Interactions < minInteractions || got.FirstContentfulPaint == 0 {
			return fmt.Errorf("unexpected result of phone.mjs: %s", line)
		}
		paint, posting, list = append(paint, got.FirstContentfulPaint), append(posting, got.FirstPosting), append(list, got.ListReady)
		bytes, interaction = append(bytes, got.Bytes/1000), append(interaction, got.InteractionToNextPaint)
	}
	b.add("first contentful paint", "ms", oneEach(paint).mean(), "search page")
	b.add(firstPosting, "ms", oneEach(posting).mean(), "signed out, on the search page without a search; sent with the page")
	b.add(searchPageReady, "ms", oneEach(list).mean(), "the app has loaded and shows its own list")
	b.add("transferred until the network is idle", "kB", oneEach(bytes).mean(), "fonts, scripts, styles and API responses")
	b.add(boardInteraction, "ms", oneEach(interaction).mean(),
		fmt.Sprintf("mean over rounds of each round's slowest, the worst %s ms; the resolution is 8 ms", short(slices.Max(interaction))))
	b.add(boardWorst, "ms", exact(slices.Max(interaction)), fmt.Sprintf("of %d rounds", len(interaction)))
	return nil
}
