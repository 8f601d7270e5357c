package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
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

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// limit is pgbench on the statements of some calls: what the database gives to a client that does nothing with the
// answers.
type limit struct {
	db       *database
	clients  int
	tapes    []*tape           // one per choice
	settings map[string]string // of its sessions
}

// likePool makes pgbench's sessions like those of the pool: the same role, the same settings, and the same way of
// planning. Left alone it would plan each of its many scripts anew for the first five times, where our connections
// have long settled for one plan per statement.
func (l *limit) likePool(ctx context.Context, pool *pgxpool.Pool) error {
	l.settings = map[string]string{}
	rows, err := pool.Query(ctx, "SELECT name, setting FROM pg_settings WHERE source IN ('client', 'session') AND context <> 'internal'")
	if err != nil {
		return err
	}
	var name, value string
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		l.settings[name] = value
		return nil
	})
	if err != nil {
		return err
	}
	delete(l.settings, "application_name")
	generic := true
	for _, t := range l.tapes {
		for _, s := range t.statements {
			if len(s.args) == 0 {
				continue
			}
			settled, err := settles(ctx, pool, s.sql)
			if err != nil {
				return err
			}
			generic = generic && settled
		}
	}
	if generic {
		l.settings["plan_cache_mode"] = "force_generic_plan"
	}
	return nil
}

// firstPlans is how often PostgreSQL makes a plan for the values of a prepared statement before it considers one for all.
const firstPlans = 5

// settles tells whether the connections of a pool settle for one plan of a statement, as far as any of them has sent it often
// enough to choose. Each has its own plans, and one that was rarely used says nothing about the others.
func settles(ctx context.Context, pool *pgxpool.Pool, sql string) (bool, error) {
	conns := pool.AcquireAllIdle(ctx)
	for _, conn := range conns {
		defer conn.Release()
	}
	for _, conn := range conns {
		var chosen bool
		err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE statement = $1 AND custom_plans > $2)", sql, firstPlans).Scan(&chosen)
		if err != nil || chosen {
			return false, err
		}
	}
	return true, nil
}

var tps = regexp.MustCompile(`tps = ([0-9.]+) \(without`)

// run drives the statements for a round. On a machine that others use pgbench may not get a turn in a short one: then
// it is given another, twice as long.
func (l *limit) run(ctx context.Context, length time.Duration) (sample, error) {
	s, err := l.once(ctx, length)
	for range 2 {
		if !errors.Is(err, errIdle) {
			break
		}
		length *= 2
		s, err = l.once(ctx, length)
	}
	return s, err
}

var errIdle = errors.New("pgbench did nothing")

// once is one run of pgbench. Each tape is a script, taken by chance, as calls are on our side; the
// statements are prepared once per connection and get their values as parameters.
func (l *limit) once(ctx context.Context, length time.Duration) (sample, error) {
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
	cmd := exec.CommandContext(ctx, filepath.Join(l.db.cluster.tools, "pgbench"), args...)
	cmd.Env = l.db.environment(l.settings)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("pgbench: %w: %s", err, lastLines(complaints.String()))
	}
	if strings.Contains(out.String(), "actually processed: 0\n") {
		return sample{}, errIdle
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
	var preparing []time.Duration
	if s.latencies, preparing, err = readLatencies(dir); err != nil {
		return s, err
	}
	if len(s.latencies) == 0 {
		return s, errIdle
	}
	s.took = time.Duration(float64(len(s.latencies)+len(preparing)) / perSecond * float64(time.Second))
	for _, d := range preparing {
		s.took -= d / time.Duration(l.clients)
	}
	return s, nil
}

// readLatencies reads pgbench's log: the client, the number of the transaction, its time in microseconds, and the number
// of the script. The first time that a client runs a script it prepares the statements, which our connections did long
// ago: those times are given apart.
func readLatencies(dir string) (settled, preparing []time.Duration, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "log.*"))
	if err != nil {
		return nil, nil, err
	}
	known := map[[2]string]bool{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			fields := strings.Fields(lines.Text())
			if len(fields) < 4 {
				continue
			}
			us, err := strconv.ParseInt(fields[2], 10, 64)
			if err != nil {
				continue
			}
			to, who := &settled, [2]string{fields[0], fields[3]}
			if !known[who] {
				known[who], to = true, &preparing
			}
			*to = append(*to, time.Duration(us)*time.Microsecond)
		}
		err = lines.Err()
		_ = f.Close()
		if err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(settled)
	return settled, preparing, nil
}

func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-4):], "; ")
}
