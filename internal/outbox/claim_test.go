package outbox

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestPick(t *testing.T) {
	t.Parallel()
	// Each letter is a due row of that owner, oldest first.
	for _, tt := range []struct {
		name, due string
		batch     int
		want      string
		crowded   bool
	}{
		{"no owner", "", 8, "", false},
		{"one owner alone", "aaaaaaaaaa", 8, "aaaaaaaa", true},
		{"one owner, few rows", "aa", 8, "aa", false},
		{"another far behind", "aaaaaaaaaaaab", 8, "aab", true},
		{"two with long queues", "aaaaaabbbbbb", 8, "aabb", true},
		{"four with long queues", "aaabbbcccddd", 8, "aabbccdd", true},
		{"four with long queues and others", "aaabbbcccdddefghi", 8, "aabbefgh", true},
		{"four with long queues and one other", "aaabbbcccddde", 8, "aabbccde", true},
		{"five, by age", "aabbccdede", 8, "aabbccde", false},
		{"all different", "abcdefghij", 8, "abcdefgh", false},
		{"small batch", "aab", 2, "ab", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var rows []candidate
			owner := map[uuid.UUID]string{}
			for i, letter := range tt.due {
				id := uuid.New()
				owner[id] = string(letter)
				rows = append(rows, candidate{ID: id, Owner: uuid.NewSHA1(uuid.Nil, []byte(string(letter))),
					NextAttemptAt: start.Add(time.Duration(i) * time.Second)})
			}
			slices.Reverse(rows)                       // the order of the input does not matter
			rows = append(rows, rows[:len(rows)/2]...) // nor do repeats
			ids, crowded := pick(rows, tt.batch, max(1, tt.batch/4))
			var got strings.Builder
			for _, id := range ids {
				got.WriteString(owner[id])
			}
			if got.String() != tt.want || crowded != tt.crowded {
				t.Errorf("got %q, crowded %v, want %q", got.String(), crowded, tt.want)
			}
		})
	}
}

// crowd adds rows directly: one owner's queue, older than everything else.
func (f *fixture) crowd(owner any, n int) {
	f.t.Helper()
	const most = 25_000 // rows a statement, so that none runs into its time limit on a busy machine
	for from := 1; from <= n; from += most {
		f.exec(`INSERT INTO box.outbox (id, kind, dedupe_key, owner, payload, due_at, next_attempt_at)
			SELECT gen_random_uuid(), 'mail', 'crowd ' || coalesce($1::uuid::text, '') || n, $1, 'x', at, at
			FROM (SELECT n, $4::timestamptz - interval '1 day' + n * interval '1 millisecond' AS at
			FROM generate_series($2::int, $3::int) n) s`, owner, from, min(n, from+most-1), start)
	}
	f.exec(`ANALYZE box.outbox`)
}

func TestOneOwnersLongQueueDelaysNobody(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.crowd(uuid.New(), 250_000)
	f.add(Entry{DedupeKey: "ada", Owner: uuid.New()}, Entry{DedupeKey: "grace", Owner: uuid.New()}, Entry{DedupeKey: "ownerless"})
	w := f.worker(nil)
	w.PassLimit = 1 // a single batch
	f.want(f.run(w), Result{Delivered: 25 + 3})
	for _, key := range []string{"ada", "grace", "ownerless"} {
		if !slices.Contains(f.got, key) {
			t.Errorf("%s still waits", key)
		}
	}
	// Alone again, the queue has the whole batch.
	f.want(f.run(w), Result{Delivered: 100})

	f.looksLittle(w)
}

