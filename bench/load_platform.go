package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/seed"
)

// measureLoad starts the whole platform as one process and asks it, through the gateway, for what people look at most:
// pages of postings, single postings, their own applications and the bell. First with more and more clients, to see
// where the curve bends; then for minutes on end, to see whether memory and goroutines stay flat. The limit per client
// is off, as all of this comes from one address; the load generator shares the cores.
func measureLoad(ctx context.Context, b *bench) (err error) {
	db, err := b.database(ctx, "load")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.drop(ctx)) }()
	if err := seed.Run(ctx, db.owner, seed.Options{Postings: b.size(50_000, 11_000), Seed: 1}); err != nil {
		return err
	}
	if err := seedAccounts(ctx, db); err != nil {
		return err
	}
	dir := filepath.Join(b.scratch, "load")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	gateway, err := freeAddress()
	if err != nil {
		return err
	}
	metrics, err := freeAddress()
	if err != nil {
		return err
	}
	platform, err := b.up(ctx, dir, append(db.logins(), "GATEWAY_ADDRESS="+gateway, "PLATFORM_METRICS_ADDRESS="+metrics,
		"PLATFORM_LOG_LEVEL=error", "GATEWAY_LIMIT_RATE=0", "GATEWAY_LIMIT_CONNECTIONS_PER_CLIENT=4096", "CRAWLER_CRAWL_ENABLED=false", "CRAWLER_ENRICHMENT_ENABLED=false")...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, platform.stop()) }()
	v := &visitors{browser: newBrowser("http://" + gateway)}
	defer v.browser.close()
	if err := v.logIn(ctx, db); err != nil {
		return err
	}
	if err := b.measureCurve(ctx, v); err != nil {
		return err
	}
	return b.measureSoak(ctx, v, platform, "http://"+metrics+"/metrics")
}

// visitors is one logged-in person, many times over.
type visitors struct {
	browser *browser
	header  http.Header
	paths   []string
}

func (v *visitors) logIn(ctx context.Context, db *database) error {
	body, err := json.Marshal(credentials{"user1@example.org", benchPassword})
	if err != nil {
		return err
	}
	status, answer, err := v.browser.do(ctx, http.MethodPost, "/auth/login", body, nil)
	if err != nil {
		return err
	}
	var got struct {
		Token   string `json:"token"`
		Account struct {
			ID uuid.UUID `json:"id"`
		} `json:"account"`
	}
	if err := json.Unmarshal(answer, &got); err != nil || got.Token == "" {
		return fmt.Errorf("log in: %d %.200s", status, answer)
	}
	v.header = http.Header{"Authorization": {"Bearer " + got.Token}}
	_, err = db.owner.Exec(ctx, `INSERT INTO applications.application (id, user_id, status, job_title, company, notes, created_at, updated_at, last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'Engineer ' || n, 'Company ' || n, 'Spoke with the recruiter.', now(), now(), now() FROM generate_series(1, 100) n`, got.Account.ID)
	if err != nil {
		return err
	}
	_, err = db.owner.Exec(ctx, `INSERT INTO notification.notification (id, user_id, type, title, message, read)
		SELECT gen_random_uuid(), $1, 'CUSTOM_REMINDER', 'Call back', 'Ask about the salary.', n % 3 = 0 FROM generate_series(1, 200) n`, got.Account.ID)
	if err != nil {
		return err
	}
	rows, err := db.owner.Query(ctx, "SELECT '/jobs/' || id FROM crawler.job_post LIMIT 20")
	if err != nil {
		return err
	}
	if v.paths, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	for page := range 5 {
		for range 8 {
			v.paths = append(v.paths, fmt.Sprintf("/jobs?size=20&page=%d", page))
		}
	}
	for range 15 {
		v.paths = append(v.paths, "/applications?size=20", "/notifications/unread-count")
	}
	return nil
}

func (v *visitors) visit(ctx context.Context, i int) error {
	return v.browser.get(ctx, v.paths[i], v.header)
}

