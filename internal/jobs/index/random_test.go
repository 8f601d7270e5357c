package index

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

var present = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// world makes postings and questions from a few words, so that they often meet.
type world struct {
	r      *rand.Rand
	boards []Board
	names  map[uuid.UUID]string
}

var (
	english = strings.Fields(`software engineer engineers engineering developer developers nurse nurses manager company companies java javascript
		node.js c++ c# .net r&d kubernetes k8s front end frontend front-end python go remote berlin the and of with for our you we team work data café`)
	deutsch = strings.Fields(`software entwickler entwicklerin softwareentwickler softwareentwicklung entwicklung krankenpfleger pflege kranken häuser haus münchen
		muenchen straße strasse und die der für mit wir du bei von ist ein eine team arbeit zeit arbeitszeit arbeitszeiten kunden kundendienst dienst`)
	skillNames = []string{"Go", "GO", "Python", "C++", "C#", "Node.js", "Kubernetes", "React", "Machine Learning"}
	placeList  = []Place{{City: "Berlin", Country: "Germany"}, {City: "Potsdam", Region: "Brandenburg", Country: "Germany"}, {City: "Zürich", Country: "Switzerland"},
		{Country: "Germany"}, {City: "berlin"}, {City: "Berlin"}, {Region: "Bavaria"}, {City: "Washington, D.C.", Country: "United States"}}
	currencyList = []string{"EUR", "USD", "CHF", "XXX"}
	testRates    = Rates{"EUR": 1, "USD": 1.1, "CHF": 0.95}
)

func newWorld(seed uint64) *world {
	w := &world{r: rand.New(rand.NewPCG(seed, 1)), names: map[uuid.UUID]string{}}
	for _, name := range []string{"Foo Widgets", "FOO widgets", "Baumhaus GmbH", "Café Bar", "Engineer Company"} {
		b := Board{ID: w.id(), Confirmed: present.Add(-time.Duration(w.r.IntN(200)) * time.Hour)}
		w.boards, w.names[b.ID] = append(w.boards, b), name
	}
	return w
}

func (w *world) id() (id uuid.UUID) {
	for i := range id {
		id[i] = byte(w.r.Uint32())
	}
	return id
}

func pick[T any](w *world, list []T) T { return list[w.r.IntN(len(list))] }

func (w *world) some(list []string, n int) string {
	var out []string
	for range n {
		out = append(out, pick(w, list))
	}
	return strings.Join(out, " ")
}

func (w *world) maybe(list ...string) string {
	if w.r.IntN(3) == 0 {
		return ""
	}
	return pick(w, list)
}

func (w *world) document(id uuid.UUID) Document {
	vocabulary := english
	if w.r.IntN(2) == 0 {
		vocabulary = deutsch
	}
	board := pick(w, w.boards).ID
	d := Document{
		ID: id, Target: board, Company: w.names[board], Title: w.some(vocabulary, 1+w.r.IntN(4)), Text: w.some(vocabulary, w.r.IntN(30)),
		Listed: present.Add(-time.Duration(w.r.IntN(30)) * 24 * time.Hour), FirstSeen: present.Add(-time.Duration(w.r.IntN(30*24)) * time.Hour),
		Closed:    w.r.IntN(5) == 0,
		Workplace: w.maybe("remote", "hybrid", "onsite"), Employment: w.maybe("full-time", "part-time"), Level: w.maybe("senior", "junior"), YearsMin: w.r.IntN(8) - 1,
	}
	for range w.r.IntN(4) {
		d.Skills = append(d.Skills, pick(w, skillNames))
	}
	for range w.r.IntN(3) {
		d.Places = append(d.Places, pick(w, placeList))
	}
	for range w.r.IntN(3) {
		d.Languages = append(d.Languages, pick(w, []string{"en", "de"}))
	}
	if w.r.IntN(2) == 0 {
		d.Currency, d.PayMin = pick(w, currencyList), int64(1+w.r.IntN(10))*10_000
		d.PayMax = d.PayMin + int64(w.r.IntN(3))*5_000
	}
	if w.r.IntN(6) == 0 {
		d.Unconfirmed = present.Add(-time.Duration(w.r.IntN(60*24)) * time.Hour)
	}
	return d
}

func (w *world) keyword() string {
	words := slices.Concat(english, deutsch)
	var parts []string
	for range w.r.IntN(4) {
		word := pick(w, words)
		switch w.r.IntN(12) {
		case 0:
			word = `"` + w.some(words, 1+w.r.IntN(2)) + `"`
		case 1:
			word = "-" + word
		case 2:
			word = word + " OR " + pick(w, words)
		case 3:
			word = "title:" + word
		case 4:
			word = pick(w, []string{"company:foo", "-company:widgets", "company:cafe"})
		case 5, 6:
			word = word[:1+w.r.IntN(len(word))]
		}
		parts = append(parts, word)
	}
	return strings.ToValidUTF8(strings.Join(parts, " "), "")
}

