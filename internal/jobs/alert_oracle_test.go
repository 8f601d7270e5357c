package jobs_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs"
)

// alertWorld plays random changes of postings and alerts, and determines by searching which hits there must be.
type alertWorld struct {
	*world
	r        *rand.Rand
	boards   []uuid.UUID // the first two are of one company
	searches []*savedSearch
	postings []*played
	told     map[told][]uuid.UUID // filters of which one must have the hit; the one that has it once that is known
	found    int                  // hits of all rounds
	steps    int
}

type told struct{ user, job uuid.UUID }

type savedSearch struct {
	user, id uuid.UUID
	filters  map[string]any
	rhythm   string // "" is no alert
	muted    bool
	on       int                // step in which the alert was switched on
	before   map[uuid.UUID]bool // matches at the last evaluation
}

type played struct {
	id, repost, board uuid.UUID
	open              bool
	seen, last        time.Time // first and last
	changed           int       // step of the first change since the last evaluation; 0 is none
	appeared          bool      // is new or was opened again since then
}

var alertSeed = flag.Uint64("alert.seed", 29, "what the changes of TestAlertsFindExactlyTheNewMatches are drawn from")

var alertWords = struct{ titles, texts, skills, cities, keywords []string }{
	titles: []string{"Backend Engineer", "Softwareentwickler", "Site Reliability Engineer", "Nurse", "Data Scientist", "Frontend Developer"},
	texts: []string{"You run Kubernetes clusters.", "Wir suchen einen Entwickler für unsere Software und die Arbeit mit Kunden.",
		"We write Go and Rust.", "Our nurses work in shifts.",
		"Machine learning with Python.", "Nous cherchons une développeuse pour nos clients."},
	skills: []string{"Go", "Rust", "Kubernetes", "Python"},
	cities: []string{"Berlin", "Munich", "Zurich"},
	keywords: []string{"", "engineer", "entwickler", "k8s", "nurses", "go OR rust", `"machine learning"`, "engineer -reliability",
		"title:engineer", "company:foo", "engin", "software entwickl", "clients", "python berlin"},
}

