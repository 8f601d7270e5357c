package background

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

type fixture struct {
	*Runner
	log bytes.Buffer
	reg *prometheus.Registry
}

func newFixture() *fixture {
	f := &fixture{reg: prometheus.NewRegistry()}
	f.Runner = &Runner{Log: slog.New(slog.NewTextHandler(&f.log, nil)), Metrics: f.reg, Drain: 25 * time.Second}
	return f
}

// metric reads one value; a histogram gives its count.
func (f *fixture) metric(t *testing.T, name string, labels ...string) float64 {
	t.Helper()
	families, err := f.reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, fam := range families {
		if fam.GetName() != name {
			continue
		}
		for _, m := range fam.GetMetric() {
			if slices.Equal(values(m.GetLabel()), labels) {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return 0
}

func values(pairs []*dto.LabelPair) []string {
	var out []string
	for _, p := range pairs {
		out = append(out, p.GetValue())
	}
	return out
}

func TestEvery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
		defer cancel()
		var at []time.Time
		start := time.Now()
		Every(ctx, f.Runner, "tick", time.Minute, func(context.Context) (int, error) {
			at = append(at, time.Now())
			return len(at), nil
		})
		if !at[0].Equal(start) {
			t.Errorf("first run %s after the start", at[0].Sub(start))
		}
		if n := len(at); n < 1400 || n > 1500 {
			t.Errorf("%d runs in a day", n)
		}
		even := true
		for i := 1; i < len(at); i++ {
			gap := at[i].Sub(at[i-1])
			if gap < 54*time.Second || gap > 66*time.Second {
				t.Fatalf("run %d came %s after the one before", i, gap)
			}
			even = even && gap == time.Minute
		}
		if even {
			t.Error("no jitter")
		}
		if got := f.metric(t, "rolecall_scheduler_runs_total", "tick", "success"); got != float64(len(at)) {
			t.Errorf("counted %v of %d", got, len(at))
		}
		if got := f.metric(t, "rolecall_scheduler_duration_seconds", "tick"); got != float64(len(at)) {
			t.Errorf("timed %v of %d", got, len(at))
		}
	})
}

func TestRunsDoNotOverlap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		var starts []string
		busy := false
		everyMinute, _ := ParseCron("0 * * * * ?", time.UTC)
		Cron(ctx, f.Runner, "slow", everyMinute, func(context.Context) (struct{}, error) {
			if busy {
				t.Error("two runs at once")
			}
			busy = true
			starts = append(starts, time.Now().Truncate(time.Minute).Format("15:04"))
			time.Sleep(2*time.Minute + 30*time.Second)
			busy = false
			return struct{}{}, nil
		})
		if got, want := strings.Join(starts[:3], " "), "00:01 00:04 00:07"; got != want {
			t.Errorf("started at %s, want %s", got, want)
		}
	})
}

func TestCron(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithTimeout(t.Context(), 28*24*time.Hour)
		defer cancel()
		var at []time.Time
		monday, _ := ParseCron("0 0 8 ? * MON", time.UTC)
		Cron(ctx, f.Runner, "digest", monday, func(context.Context) (int, error) {
			at = append(at, time.Now().UTC())
			return 1, nil
		})
		if len(at) != 4 {
			t.Fatalf("%d runs in four weeks, want 4", len(at))
		}
		for _, a := range at {
			due := time.Date(a.Year(), a.Month(), a.Day(), 8, 0, 0, 0, time.UTC)
			if late := a.Sub(due); a.Weekday() != time.Monday || late < 0 || late > time.Second {
				t.Errorf("ran on %s", a.Format(time.RFC1123))
			}
		}
		if got := f.metric(t, "rolecall_scheduler_last_success_timestamp_seconds", "digest"); int64(got) != at[3].Unix() {
			t.Errorf("last success at %v, want %d", got, at[3].Unix())
		}
	})
}

func TestCronWithoutFurtherTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		once, _ := ParseCron("0 30 0 1 1 ? 2000", time.UTC) // the clock starts on that day
		runs := 0
		Cron(ctx, f.Runner, "once", once, func(context.Context) (int, error) { runs++; return runs, nil })
		if runs != 1 || !strings.Contains(f.log.String(), "no further time") {
			t.Errorf("%d runs, log:\n%s", runs, &f.log)
		}
	})
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		outcome, logged string
		task            func(context.Context) (int, error)
	}{
		{"success", "msg=\"task finished\" task=t took=0s result=7", func(context.Context) (int, error) { return 7, nil }},
		{"success", "", func(context.Context) (int, error) { return 0, nil }}, // nothing done: not at info level
		{"failure", "result=3 outcome=failure error=\"three of five\"", func(context.Context) (int, error) {
			return 3, errors.New("three of five")
		}},
		{"panic", "error=\"panic: a mistake\" stack=\"goroutine", func(context.Context) (int, error) { panic("a mistake") }},
		{"timeout", "outcome=timeout", func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() }},
	} {
		t.Run(tt.outcome, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFixture()
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
				defer cancel()
				Every(ctx, f.Runner, "t", time.Hour, tt.task, Timeout(time.Minute))
				if got := f.metric(t, "rolecall_scheduler_runs_total", "t", tt.outcome); got != 1 {
					t.Errorf("counted %v, want 1", got)
				}
				if !strings.Contains(f.log.String(), tt.logged) || (tt.logged == "") != (f.log.Len() == 0) {
					t.Errorf("log:\n%s", &f.log)
				}
				if n := strings.Count(f.log.String(), "\n"); n > 1 {
					t.Errorf("%d lines for one run", n)
				}
			})
		})
	}
}

func TestPanickingTaskRunsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		runs := 0
		Every(ctx, f.Runner, "t", time.Minute, func(context.Context) (int, error) {
			runs++
			panic("always")
		})
		if runs < 9 {
			t.Errorf("%d runs", runs)
		}
	})
}

func TestRunMayFinishAfterTheSignal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		start := time.Now()
		finished := false
		Every(ctx, f.Runner, "t", time.Hour, func(ctx context.Context) (int, error) {
			if Stopping(ctx) {
				t.Error("told to stop before the signal")
			}
			select {
			case <-time.After(80 * time.Second): // 20 s after the signal
				finished = Stopping(ctx)
				return 1, nil
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		})
		if !finished || time.Since(start) != 80*time.Second {
			t.Errorf("finished: %v, after %s", finished, time.Since(start))
		}
	})
}

func TestRunIsInterruptedAfterTheDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		start := time.Now()
		Every(ctx, f.Runner, "t", time.Hour, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		if got, want := time.Since(start), time.Minute+25*time.Second; got != want {
			t.Errorf("ended after %s, want %s", got, want)
		}
		if got := f.metric(t, "rolecall_scheduler_runs_total", "t", "interrupted"); got != 1 {
			t.Errorf("counted %v, want 1", got)
		}
	})
}

func TestNothingRunsAfterTheContextEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	task := func(context.Context) (int, error) { t.Error("ran"); return 0, nil }
	f := newFixture()
	Every(ctx, f.Runner, "t", time.Hour, task)
	s, _ := ParseCron("* * * * * ?", time.UTC)
	Cron(ctx, f.Runner, "t", s, task)
}

func TestRunnersShareARegistry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		other := &Runner{Log: f.Log, Metrics: f.reg}
		for _, r := range []*Runner{f.Runner, other, {Log: f.Log}} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			Every(ctx, r, "t", time.Hour, func(context.Context) (int, error) { return 1, nil })
			cancel()
		}
		if got := f.metric(t, "rolecall_scheduler_runs_total", "t", "success"); got != 2 {
			t.Errorf("counted %v, want 2", got)
		}
	})
}
