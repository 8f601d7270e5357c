package crawler

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// TestSimulatedDay runs the schedule for days against boards that change and fail, and reports what it cost and how
// soon changes were found. Each board has its own host, so requests are paced as on the internet, but nothing leaves
// the machine. ROLECALL_SIMULATED_BOARDS and ROLECALL_SIMULATED_DAYS set the size; `make simulate` has that of a
// laptop.
func TestSimulatedDay(t *testing.T) {
	t.Parallel()
	boards, large := simulationSetting(t, "ROLECALL_SIMULATED_BOARDS", 24)
	days, _ := simulationSetting(t, "ROLECALL_SIMULATED_DAYS", 1)
	s := newSimulation(t, boards)
	s.load()
	for day := range days {
		s.breakSome()
		r := s.day()
		t.Logf("day %d\n%s", day+1, r)
		if r.found < r.made/4 || r.passes < 100 || r.longest > 15*time.Minute {
			t.Errorf("%d of %d changes found in %d passes, the longest took %s", r.found, r.made, r.passes, r.longest)
		}
	}
	s.compare()
	if peak := peakMemory(t); large && peak > 300<<20 {
		t.Errorf("crawler and boards took %d MiB of memory together", peak>>20)
	} else if large {
		t.Logf("memory: at most %d MiB, the boards included", peak>>20)
	}
}

func simulationSetting(t *testing.T, name string, otherwise int) (n int, given bool) {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, not a number", name, text)
	}
	return n, true
}

// load pulls all boards for the first time, without the waits between requests.
func (s *simulation) load() {
	s.t.Helper()
	s.clock.hurry(true)
	defer s.clock.hurry(false)
	if _, err := s.worker.Load().CrawlOnce(s.t.Context(), func(int, int, string) {}); err != nil {
		s.t.Fatal(err)
	}
	s.restart()
	want := s.upTo[len(s.upTo)-1]
	if s.open() != want {
		s.t.Fatalf("%d of %d postings stored", s.open(), want)
	}
	// Boards are added over time, so they are not due at one time.
	s.clock.moveTo(s.clock.now().Add(time.Hour))
	s.exec("UPDATE crawler.pull_target SET next_attempt_at = $1::timestamptz + random() * pull_interval", s.clock.now())
}

// dayReport holds the figures of one simulated day.
type dayReport struct {
	boards, postings     int
	made, found          int
	delays               map[changeKind][]time.Duration
	passes               int
	longest, busy        time.Duration
	pulls, unchanged     int
	failed               int
	requests             int
	megabytes            float64
	hosts                string
	intervals            [3]time.Duration // 10th, 50th and 90th percentile
	unconfirmed, awaited int
}

// day runs the scheduled passes of 24 hours.
func (s *simulation) day() dayReport {
	s.t.Helper()
	s.delays, s.made = map[changeKind][]time.Duration{}, 0
	start, before := s.clock.now(), s.requests.Load()
	r := dayReport{boards: len(s.employers)}
	for last := start; ; {
		tick := s.cfg.CrawlCron.Next(s.clock.now())
		if tick.Sub(start) > 24*time.Hour {
			break
		}
		s.clock.moveTo(tick)
		s.change(tick.Sub(last))
		s.breakSome()
		last = tick
		// The lock uses the clock of the database, for which the previous pass was a moment ago.
		s.exec("UPDATE crawler.pass_lock SET scheduled_at = NULL")
		if _, err := s.worker.Load().Scheduled(s.t.Context(), CrawlPass); err != nil {
			s.t.Fatal(err)
		}
		took := s.clock.now().Sub(tick)
		r.passes++
		r.busy += took
		r.longest = max(r.longest, took)
		s.findChanges(tick)
	}
	s.measure(&r, start)
	// Resets make small differences: the transport repeats a request on its own when the connection was idle, and some
	// requests do not arrive.
	if served := int(s.requests.Load() - before); max(served-r.requests, r.requests-served) > r.requests/50+10 {
		s.t.Errorf("%d requests counted, %d served", r.requests, served)
	}
	return r
}

