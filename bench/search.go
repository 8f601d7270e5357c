package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/jobs/seed"
)

// Goals of job search.
const (
	pageGoal     = 10 * time.Millisecond // p95 of a page of results; one caller through the gateway, at rest and with live writes
	facetsGoal   = 25 * time.Millisecond // the same of facets
	freshGoal    = 2 * time.Second       // p99 from commit to searchable
	errorGoal    = 0                     // wrong totals and facet counts
	residentGoal = 700e6                 // bytes of the jobs service for a million postings, after questions and writes
	harshGoal    = 1000e6                // the same with three million different words
	readyGoal    = 3 * time.Second       // from start to ready, with a snapshot
)

const (
	harshWords = 3_000_000
	manyAtOnce = 8 // callers
)

// exchange is what a euro is worth in the currencies of the run. Some that postings use are left out on purpose.
var exchange = map[string]float64{"EUR": 1, "USD": 1.1, "GBP": 0.85, "CHF": 0.95, "SEK": 11, "PLN": 4.25, "CAD": 1.6, "AUD": 1.8}

func exchangeRates() string {
	text := "JOB_SEARCH_RATES=2026-01-02"
	for code, rate := range exchange {
		text += fmt.Sprintf(" %s=%g", code, rate)
	}
	return text
}

// measureSearch talks HTTP to the built program, on databases of made-up postings. 2,000 different questions are each
// asked once as a page and once as facets: by one caller, then by eight; with the data at rest, then while 100 postings
// a second change. All of this goes directly to a jobs service that runs alone, whose memory and starts are measured too,
// and then through the gateway of a whole platform, which the goals are about. Nothing is asked beforehand to warm up.
func measureSearch(ctx context.Context, b *bench) error {
	sizes := b.sizes(10_000, 10_000, 100_000, 1_000_000)
	if b.postings != "" {
		sizes = nil
		for field := range strings.SplitSeq(b.postings, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(field))
			if err != nil || n < 10_000 {
				return fmt.Errorf("-postings: %q is not a number from 10000 on", field)
			}
			sizes = append(sizes, n)
		}
	}
	b.current().appendix = latencyHead
	for i, size := range sizes {
		if err := b.searchAt(ctx, size, i == len(sizes)-1); err != nil {
			return fmt.Errorf("%s postings: %w", count(size), err)
		}
	}
	if b.quick || !b.harsh {
		return nil
	}
	return b.searchHarsh(ctx, sizes[len(sizes)-1])
}

// searchRun is job search on one database.
type searchRun struct {
	*bench
	db        *database
	size      int
	dir       string // data folder of the jobs service
	issuer    *issuer
	identity  *site
	words     *vocabulary
	questions []question
	writer    *writer
}

// fillSearch makes a database with postings and what is needed to ask about them. What it gives is to be closed, also
// beside an error.
func (b *bench) fillSearch(ctx context.Context, name string, o seed.Options) (*searchRun, error) {
	s := &searchRun{bench: b, size: o.Postings, dir: filepath.Join(b.scratch, name)}
	err := os.Mkdir(s.dir, 0o755)
	if err != nil {
		return s, err
	}
	if s.db, err = b.database(ctx, name); err != nil {
		return s, err
	}
	begun := time.Now()
	if err := seed.Run(ctx, s.db.owner, o); err != nil {
		return s, err
	}
	if err := s.db.exec(ctx, "CHECKPOINT"); err != nil {
		return s, err
	}
	fmt.Printf("  %s postings made in %s\n", count(s.size), time.Since(begun).Round(time.Second))
	if s.words, err = readVocabulary(ctx, s.db.owner); err != nil {
		return s, err
	}
	if s.questions, err = s.words.questions(); err != nil {
		return s, err
	}
	if s.issuer, err = newIssuer(ctx); err != nil {
		return s, err
	}
	if s.identity, err = serve(s.issuer); err != nil {
		return s, err
	}
	s.writer, err = newWriter(ctx, s.db)
	return s, err
}

func (s *searchRun) close(ctx context.Context) error {
	if s.identity != nil {
		s.identity.close()
	}
	if s.db == nil {
		return nil
	}
	return errors.Join(s.db.drop(ctx), os.RemoveAll(s.dir))
}

func (s *searchRun) label() string { return fmt.Sprintf(" (%s postings)", count(s.size)) }

func (b *bench) searchAt(ctx context.Context, size int, last bool) (err error) {
	s, err := b.fillSearch(ctx, fmt.Sprintf("search_%d", size), seed.Options{Postings: size, Seed: 1})
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if err != nil {
		return err
	}
	if err := s.alone(ctx, last); err != nil {
		return err
	}
	return s.platform(ctx, last)
}

// start starts the jobs service alone. Its data folder keeps the snapshot from one start to the next.
func (s *searchRun) start(ctx context.Context) (*running, error) {
	return s.serviceIn(ctx, s.dir, time.Minute+time.Duration(s.size)*time.Millisecond, "jobs", "JOB_ADDRESS", s.db,
		"PLATFORM_CLIENT_IDENTITY_URL="+s.identity.url, exchangeRates())
}