// TestAlertsFindExactlyTheNewMatches plays random changes and compares the hits with what searches find.
func TestAlertsFindExactlyTheNewMatches(t *testing.T) {
	t.Parallel()
	w := &alertWorld{world: newWorld(t), r: rand.New(rand.NewPCG(*alertSeed, 1)), told: map[told][]uuid.UUID{}}
	company := uuid.New()
	w.exec("INSERT INTO job.company (id, slug, name) VALUES ($1, 'foo-widgets', 'Foo Widgets')", company)
	for range 2 {
		w.boards = append(w.boards, w.board(func(b *board) { b.Company = &company }))
	}
	w.boards = append(w.boards, w.board(func(b *board) { b.Name = "Bar Gears" }))
	other := w.service()
	w.sync(w.svc)
	w.sync(other)
	for range 40 { // so that no single posting changes which words are completed
		w.add(nil)
	}
	w.evaluate(0, other)
	users := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	for round := range 25 {
		for range 3 {
			w.save(pick(w.r, users))
		}
		w.remember()
		for range 4 + w.r.IntN(12) {
			w.step()
		}
		w.evaluate(round, other)
		w.compare(round)
	}
	if w.found < 50 {
		t.Errorf("only %d hits were to be found", w.found)
	}
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// save makes a search without an alert, or changes or mutes one that is there.
func (w *alertWorld) save(user uuid.UUID) {
	filters := map[string]any{}
	if keyword := pick(w.r, alertWords.keywords); keyword != "" {
		filters["keyword"] = keyword
	}
	for name, list := range map[string][]string{
		"location": alertWords.cities, "skill": alertWords.skills, "workplaceType": {"remote", "hybrid"},
	} {
		if w.r.IntN(4) == 0 {
			filters[name] = []string{pick(w.r, list)}
		}
	}
	if w.r.IntN(6) == 0 {
		filters["postedWithin"] = "week"
	}
	if w.r.IntN(8) == 0 {
		filters["near"] = "Munich"
	}
	if len(w.searches) > 20 {
		s := pick(w.r, w.searches)
		s.filters = filters
		w.as(s.user).Do(http.MethodPatch, "/jobs/filters/saved/"+s.id.String(), map[string]any{"filters": filters}).Want(http.StatusOK)
		return
	}
	var saved struct{ ID uuid.UUID }
	w.as(user).Do(http.MethodPost, "/jobs/filters/saved", map[string]any{"name": "x", "filters": filters}).
		Want(http.StatusCreated).JSON(&saved)
	w.searches = append(w.searches, &savedSearch{user: user, id: saved.ID, filters: filters})
	if w.r.IntN(3) > 0 {
		w.turnAlert(w.searches[len(w.searches)-1])
	}
}

// matches returns all matches of a search. With old it includes those from before.
func (w *alertWorld) matches(s *savedSearch, old bool) map[uuid.UUID]bool {
	q := url.Values{"size": {"100"}}
	for name, v := range s.filters {
		switch v := v.(type) {
		case string:
			if !old || name != "postedWithin" {
				q.Set(name, v)
			}
		case []string:
			q[name] = v
		}
	}
	if old {
		q.Set("includeClosed", "true")
	}
	out := map[uuid.UUID]bool{}
	for page := 0; ; page++ {
		q.Set("page", fmt.Sprint(page))
		ids := w.ids(q.Encode())
		for _, id := range ids {
			out[id] = true
		}
		if len(ids) < 100 {
			return out
		}
	}
}

// remember records what matches before the changes of a round.
func (w *alertWorld) remember() {
	for _, s := range w.searches {
		s.before = w.matches(s, true)
	}
	for _, p := range w.postings {
		p.changed, p.appeared = 0, false
	}
}

// step changes a posting or an alert.
func (w *alertWorld) step() {
	w.steps++
	p := pick(w.r, w.postings)
	change := func(sql string, args ...any) {
		w.exec("UPDATE crawler.job_post SET "+sql+" WHERE id = $1", append([]any{p.id}, args...)...)
		if p.changed == 0 && p.open {
			p.changed = w.steps
		}
	}
	switch w.r.IntN(12) {
	case 0, 1:
		w.add(nil)
	case 2:
		w.add(p)
	case 3:
		change("title = $2", pick(w.r, alertWords.titles))
	case 4:
		change("description = $2", pick(w.r, alertWords.texts))
	case 5:
		workplace := pick(w.r, []*string{nil, new("remote"), new("hybrid")})
		change("skills = $2, workplace_type = $3", []string{pick(w.r, alertWords.skills)}, workplace)
	case 6:
		if p.open = !p.open; p.open {
			change("closed_at = NULL")
			p.appeared = true
			return
		}
		w.exec("UPDATE crawler.job_post SET closed_at = $2 WHERE id = $1", p.id, now)
	case 7:
		w.exec("DELETE FROM crawler.job_post_location WHERE post_id = $1", p.id)
		w.exec("INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 0, $2)", p.id, pick(w.r, alertWords.cities))
		if p.changed == 0 && p.open {
			p.changed = w.steps
		}
	case 8:
		waiting := scan[int](w.world, "SELECT count(*) FROM crawler.posting_change")
		p.last = now
		w.exec("UPDATE crawler.job_post SET last_seen_at = $2, unconfirmed_since = $3 WHERE id = $1",
			p.id, now, pick(w.r, []*time.Time{nil, &now}))
		if n := scan[int](w.world, "SELECT count(*) FROM crawler.posting_change"); n != waiting {
			w.t.Errorf("a confirmation made %d changed postings of %d", n, waiting)
		}
	default:
		w.turnAlert(pick(w.r, w.searches))
	}
}

// add inserts a posting, or a repost of one on a board of the same company.
func (w *alertWorld) add(of *played) {
	seen := now.Add(-time.Hour + time.Duration(len(w.postings))*time.Second)
	p := &played{board: pick(w.r, w.boards), open: true, seen: seen, appeared: true}
	if of != nil {
		p.repost = of.repost
		if of.board != w.boards[2] {
			p.board = pick(w.r, w.boards[:2])
		} else {
			p.board = of.board
		}
	}
	p.id = w.post(func(n *post) {
		n.Board, n.FirstSeen, n.Repost = p.board, p.seen, p.repost
		n.Title, n.Description = pick(w.r, alertWords.titles), "<p>"+pick(w.r, alertWords.texts)+"</p>"
		if w.r.IntN(2) == 0 {
			n.Skills = []string{pick(w.r, alertWords.skills)}
		}
		if w.r.IntN(3) > 0 {
			n.Places = []place{{pick(w.r, alertWords.cities), ""}}
		}
		if p.repost == uuid.Nil {
			p.repost = n.ID
		}
	})
	p.changed, p.last = max(w.steps, 1), p.seen
	w.postings = append(w.postings, p)
}

// turnAlert switches an alert on or off, or mutes it.
func (w *alertWorld) turnAlert(s *savedSearch) {
	path := "/jobs/filters/saved/" + s.id.String() + "/alert"
	if s.rhythm != "" && w.r.IntN(6) == 0 {
		s.rhythm = ""
		maps.DeleteFunc(w.told, func(_ told, by []uuid.UUID) bool { return by[0] == s.id }) // none of them has been taken
		w.as(s.user).Do(http.MethodDelete, path, nil).Want(http.StatusNoContent)
		return
	}
	if s.rhythm == "" {
		s.on = w.steps
	}
	s.rhythm, s.muted = pick(w.r, []string{"AT_ONCE", "DAILY", "WEEKLY"}), w.r.IntN(8) == 0
	body := map[string]any{"rhythm": s.rhythm, "mutedUntil": now.Add(-time.Hour)}
	if s.muted {
		body["mutedUntil"] = now.Add(time.Hour)
	}
	w.as(s.user).Do(http.MethodPut, path, body).Want(http.StatusOK)
}

// evaluate evaluates the changes: alone, with a second replica, or after an attempt that was cut off.
func (w *alertWorld) evaluate(round int, other *jobs.Service) {
	both := func(ctx context.Context, mayFail bool) {
		var work sync.WaitGroup
		for _, svc := range []*jobs.Service{w.svc, other} {
			work.Go(func() {
				if _, err := svc.EvaluateAlerts(ctx); err != nil && !mayFail {
					w.t.Errorf("round %d: %v", round, err)
				}
			})
		}
		work.Wait()
	}
	if round%3 == 1 {
		ctx, cancel := context.WithTimeout(w.t.Context(), time.Duration(w.r.IntN(12))*time.Millisecond)
		both(ctx, true)
		cancel()
	}
	if round%3 == 2 {
		both(w.t.Context(), false)
	}
	// What a cancelled evaluation had claimed is free again when PostgreSQL has noticed.
	for left := -1; left != 0; left = scan[int](w.world, "SELECT count(*) FROM crawler.posting_change") {
		if _, err := w.svc.EvaluateAlerts(w.t.Context()); err != nil {
			w.t.Fatalf("round %d: %v", round, err)
		}
	}
}

// original returns the last seen posting that one reposts.
func (w *alertWorld) original(p *played) (found *played) {
	for _, o := range w.postings {
		sameCompany := o.board == p.board || o.board != w.boards[2] && p.board != w.boards[2]
		if o != p && o.repost == p.repost && sameCompany && o.seen.Before(p.seen) && (found == nil || o.last.After(found.last)) {
			found = o
		}
	}
	return found
}

// compare works out the hits of the round and compares all hits with those that there must be.
func (w *alertWorld) compare(round int) {
	w.t.Helper()
	expected := map[told][]*savedSearch{}
	for _, s := range w.searches {
		if s.rhythm == "" || s.muted {
			continue
		}
		after, ever := w.matches(s, false), w.matches(s, true)
		for _, p := range w.postings {
			original := w.original(p)
			if p.changed > s.on && after[p.id] && (p.appeared || !s.before[p.id]) && (original == nil || !ever[original.id]) {
				key := told{s.user, p.id}
				expected[key] = append(expected[key], s)
			}
		}
	}
	for key, searches := range expected {
		if w.told[key] != nil {
			continue
		}
		first := slices.Min(slices.Collect(func(yield func(string) bool) { // the rhythms are in alphabetical order
			for _, s := range searches {
				if !yield(s.rhythm) {
					return
				}
			}
		}))
		w.found++
		for _, s := range searches {
			if s.rhythm == first {
				w.told[key] = append(w.told[key], s.id)
			}
		}
	}
	rows, err := w.owner.Query(w.t.Context(), "SELECT user_id, job_id, filter_id FROM job.alert_hit")
	if err != nil {
		w.t.Fatal(err)
	}
	missing := maps.Clone(w.told)
	for rows.Next() {
		var key told
		var filter uuid.UUID
		if err := rows.Scan(&key.user, &key.job, &filter); err != nil {
			w.t.Fatal(err)
		}
		if !slices.Contains(w.told[key], filter) {
			w.t.Errorf("round %d: posting %s was told by filter %s, want one of %s", round, key.job, filter, w.told[key])
		}
		w.told[key] = []uuid.UUID{filter}
		delete(missing, key)
	}
	if rows.Err() != nil {
		w.t.Fatal(rows.Err())
	}
	for key, filters := range missing {
		w.t.Errorf("round %d: posting %s was not told, want one of %s", round, key.job, filters)
	}
	if w.t.Failed() {
		w.t.FailNow()
	}
}