// findChanges settles the changes that the pulls since a time have found.
func (s *simulation) findChanges(since time.Time) {
	s.t.Helper()
	rows, err := s.owner.Query(s.t.Context(), `SELECT t.source_type, t.company_name, l.pulled_at, l.created > 0, l.closed > 0, l.changed > 0
		FROM crawler.pull_log l JOIN crawler.pull_target t ON t.id = l.target_id
		WHERE l.pulled_at >= $1 AND l.created + l.closed + l.changed > 0 ORDER BY l.pulled_at`, since)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var board [2]string
		var at time.Time
		var created, gone, changed bool
		if err := rows.Scan(&board[0], &board[1], &at, &created, &gone, &changed); err != nil {
			s.t.Fatal(err)
		}
		for kind, found := range map[changeKind]bool{postingAdded: created, postingClosed: gone, postingEdited: changed} {
			if !found {
				continue
			}
			for _, made := range s.pending[board][kind] {
				s.delays[kind] = append(s.delays[kind], at.Sub(made))
			}
			delete(s.pending[board], kind)
		}
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *simulation) measure(r *dayReport, start time.Time) {
	s.t.Helper()
	r.made, r.delays, r.postings = s.made, s.delays, s.open()
	for _, kinds := range s.pending {
		for _, times := range kinds {
			r.awaited += len(times)
		}
	}
	for _, d := range s.delays {
		r.found += len(d)
	}
	err := s.owner.QueryRow(s.t.Context(), `SELECT count(*), count(*) FILTER (WHERE outcome = 'unchanged'), count(*) FILTER (WHERE outcome = 'failed'),
		sum(requests), sum(bytes) / 1e6 FROM crawler.pull_log WHERE pulled_at >= $1`, start).Scan(&r.pulls, &r.unchanged, &r.failed, &r.requests, &r.megabytes)
	if err != nil {
		s.t.Fatal(err)
	}
	r.hosts = value[string](s.world, `SELECT string_agg(format('%s %s (%s)', split_part(host, '.example', 1), requests, most), ', ') FROM (
		SELECT host, sum(requests) AS requests, max(requests) AS most FROM crawler.host_usage WHERE hour >= date_trunc('hour', $1::timestamptz) GROUP BY host ORDER BY 2 DESC LIMIT 12) h`, start)
	for i, at := range []float64{0.1, 0.5, 0.9} {
		r.intervals[i] = value[time.Duration](s.world, "SELECT percentile_disc($1::float8) WITHIN GROUP (ORDER BY pull_interval) FROM crawler.pull_target", at)
	}
	r.unconfirmed = value[int](s.world, "SELECT count(*) FROM crawler.job_post WHERE unconfirmed_since IS NOT NULL")
	if over := value[int](s.world, "SELECT count(*) FROM crawler.host_usage WHERE requests > 1.2 * budget AND hour > $1", start); over > 0 {
		s.t.Errorf("%d hosts got far more requests in an hour than their budget", over)
	}
}

// compare repairs all boards, pulls everything on request and compares what is stored with what the boards have. A
// posting that was closed wrongly would be open again.
func (s *simulation) compare() {
	s.t.Helper()
	s.repairAll()
	s.clock.hurry(true)
	s.clock.moveTo(s.clock.now().Add(25 * time.Hour)) // nothing backs off any more
	id := s.request(CrawlPass)
	if _, err := s.worker.Load().Poll(s.t.Context(), CrawlPass); err != nil {
		s.t.Fatal(err)
	}
	if n := value[int](s.world, "SELECT count(*) FROM crawler.pull_log WHERE pass_id = $1", id); n != len(s.employers) {
		s.t.Errorf("a request pulled %d of %d boards", n, len(s.employers))
	}
	s.clock.moveTo(s.clock.now().Add(time.Hour)) // a second pull settles doubts
	if _, err := s.worker.Load().CrawlOnce(s.t.Context(), func(int, int, string) {}); err != nil {
		s.t.Fatal(err)
	}
	if n := value[int](s.world, "SELECT coalesce(sum(reopened), 0) FROM crawler.pull_log"); n != 0 {
		s.t.Errorf("%d postings were closed although their board had them, want 0", n)
	}
	for _, e := range s.employers {
		want := s.boards.Open(e.Family, e.Token)
		got := value[int](s.world, `SELECT count(*) FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
			WHERE t.company_name = $1 AND p.closed_at IS NULL`, e.Name)
		if got != want {
			s.t.Errorf("%s %s has %d postings, %d are stored as open", e.Family, e.Token, want, got)
		}
	}
	if n := value[int](s.world, "SELECT count(*) FROM crawler.job_post WHERE closed_at IS NULL AND unconfirmed_since IS NOT NULL"); n != 0 {
		s.t.Errorf("%d postings are unconfirmed after a complete pull, want 0", n)
	}
}

func (r dayReport) String() string {
	var out bytes.Buffer
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(table, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	line("boards, postings", "%d, %d", r.boards, r.postings)
	line("changes", "%d, of all so far %d not found yet", r.made, r.awaited)
	var all []time.Duration
	for _, kind := range []changeKind{postingAdded, postingClosed, postingEdited} {
		line(string(kind), "%s", percentiles(r.delays[kind]))
		all = append(all, r.delays[kind]...)
	}
	line("all changes", "%s", percentiles(all))
	line("passes", "%d, the longest %s, running %.0f %% of the time", r.passes, r.longest.Round(time.Second), 100*r.busy.Hours()/24)
	line("pulls", "%d, of which unchanged %d, failed %d", r.pulls, r.unchanged, r.failed)
	line("requests", "%d, %.0f MB", r.requests, r.megabytes)
	line("per host (busiest hour)", "%s", r.hosts)
	line("intervals p10, p50, p90", "%s, %s, %s", r.intervals[0].Round(time.Minute), r.intervals[1].Round(time.Minute), r.intervals[2].Round(time.Minute))
	line("unconfirmed postings", "%d", r.unconfirmed)
	_ = table.Flush()
	return out.String()
}

func percentiles(d []time.Duration) string {
	if len(d) == 0 {
		return "none"
	}
	slices.Sort(d)
	at := func(p int) time.Duration { return d[min(len(d)*p/100, len(d)-1)].Round(time.Minute) }
	return fmt.Sprintf("%d found, p50 %s, p95 %s, p99 %s", len(d), at(50), at(95), at(99))
}

// peakMemory returns the most memory that this process had, 0 where the system does not report it.
func peakMemory(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
