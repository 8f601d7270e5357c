package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

var phoneWorkload = workload{
	name: "phone", command: "go run ./bench -only phone", minutes: 2.7, run: measurePhone,
	about: `The web app in Chromium as a phone shows it: processor four times slower, slow 4G, an empty cache each time. Interaction
latency is the slowest of some forty interactions with a board of 500 applications: typing into its filter, deleting, hiding
and showing columns, moving cards.`,
	goals: []goal{{"first posting", "≤", 3000}, {"board of 500: interaction to next paint", "≤", 200}},
}

const boardSize = 500

func measurePhone(ctx context.Context, b *bench, st *stage) (err error) {
	p, err := b.up(ctx, st, noCrawl...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	// The last user gets the large board; no other workload uses that account.
	user := st.users - 1
	_, err = st.db.super.Exec(ctx, `INSERT INTO applications.application (id, user_id, status, job_title, company, location, notes, applied_at, created_at, updated_at, last_activity_at)
		SELECT gen_random_uuid(), `+userID("$1::int")+`, (ARRAY['SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER'])[1 + n % 5],
			(ARRAY['Backend Engineer', 'Data Analyst', 'Product Manager', 'Nurse', 'Accountant'])[1 + n * 7 % 5] || ' ' || n, 'Company ' || n % 90, 'Porto, Portugal', 'Asked for a call.', t, t, t, t
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
	b.say("%d rounds in Chromium", b.rounds)
	cmd := exec.CommandContext(ctx, "node", "bench/phone.mjs")
	cmd.Env = append(os.Environ(), "BASE_URL="+p.gateway.base, fmt.Sprintf("ROUNDS=%d", b.rounds), "TOKEN="+got.Token)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("phone.mjs: %w: %s", err, lastLines(complaints.String()))
	}
	var paint, posting, bytes, interaction []float64
	for line := range strings.Lines(strings.TrimSpace(string(out))) {
		var got struct {
			FirstContentfulPaint, FirstPosting, Bytes, InteractionToNextPaint float64
			Cards, Interactions                                               int
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			return err
		}
		if got.Cards != boardSize || got.Interactions < 20 || got.FirstContentfulPaint == 0 {
			return fmt.Errorf("the browser saw %s", line)
		}
		paint, posting = append(paint, got.FirstContentfulPaint), append(posting, got.FirstPosting)
		bytes, interaction = append(bytes, got.Bytes/1024), append(interaction, got.InteractionToNextPaint)
	}
	b.add("first contentful paint", "ms", oneEach(paint).mean(), "of the search page")
	b.add("first posting", "ms", oneEach(posting).mean(), "on the search page")
	b.add("transferred until the page is at rest", "KiB", oneEach(bytes).mean(), "fonts, scripts, styles and answers")
	b.add("board of 500: interaction to next paint", "ms", oneEach(interaction).mean(), "mean over the rounds of the slowest of each; measured in steps of 8 ms")
	return nil
}
