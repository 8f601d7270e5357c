package audit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/pg"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type record struct {
	*audit.Log
	t    *testing.T
	db   pg.Conn
	now  time.Time
	out  *bytes.Buffer
	find map[string]uuid.UUID
}

func open(t *testing.T) *record {
	r := &record{t: t, db: pgtest.DB(t).Pool(schema.IdentityRole), now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), out: &bytes.Buffer{},
		find: map[string]uuid.UUID{}}
	r.Log = audit.New("identity", slog.New(slog.NewTextHandler(r.out, nil)), func() time.Time { return r.now },
		audit.WithKeep(48*time.Hour), audit.WithFinder(func(context.Context, []string) (map[string]uuid.UUID, error) { return r.find, nil }))
	return r
}

func (r *record) flush() int {
	r.t.Helper()
	n, err := r.Flush(r.t.Context(), r.db)
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *record) list(q audit.Query) (list []audit.Recorded, next int64) {
	r.t.Helper()
	if q.Size == 0 {
		q.Size = 100
	}
	list, next, err := r.List(r.t.Context(), r.db, q)
	if err != nil {
		r.t.Fatal(err)
	}
	return list, next
}

func TestEventIsWrittenWithItsTransaction(t *testing.T) {
	t.Parallel()
	r, fails := open(t), errors.New("no")
	act := func(outcome error) {
		err := pg.InTx(t.Context(), r.db, func(tx pgx.Tx) error {
			// One transaction inside another: the outer one counts.
			if err := pg.InTx(t.Context(), tx, func(tx pgx.Tx) error {
				return r.Record(t.Context(), tx, audit.Event{Kind: "password.changed", Account: uuid.New(), Actor: audit.User})
			}); err != nil {
				return err
			}
			if r.out.Len() > 0 {
				t.Errorf("logged before the commit: %s", r.out)
			}
			return outcome
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
	}
	act(fails)
	if list, _ := r.list(audit.Query{}); len(list) > 0 || r.out.Len() > 0 {
		t.Errorf("recorded %v and logged %q for an act that did not happen", list, r.out)
	}
	act(nil)
	if list, _ := r.list(audit.Query{}); len(list) != 1 || strings.Count(r.out.String(), "audit=true kind=password.changed") != 1 {
		t.Errorf("recorded %v and logged %q", list, r.out)
	}
}

// TestAttemptsAreAggregated checks that the number of rows is bounded for one machine that guesses all day and for many
// that guess once, and that all guesses are counted.
func TestAttemptsAreAggregated(t *testing.T) {
	t.Parallel()
	r := open(t)
	owner := uuid.New()
	r.find["owner@example.org"] = owner
	rows := 0
	for i := range 24 * 60 { // a day, ten guesses a minute
		for j := range 10 {
			name := "owner@example.org"
			if j > 0 {
				name = fmt.Sprintf("guess%d-%d@example.org", i, j)
			}
			r.Count(t.Context(), audit.Event{Kind: "login.failed", Actor: audit.Anonymous}, name)
		}
		rows += r.flush()
		r.now = r.now.Add(time.Minute)
	}
	if err := r.FlushAll(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	if rows > 2*300 {
		t.Errorf("%d rows", rows)
	}
	onOwner, elsewhere := 0, 0
	var before int64
	for {
		list, next := r.list(audit.Query{Before: before})
		for _, e := range list {
			if e.AccountID != nil && *e.AccountID == owner {
				onOwner += e.Count()
			} else {
				elsewhere += e.Count()
			}
		}
		if before = next; next == 0 {
			break
		}
	}
	if onOwner != 24*60 || elsewhere != 9*24*60 {
		t.Errorf("counted %d on the owner and %d elsewhere", onOwner, elsewhere)
	}
	if strings.Contains(r.out.String(), "@") {
		t.Error("the log names an address that was tried")
	}
}

func TestRowsPerFlushAreBounded(t *testing.T) {
	t.Parallel()
	r := open(t)
	owner := uuid.New()
	r.find["owner@example.org"] = owner
	for i := range 10_000 {
		r.Count(t.Context(), audit.Event{Kind: fmt.Sprintf("probe.k%d", i), Actor: audit.Anonymous}, "")
	}
	r.Count(t.Context(), audit.Event{Kind: "login.failed", Actor: audit.Anonymous}, "owner@example.org")
	if n := r.flush(); n > 3 {
		t.Errorf("%d rows at once", n)
	}
}

func TestAttemptsSurviveDatabaseOutage(t *testing.T) {
	t.Parallel()
	r := open(t)
	r.Count(t.Context(), audit.Event{Kind: "login.failed", Actor: audit.Anonymous}, "")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Flush(gone, r.db); err == nil {
		t.Fatal("no error")
	}
	r.Count(t.Context(), audit.Event{Kind: "login.failed", Actor: audit.Anonymous}, "")
	if n := r.flush(); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
	if list, _ := r.list(audit.Query{}); len(list) != 1 || list[0].Count() != 2 {
		t.Errorf("recorded %+v", list)
	}
}

func TestListAndSweep(t *testing.T) {
	t.Parallel()
	r := open(t)
	a, b := uuid.New(), uuid.New()
	start := r.now
	for i, kind := range []string{"login.succeeded", "login.failed", "loginx.failed", "password.changed"} {
		r.now = start.Add(time.Duration(i) * 24 * time.Hour)
		account := a
		if i == 1 {
			account = b
		}
		if err := r.Record(t.Context(), r.db, audit.Event{Kind: kind, Account: account, Actor: audit.User,
			Detail: map[string]any{"n": i}}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(q audit.Query) int { list, _ := r.list(q); return len(list) }
	for want, q := range map[int]audit.Query{
		4: {}, 2: {Kind: "login"}, 3: {Account: a}, 1: {From: start.Add(24 * time.Hour), To: start.Add(48 * time.Hour)}, 0: {Kind: "login_"},
	} {
		if got := count(q); got != want {
			t.Errorf("%+v: %d events, want %d", q, got, want)
		}
	}
	first, next := r.list(audit.Query{Size: 3})
	rest, end := r.list(audit.Query{Size: 3, Before: next})
	if len(first) != 3 || len(rest) != 1 || end != 0 || first[0].Kind != "password.changed" || rest[0].Fields()["n"] != "0" {
		t.Errorf("pages %+v and %+v", first, rest)
	}
	if n, err := r.Sweep(t.Context(), r.db, 100); err != nil || n != 1 || count(audit.Query{}) != 3 {
		t.Errorf("swept %d, %v", n, err)
	}
	// Only housekeeping deletes events, and nothing changes them.
	for _, sql := range []string{"UPDATE identity.audit_event SET kind = 'a.b'", "TRUNCATE identity.audit_event"} {
		if _, err := r.db.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "42501") {
			t.Errorf("%s: %v, want permission denied", sql, err)
		}
	}
}

func TestMigrationsHaveTheTable(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"identity": "../identity/store/migration/0001_accounts.sql",
		"job": "../jobs/store/migration/0001_schema.sql"} {
		sql, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(sql), strings.ReplaceAll(string(table), "{{schema}}", name)) {
			t.Errorf("%s differs from schema.sql", file)
		}
	}
}