func (w *world) query(ids []uuid.UUID) *Query {
	q := &Query{Words: Parse(w.keyword()), IncludeClosed: w.r.IntN(5) == 0}
	some := func(list ...string) []string {
		if w.r.IntN(6) > 0 {
			return nil
		}
		return []string{pick(w, list), strings.ToUpper(pick(w, list))}[:1+w.r.IntN(2)]
	}
	q.Locations = some("Berlin", "Germany", "berlin, germany", "Remote", "Bavaria", "Brandenburg, Germany", "Washington, D.C., United States", "Nowhere")
	q.Companies = some("Foo Widgets", "Café Bar", "Unknown Company")
	q.ExcludeCompanies = some("Foo Widgets", "Baumhaus GmbH")
	q.Workplaces, q.Employments, q.Levels = some("remote", "hybrid"), some("full-time", "part-time"), some("senior")
	q.Languages, q.Skills = some("en", "de"), some("Go", "c++", "react")
	if w.r.IntN(8) == 0 {
		q.Pay = &Pay{Min: int64(w.r.IntN(8)) * 10_000, Currency: pick(w, currencyList), Unpriced: w.r.IntN(2) == 0}
	}
	if w.r.IntN(8) == 0 {
		most := w.r.IntN(5)
		q.YearsMax = &most
	}
	if w.r.IntN(8) == 0 {
		q.ListedSince = present.Add(-time.Duration(w.r.IntN(30)) * 24 * time.Hour)
	}
	if w.r.IntN(8) == 0 {
		q.ConfirmedSince = present.Add(-time.Duration(w.r.IntN(200)) * time.Hour)
	}
	if w.r.IntN(8) == 0 {
		q.UnconfirmedBefore = present.Add(-time.Duration(w.r.IntN(60*24)) * time.Hour)
	}
	if w.r.IntN(10) == 0 {
		q.Near = &Circle{52.5, 13.4, float64(w.r.IntN(60))}
	}
	q.Rules = Rules{
		NeverCompanies: some("Foo Widgets", "Café Bar"), NeverTitles: some("engineer", "software engineer", "Häuser", "node.js"),
		NeverPlaces:     some("Germany", "Berlin", "berlin, germany", "Bavaria", "Brandenburg", "remote", "Washington, D.C., United States"),
		AlwaysCompanies: some("Baumhaus GmbH"), AlwaysWords: some("go", "machine learning", "software", "entwickler"),
	}
	if len(ids) > 0 && w.r.IntN(6) == 0 {
		q.Rules.NeverJobs = []uuid.UUID{pick(w, ids), pick(w, ids), w.id()}
	}
	q.ShowHidden, q.AlwaysFirst = w.r.IntN(4) == 0, w.r.IntN(4) == 0
	if w.r.IntN(6) == 0 {
		q.NewSince = present.Add(-time.Duration(w.r.IntN(30*24)) * time.Hour)
	}
	if w.r.IntN(15) == 0 {
		q.Targets = []uuid.UUID{pick(w, w.boards).ID}
	}
	return q
}

// compare asks both.
func compare(t *testing.T, w *world, x *Index, o *oracle) {
	t.Helper()
	q := w.query(slices.SortedFunc(maps.Keys(o.docs), func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) }))
	about := fmt.Sprintf("%q %+v", q.Words.String(), *q)
	sort := Sort(w.r.IntN(5))
	want := o.search(q, sort)
	skip, size := w.r.IntN(len(want)+2), 1+w.r.IntN(12)
	if w.r.IntN(2) == 0 {
		skip = 0
	}
	page := x.Search(q, sort, skip, size)
	if page.Total != len(want) {
		t.Fatalf("%s: got %d, want %d", about, page.Total, len(want))
	}
	if hidden, fresh := o.besides(q); page.Hidden != hidden || page.New != fresh {
		t.Fatalf("%s: %d hidden and %d new, want %d and %d", about, page.Hidden, page.New, hidden, fresh)
	}
	part := want[min(skip, len(want)):min(skip+size, len(want))]
	if !slices.Equal(page.Hits, part) {
		t.Fatalf("%s, sort %d, %d after %d:\ngot  %v\nwant %v", about, sort, size, skip, page.Hits, part)
	}
	if diff := cmp.Diff(o.facets(q), x.Facets(q)); diff != "" {
		t.Fatalf("%s: facets (-want +got)\n%s", about, diff)
	}
}