// looksLittle checks that a claim does not read the long queue.
func (f *fixture) looksLittle(w *Worker) {
	f.t.Helper()
	for name, query := range map[string]struct {
		sql   string
		args  []any
		index string
		pages int
	}{
		"oldest":   {oldest, []any{f.now(), w.kinds(), 400}, "outbox_waiting ", 1500},
		"ofOwners": {ofOwners, []any{f.now(), w.kinds(), 25, uuid.Nil, ownerSteps}, "outbox_waiting_of_owner ", 12 * ownerSteps},
		"ofNobody": {ofNobody, []any{f.now(), w.kinds(), 25}, "outbox_waiting_of_owner ", 100},
	} {
		plan := f.explain(query.sql, query.args...)
		for line := range strings.SplitSeq(plan, "\n") {
			if strings.Contains(line, "Seq Scan") || strings.Contains(line, "Index") && strings.Contains(line, " using ") &&
				!strings.Contains(line, query.index) {
				f.t.Errorf("%s: %s", name, line)
			}
		}
		if n := f.buffers(query.sql, query.args...); n > query.pages {
			f.t.Errorf("%s reads %d pages:\n%s", name, n, plan)
		}
	}
}

func (f *fixture) explain(sql string, args ...any) string {
	f.t.Helper()
	var out strings.Builder
	rows, err := f.pool.Query(f.t.Context(), "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) "+f.box.sql(sql), args...)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			f.t.Fatal(err)
		}
		out.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		f.t.Fatal(err)
	}
	return out.String()
}

// buffers returns the number of pages that a query touches in all.
func (f *fixture) buffers(sql string, args ...any) int {
	f.t.Helper()
	var hit, read int
	for line := range strings.SplitSeq(f.explain(sql, args...), "\n") {
		if at := strings.Index(line, "Buffers: shared"); at >= 0 {
			_, _ = fmt.Sscanf(line[at:], "Buffers: shared hit=%d read=%d", &hit, &read)
			return hit + read // the first line is the whole query's
		}
	}
	f.t.Fatal("no buffers in the plan")
	return 0
}

func TestSeveralLongQueues(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		f.crowd(uuid.New(), 5000)
	}
	f.crowd(nil, 5000)
	f.add(Entry{DedupeKey: "ada", Owner: uuid.New()})
	w := f.worker(nil)
	w.PassLimit = 1 // a single batch
	f.want(f.run(w), Result{Delivered: 100})
	if !slices.Contains(f.got, "ada") {
		t.Error("ada still waits")
	}
}

func TestManyOwnersBehindALongQueue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.crowd(uuid.New(), 5000)
	// More owners than one look steps through, half of them with nothing due yet.
	f.add(numbered(3000, func(i int) Entry {
		var owner uuid.UUID
		binary.BigEndian.PutUint16(owner[:], uint16(i*21+1))
		return Entry{Owner: owner, DueAt: start.Add(time.Duration(i%2) * time.Hour)}
	})...)
	w := f.worker(nil)
	f.looksLittle(w) // although the statistics cover only the crowd
	w.PassLimit = 3000
	r := f.run(w)
	small := 0
	for _, key := range f.got {
		if strings.HasPrefix(key, "key ") {
			small++
		}
	}
	if small != 1500 {
		t.Errorf("%d of 1500 small owners were served in a pass of %d, want 1500", small, r.Delivered)
	}
}

func TestOneOwnerGetsAQuarterOfABatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	a, b := uuid.New(), uuid.New()
	f.add(numbered(200, func(i int) Entry { return Entry{Owner: a, DedupeKey: fmt.Sprint("a", i), DueAt: start.Add(-time.Hour)} })...)
	f.add(numbered(10, func(i int) Entry { return Entry{Owner: b, DedupeKey: fmt.Sprint("b", i)} })...)
	var mu sync.Mutex
	var first []string
	w := f.worker(func(_ context.Context, d Delivery) error {
		mu.Lock()
		defer mu.Unlock()
		first = append(first, d.DedupeKey[:1])
		return nil
	})
	w.Batch, w.PassLimit = 20, 1
	f.run(w)
	slices.Sort(first)
	if diff := cmp.Diff("aaaaabbbbb", strings.Join(first, "")); diff != "" {
		t.Error(diff)
	}
}