// measureCurve doubles the clients. The curve bends where twice as many get less than a tenth more done.
func (b *bench) measureCurve(ctx context.Context, v *visitors) error {
	lines := []series{{name: "p50"}, {name: "p95"}, {name: "p99"}}
	best, bend := 0.0, 0
	answered := 0
	var table strings.Builder
	table.WriteString("| clients | requests | p50 | p95 | p99 |\n|---|---|---|---|---|\n")
	for clients := 1; clients <= 256; clients *= 2 {
		s, err := drive(ctx, clients, len(v.paths), b.length, v.visit)
		if err != nil {
			return fmt.Errorf("%d clients: %w", clients, err)
		}
		answered += len(s.latencies)
		for i, q := range []float64{0.5, 0.95, 0.99} {
			lines[i].x, lines[i].y = append(lines[i].x, float64(clients)), append(lines[i].y, float64(s.at(q)))
		}
		fmt.Fprintf(&table, "| %d | %s | %s | %s | %s |\n", clients, rate(s.perSecond()), duration(s.at(0.5)), duration(s.at(0.95)), duration(s.at(0.99)))
		if s.perSecond() > 1.1*best {
			bend = clients
		}
		best = max(best, s.perSecond())
	}
	file, err := b.draw("load", plot{title: "Latency through the gateway, by clients at once", x: "clients", y: "latency", series: lines, yText: func(d float64) string { return duration(time.Duration(d)) }})
	if err != nil {
		return err
	}
	b.current().appendix += "Through the gateway, by clients at once:\n\n" + table.String() + "\n![latency](" + file + ")\n"
	// An answer other than 200 would have ended the measurement.
	b.add(row{workload: "whole platform, 1 to 256 clients", ours: "0 errors", against: count(answered) + " answers", goal: "0 errors", held: true, note: fmt.Sprintf("at most %s; the curve bends at %d clients", rate(best), bend)})
	return nil
}

// measureSoak keeps four clients busy and looks at the process now and then. The first third is for warming up.
func (b *bench) measureSoak(ctx context.Context, v *visitors, platform *running, metrics string) error {
	length := b.soak
	if length == 0 {
		length = 24 * time.Second // ten minutes are a run of their own, see make bench-soak
		if b.quick {
			length = 6 * time.Second
		}
	}
	ctx, cancel := context.WithTimeout(ctx, length+time.Minute)
	defer cancel()
	var done sync.WaitGroup
	var failed error
	var s sample
	done.Go(func() { s, failed = drive(ctx, 4, len(v.paths), length, v.visit) })
	const looks = 60
	var resident, goroutines series
	resident.name, goroutines.name = "resident memory, MiB", "goroutines"
	for i := range looks {
		select {
		case <-ctx.Done():
		case <-time.After(length / (looks + 1)):
		}
		n, err := platform.resident()
		if err != nil {
			return err
		}
		g, err := gauge(ctx, metrics, "go_goroutines")
		if err != nil {
			return err
		}
		at := length.Seconds() * float64(i+1) / looks
		resident.x, resident.y = append(resident.x, at), append(resident.y, float64(n)/(1<<20))
		goroutines.x, goroutines.y = append(goroutines.x, at), append(goroutines.y, g)
	}
	done.Wait()
	if failed != nil {
		return failed
	}
	file, err := b.draw("soak", plot{title: "Memory and goroutines under load for " + length.Round(time.Second).String(), x: "seconds", evenX: true, series: []series{resident, goroutines}, yText: short})
	if err != nil {
		return err
	}
	b.current().appendix += "\n![soak](" + file + ")\n"
	for _, one := range []series{resident, goroutines} {
		middle, last := mean(one.y[looks/3:2*looks/3]), mean(one.y[2*looks/3:])
		r := row{workload: fmt.Sprintf("soak of %s, %s", length.Round(time.Second), one.name), ours: fmt.Sprintf("last third %.1f", last), against: fmt.Sprintf("middle third %.1f", middle), note: fmt.Sprintf("%s answers at %s, 0 errors", count(len(s.latencies)), rate(s.perSecond()))}
		r.ratio, r.goal, r.held = atMost(last/middle, 1.1)
		b.add(r)
	}
	return nil
}

func mean(list []float64) float64 {
	var sum float64
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// gauge reads one value from a metrics page.
func gauge(ctx context.Context, page, name string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return 0, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strconv.ParseFloat(strings.TrimSpace(value), 64)
		}
	}
	return 0, fmt.Errorf("no %s among the metrics", name)
}