// TestRandomChangesAndQuestions checks that the index answers as the oracle does, whatever is inserted, changed,
// closed, reopened, deleted, renamed, merged, written to a snapshot and read back, or loaded again.
func TestRandomChangesAndQuestions(t *testing.T) {
	t.Parallel()
	rounds := 60
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(seed)
			x, o := New(Options{Rates: testRates}), newOracle(testRates)
			confirm := func() {
				x.Confirm(w.boards)
				for _, b := range w.boards {
					o.confirmed[b.ID] = micros(b.Confirmed)
				}
			}
			apply := func(changed []Document, gone []uuid.UUID) {
				o.apply(changed, gone)
				if err := x.Apply(changed, gone); err != nil {
					t.Fatal(err)
				}
			}
			confirm()
			for range rounds {
				var changed []Document
				var gone []uuid.UUID
				ids := slices.SortedFunc(func(yield func(uuid.UUID) bool) {
					for id := range o.docs {
						if !yield(id) {
							return
						}
					}
				}, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
				for range w.r.IntN(6) {
					changed = append(changed, w.document(w.id()))
				}
				for range min(len(ids), w.r.IntN(4)) {
					changed = append(changed, w.document(pick(w, ids)))
				}
				for range min(len(ids), w.r.IntN(2)) {
					gone = append(gone, pick(w, ids))
				}
				if len(ids) > 0 && w.r.IntN(3) == 0 { // close or open
					d := o.docs[pick(w, ids)].Document
					d.Closed = !d.Closed
					changed = append(changed, d)
				}
				if w.r.IntN(8) == 0 { // rename
					board := pick(w, w.boards).ID
					w.names[board] = pick(w, []string{"Foo Widgets", "Renamed Inc", "café bar"})
					for _, id := range ids {
						if d := o.docs[id].Document; d.Target == board {
							d.Company = w.names[board]
							changed = append(changed, d)
						}
					}
				}
				changed = unique(changed, &gone)
				if chosen := chooseParts(w, x); chosen != nil { // changes arrive while parts are merged
					apply(changed, gone)
					x.mergeParts(chosen)
				} else {
					apply(changed, gone)
				}
				switch w.r.IntN(12) {
				case 0:
					x.Compact()
				case 1: // a replica that joins later
					x = New(Options{Rates: testRates})
					var all []Document
					for _, k := range o.docs {
						all = append(all, k.Document)
					}
					if err := x.Apply(all, nil); err != nil {
						t.Fatal(err)
					}
					x.Confirm(w.boards)
				case 2: // a restart
					path := filepath.Join(t.TempDir(), "snapshot")
					if err := writeSnapshot(x, path, []byte("position")); err != nil {
						t.Fatal(err)
					}
					var position []byte
					var err error
					if x, position, err = Open(path, "here", Options{Rates: testRates}); err != nil || string(position) != "position" {
						t.Fatalf("got position %q, error %v, want position", position, err)
					}
				case 3: // the parts rest on a file from now on
					if err := writeSnapshot(x, filepath.Join(t.TempDir(), "snapshot"), nil); err != nil {
						t.Fatal(err)
					}
				case 4:
					w.boards[w.r.IntN(len(w.boards))].Confirmed = present.Add(-time.Duration(w.r.IntN(200)) * time.Hour)
					confirm()
				}
				for range 8 {
					compare(t, w, x, o)
				}
			}
			x.Settle()
		})
	}
}

// chooseParts chooses parts to merge, now and then.
func chooseParts(w *world, x *Index) (chosen []*part) {
	x.Settle()
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.view.Load().parts {
		if !p.closed && w.r.IntN(2) == 0 {
			chosen = append(chosen, p)
		}
	}
	if w.r.IntN(4) > 0 || len(chosen) == 0 {
		return nil
	}
	x.merging = true
	return chosen
}

// unique keeps the last version of each posting, and what is changed is not gone.
func unique(docs []Document, gone *[]uuid.UUID) (out []Document) {
	last := map[uuid.UUID]int{}
	for i, d := range docs {
		last[d.ID] = i
	}
	for i, d := range docs {
		if last[d.ID] == i {
			out = append(out, d)
		}
	}
	*gone = slices.DeleteFunc(*gone, func(id uuid.UUID) bool { _, changed := last[id]; return changed })
	return out
}

// Settle waits until no merge is under way.
func (x *Index) Settle() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.merging {
		x.idle.Wait()
	}
}
