package feed

import (
	"fmt"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/background"
	"time"
)

func (f *Feed) wakeUp() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

const listeners = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN crawler_changes'"

// TestNotifyWakes checks that NOTIFY wakes the feed: polls are an hour apart here.
func TestNotifyWakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow()
	stop := f.run()
	f.until("a listener", func() bool { return f.Ready() == nil && scan[int](w, listeners) == 1 })
	for i := range 3 {
		w.exec("BEGIN; INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash) VALUES (gen_random_uuid(), '" + w.acme.String() + "', '" + fmt.Sprint(i) + "', 'n', 'u', ''); SELECT pg_notify('crawler_changes', ''); COMMIT")
		f.until("the posting", func() bool { return f.Status().Stats.Open == i+1 })
	}

	// The connection is lost, and what was announced meanwhile is found by the next one.
	w.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN crawler_changes'")
	w.post(w.owner, w.acme, "lost")
	f.until("the posting of the gap", func() bool { return f.Status().Stats.Open == 4 })
	if n := f.log.count("LISTEN failed"); n != 1 {
		t.Errorf("said %d times, want 1:\n%s", n, f.log)
	}
	f.until("a listener again", func() bool { return scan[int](w, listeners) == 1 })
	stop()
	f.until("no listener", func() bool { return scan[int](w, listeners) == 0 })
}

// TestPollAloneFollows checks that the feed follows without NOTIFY.
func TestPollAloneFollows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.follow(func(o *Options) { o.Poll = time.Millisecond })
	f.run()
	f.until("ready", func() bool { return f.Ready() == nil })
	w.post(w.owner, w.acme, "a")
	f.until("the posting", func() bool { return f.titles() == "a" })
}

func TestNightlyComparison(t *testing.T) {
	t.Parallel()
	at, err := background.ParseCron("0 30 3 * * ?", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	c := &clock{at: time.Date(2026, 3, 2, 3, 0, 0, 0, time.UTC)}
	f := w.follow(func(o *Options) { o.Poll, o.CompareAt, o.Now = time.Millisecond, at, c.now })
	f.run()
	f.until("ready", func() bool { return f.Ready() == nil })
	if s := f.Status(); s.Comparison != "" {
		t.Errorf("compared too early: %+v", s)
	}
	for night := range 2 {
		c.set(time.Date(2026, 3, 2+night, 3, 30, 1, 0, time.UTC))
		f.until("a comparison", func() bool { return f.Status().ComparedAt.Equal(c.now()) })
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	reg := prometheus.NewRegistry()
	c := &clock{at: time.Date(2026, 3, 2, 3, 0, 0, 0, time.UTC)}
	f := w.follow(func(o *Options) { o.Metrics, o.Now = reg, c.now })
	w.post(w.owner, w.acme, "a")
	c.set(c.now().Add(10 * time.Second))
	before := gathered(t, reg)
	if before["rolecall_search_lag_seconds"] != 10 || before["rolecall_search_postings"] != 0 {
		t.Errorf("before the load: %v", before)
	}
	f.sync()
	w.exec("VACUUM FULL crawler.job_post")
	f.sync()
	c.set(c.now().Add(3 * time.Second))
	got := gathered(t, reg)
	if got["rolecall_search_postings"] != 1 || got["rolecall_search_lag_seconds"] != 3 || got["rolecall_search_rebuilds_total"] != 1 ||
		got["rolecall_search_index_bytes"] <= 0 || got["rolecall_search_bytes_per_posting"] != got["rolecall_search_index_bytes"] {
		t.Errorf("got %v, want 1 posting, 3 seconds of lag, 1 rebuild", got)
	}
}

func gathered(t *testing.T, reg *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, m := range families {
		out[m.GetName()] = m.GetMetric()[0].GetGauge().GetValue() + m.GetMetric()[0].GetCounter().GetValue()
	}
	return out
}
