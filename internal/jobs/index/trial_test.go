package index

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/uuid"
)

// TestTrialMatchesAsTheIndex checks that a trial of some postings finds the same of them as the index does, and that
// each of these has a key of the query.
func TestTrialMatchesAsTheIndex(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(100 + seed)
			x := New(Options{Rates: testRates})
			var docs []Document
			var ids []uuid.UUID
			for range 300 {
				d := w.document(w.id())
				d.Closed = false
				docs, ids = append(docs, d), append(ids, d.ID)
			}
			if err := x.Apply(slices.Clone(docs), nil); err != nil {
				t.Fatal(err)
			}
			x.Confirm(w.boards)
			some := docs[:30]
			trial := x.Try(slices.Clone(some))
			keys := map[uuid.UUID]map[string]bool{}
			for _, d := range some {
				keys[d.ID] = keysOf(x.Try([]Document{d}))
			}
			found := 0
			for range 600 {
				q := w.query(ids)
				for i, place := range q.Locations {
					if place == "Nowhere" {
						q.Locations[i] = "Greater Berlin" // no posting has that name of Berlin
					}
				}
				about := fmt.Sprintf("%q %+v", q.Words.String(), *q)
				var want []uuid.UUID
				for _, h := range x.Search(q, Newest, 0, math.MaxInt).Hits {
					if keys[h.ID] != nil {
						want = append(want, h.ID)
					}
				}
				q.Words = Parse(q.Words.String())
				got := trial.Match(q)
				if !sameIDs(got, want) {
					t.Fatalf("%s: got %v, want %v", about, got, want)
				}
				filed, ok := x.Keys(q)
				for _, id := range got {
					if ok && !slices.ContainsFunc(filed, func(key string) bool { return keys[id][key] }) {
						t.Fatalf("%s: posting %s has none of the keys %q", about, id, filed)
					}
				}
				found += len(got)
			}
			if found < 300 {
				t.Errorf("only %d matches", found)
			}
			x.Settle()
		})
	}
}

func keysOf(t *Trial) map[string]bool {
	keys := map[string]bool{}
	t.EachKey(func(key []byte) { keys[string(key)] = true })
	return keys
}

func sameIDs(a, b []uuid.UUID) bool {
	byText := func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) }
	slices.SortFunc(a, byText)
	slices.SortFunc(b, byText)
	return slices.Equal(a, b)
}

// TestQueryIsFiledUnderItsRarestRequirement checks that a query is filed under what the fewest postings have. Otherwise
// "remote nurse" would be tried on every remote posting.
func TestQueryIsFiledUnderItsRarestRequirement(t *testing.T) {
	t.Parallel()
	x := New(Options{})
	var docs []Document
	for i := range 20 {
		d := Document{ID: uuid.New(), Title: "Engineer", Workplace: "remote", Company: "Foo"}
		if i == 0 {
			d.Title = "Nurse"
		}
		docs = append(docs, d)
	}
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query Query
		want  string // among the keys; "" is no key
	}{
		{Query{Words: Parse("engineer nurse"), Workplaces: []string{"remote"}}, "nurse"},
		{Query{Words: Parse("engineer"), Workplaces: []string{"Remote"}, Companies: []string{"Bar"}}, valueKey(Companies, "bar")},
		{Query{Words: Parse("engineer OR nurse OR foo"), Workplaces: []string{"remote"}}, valueKey(Workplaces, "remote")},
		{Query{Words: Parse("-nurse")}, ""},
	} {
		keys, ok := x.Keys(&c.query)
		if ok != (c.want != "") || ok && !slices.Contains(keys, c.want) {
			t.Errorf("%q: got %q, %t, want %q", c.query.Words.String(), keys, ok, c.want)
		}
	}
	if keys, ok := x.Keys(&Query{Words: Parse("engineer"), Targets: []uuid.UUID{}}); !ok || len(keys) > 0 {
		t.Errorf("a query that matches nothing has the keys %q, %t", keys, ok)
	}
	x.Settle()
}
