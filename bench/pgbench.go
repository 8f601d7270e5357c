package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// limit is pgbench on the statements of some calls: what the database gives to a client that does nothing with the
// answers.
type limit struct {
	db      *database
	role    string
	clients int
	tapes   []*tape // one per choice
	// settings are those of the service's own pool, and how its connections have come to plan the statements.
	settings map[string]string
}

// planAs makes pgbench plan as the pool does. Left alone it would plan each of its many scripts anew for the first
// five times, where our connections have long settled for one plan per statement.
func (l *limit) planAs(ctx context.Context, pool *pgxpool.Pool) error {
	mode := ""
	for _, t := range l.tapes {
		for _, s := range t.statements {
			m := "force_custom_plan"
			if !s.custom && len(s.args) > 0 {
				var generic, custom int64
				err := pool.QueryRow(ctx, "SELECT coalesce(sum(generic_plans), 0), coalesce(sum(custom_plans), 0) FROM pg_prepared_statements WHERE statement = $1", s.sql).Scan(&generic, &custom)
				if err != nil {
					return err
				}
				if generic > custom {
					m = "force_generic_plan"
				}
			}
			switch {
			case len(s.args) == 0:
			case mode == "":
				mode = m
			case mode != m:
				mode = "auto"
			}
		}
	}
	l.settings = maps.Clone(l.settings)
	if mode != "" {
		if l.settings == nil {
			l.settings = map[string]string{}
		}
		l.settings["plan_cache_mode"] = mode
	}
	return nil
}

var tps = regexp.MustCompile(`tps = ([0-9.]+) \(without`)

// run drives the statements for a round. Each tape is a script, taken by chance, as calls are on our side; the
// statements are prepared once per connection and get their values as parameters.
func (l *limit) run(ctx context.Context, length time.Duration) (sample, error) {
	dir, err := os.MkdirTemp("", "pgbench-")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	seconds := max(1, int(math.Round(length.Seconds())))
	args := []string{"-n", "-M", "prepared", "-c", strconv.Itoa(l.clients), "-j", strconv.Itoa(min(l.clients, runtime.NumCPU())),
		"-T", strconv.Itoa(seconds), "--log", "--log-prefix=" + filepath.Join(dir, "log")}
	variables := map[string]string{}
	for i, t := range l.tapes {
		var text strings.Builder
		for j, s := range t.statements {
			sql, err := s.script(fmt.Sprintf("v%d_%d", i, j), variables)
			if err != nil {
				return sample{}, err
			}
			text.WriteString(sql)
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.sql", i))
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			return sample{}, err
		}
		args = append(args, "-f", file)
	}
	for name, value := range variables {
		args = append(args, "-D", name+"="+value)
	}
	settings := map[string]string{"timezone": "UTC"}
	maps.Copy(settings, l.settings)
	if l.role != "" {
		settings["role"] = l.role
	}
	cmd := exec.CommandContext(ctx, filepath.Join(l.db.cluster.tools, "pgbench"), args...)
	cmd.Env = l.db.environment(settings)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("pgbench: %w: %s", err, lastLines(complaints.String()))
	}
	found := tps.FindStringSubmatch(out.String())
	if found == nil {
		return sample{}, fmt.Errorf("pgbench gave no rate: %s", lastLines(out.String()))
	}
	perSecond, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		return sample{}, err
	}
	s := sample{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if s.latencies, err = readLatencies(dir); err != nil {
		return s, err
	}
	if len(s.latencies) == 0 {
		return s, fmt.Errorf("pgbench did nothing: %s", lastLines(complaints.String()))
	}
	s.took = time.Duration(float64(len(s.latencies)) / perSecond * float64(time.Second))
	return s, nil
}

// readLatencies reads pgbench's log: its third column is the time of a transaction in microseconds.
func readLatencies(dir string) ([]time.Duration, error) {
	files, err := filepath.Glob(filepath.Join(dir, "log.*"))
	if err != nil {
		return nil, err
	}
	var out []time.Duration
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			if fields := strings.Fields(lines.Text()); len(fields) > 2 {
				us, err := strconv.ParseInt(fields[2], 10, 64)
				if err == nil {
					out = append(out, time.Duration(us)*time.Microsecond)
				}
			}
		}
		err = lines.Err()
		_ = f.Close()
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return out, nil
}

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-4):], "; ")
}