// built starts the jobs service without a snapshot. It adds the peak of its memory, and describes its memory when it was
// ready and some seconds later: what the build no longer needs goes back to the system.
func (s *searchRun) built(ctx context.Context) (jobs *running, memory string, err error) {
	if jobs, err = s.start(ctx); err != nil {
		return nil, "", err
	}
	peak, err := jobs.peak()
	if err != nil {
		return jobs, "", err
	}
	s.add(stated("peak memory while the index is built"+s.label(), megabytes(peak), "the most the jobs service ever had until it was ready"))
	at, err := jobs.resident()
	if err != nil {
		return jobs, "", err
	}
	settling := 20 * time.Second
	if s.quick {
		settling /= 4
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
		return jobs, "", ctx.Err()
	}
	later, err := jobs.resident()
	return jobs, fmt.Sprintf("%s when ready, %s after %s", megabytes(at), megabytes(later), settling), err
}

// addMemory compares the memory of the service with a bound for a million postings. Fewer postings have no goal: there
// the program itself is the larger part.
func (s *searchRun) addMemory(jobs *running, name, note string, bound float64) error {
	resident, err := jobs.resident()
	if err != nil {
		return err
	}
	mapped, err := memoryOf(jobs.cmd.Process.Pid, "RssFile:")
	if err != nil {
		return err
	}
	r := row{workload: name + s.label(), ours: megabytes(resident), against: fmt.Sprintf("bound %.0f MB a million", bound/1e6), note: fmt.Sprintf("%s; %s are files in memory", note, megabytes(mapped))}
	if r.ratio, r.goal, r.held = atMost(float64(resident)/float64(s.size)*1e6/bound, 1); s.size < 1_000_000 {
		r.ratio, r.goal, r.held = "", "-", true
	}
	s.add(r)
	return nil
}

// alone measures a jobs service in a process of its own: its starts, its memory, and its answers without a gateway.
func (s *searchRun) alone(ctx context.Context, last bool) error {
	jobs, memory, err := s.built(ctx)
	defer func() { jobs.kill() }()
	if err != nil {
		return err
	}
	first := jobs.ready
	if _, err := s.askAll(ctx, "jobs alone", jobs.url); err != nil {
		return err
	}
	if err := s.addMemory(jobs, "memory of the jobs service", memory+"; this figure after all questions and writes", residentGoal); err != nil {
		return err
	}
	if last {
		if err := s.measureDigest(ctx, s.db, s.issuer, jobs.url, s.identity.url); err != nil {
			return err
		}
		if !s.quick { // PocketBase takes longer to compile than a quick run may last
			if err := s.compareLists(ctx, jobs.url, s.size); err != nil {
				return err
			}
		}
	}
	if err := jobs.stop(); err != nil { // writes the snapshot
		return err
	}
	if jobs, err = s.start(ctx); err != nil {
		return err
	}
	jobs.kill()
	for range 100 { // changes that the next start has to catch up with
		if err := s.writer.change(ctx); err != nil {
			return err
		}
	}
	if jobs, err = s.start(ctx); err != nil {
		return err
	}
	r := row{workload: "start to ready, with a snapshot" + s.label(), ours: duration(jobs.ready), against: "bound " + duration(readyGoal), note: "after kill -9, with 1,000 postings changed since"}
	r.ratio, r.goal, r.held = atMost(float64(jobs.ready)/float64(readyGoal), 1)
	s.add(r)
	for _, facets := range []bool{false, true} {
		if _, _, err := ask(ctx, jobs.url, s.paths(facets), 1); err != nil {
			return err
		}
	}
	if err := s.addMemory(jobs, "the same after a start from the snapshot", "after all questions", residentGoal); err != nil {
		return err
	}
	jobs.kill()
	if err := os.RemoveAll(filepath.Join(s.dir, "search")); err != nil {
		return err
	}
	if jobs, err = s.start(ctx); err != nil {
		return err
	}
	s.add(stated("start to ready, without a snapshot"+s.label(), duration(jobs.ready), "after it was deleted; the first time "+duration(first)))
	return jobs.stop()
}

// searchHarsh measures the memory for texts whose words are drawn evenly from millions.
func (b *bench) searchHarsh(ctx context.Context, size int) (err error) {
	s, err := b.fillSearch(ctx, "search_harsh", seed.Options{Postings: size, Seed: 1, Vocabulary: harshWords})
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if err != nil {
		return err
	}
	jobs, memory, err := s.built(ctx)
	defer func() { jobs.kill() }()
	if err != nil {
		return err
	}
	for _, facets := range []bool{false, true} {
		got, _, err := ask(ctx, jobs.url, s.paths(facets), 1)
		if err != nil {
			return err
		}
		s.addLatencies("jobs alone, harsh words", got, facets, 1, "at rest")
	}
	return s.addMemory(jobs, "memory with "+count(harshWords)+" different words", memory+"; this figure after all questions", harshGoal)
}

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }
