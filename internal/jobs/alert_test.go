package jobs_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/schema"
)

// alerting gives a user a saved search with an alert.
func (w *world) alerting(user uuid.UUID, filters map[string]any, rhythm string) (filter uuid.UUID) {
	w.t.Helper()
	var saved oas.SavedFilter
	w.as(user).Do(http.MethodPost, "/jobs/filters/saved", map[string]any{"name": "My search", "filters": filters}).
		Want(http.StatusCreated).JSON(&saved)
	w.as(user).Do(http.MethodPut, alertPath(saved.ID), map[string]any{"rhythm": rhythm}).Want(http.StatusOK).JSON(&saved)
	if saved.Alert.Value.Rhythm != oas.AlertRhythm(rhythm) || saved.Alert.Value.MutedUntil.Set {
		w.t.Errorf("saved filter: %+v", saved)
	}
	return saved.ID
}

func alertPath(filter uuid.UUID) string { return "/jobs/filters/saved/" + filter.String() + "/alert" }

func (w *world) internal() *apitest.Client {
	return w.With(apitest.ServiceKey(authtest.ServiceKey.Reveal()))
}

// hits evaluates the alerts and lists the hits that wait.
func (w *world) hits() []oas.AlertHit {
	w.t.Helper()
	w.sync(w.svc)
	if _, err := w.svc.EvaluateAlerts(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	var list oas.AlertHitList
	w.internal().Do(http.MethodGet, "/internal/alert-hits", nil).Want(http.StatusOK).JSON(&list)
	return list.Hits
}

// wantHits compares the postings of the hits that wait, and takes them.
func (w *world) wantHits(what string, want ...uuid.UUID) {
	w.t.Helper()
	got, taken := map[uuid.UUID]bool{}, []uuid.UUID{}
	for _, h := range w.hits() {
		got[h.Job.ID] = true
		taken = append(taken, h.ID)
	}
	wanted := map[uuid.UUID]bool{}
	for _, id := range want {
		wanted[id] = true
	}
	if diff := cmp.Diff(got, wanted); diff != "" || len(taken) != len(want) {
		w.t.Errorf("%s: hits (-got +want)\n%s", what, diff)
	}
	if len(taken) > 0 {
		w.internal().Do(http.MethodPost, "/internal/alert-hits/taken", map[string]any{"ids": taken}).Want(http.StatusNoContent)
	}
}

func TestAlertTellsOfNewMatchesOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(func(p *post) { p.Title = "Go Engineer" })
	w.sync(w.svc)
	me := uuid.New()
	w.alerting(me, map[string]any{"keyword": "engineer", "skill": []string{"go"}, "location": []string{}}, "DAILY")
	w.wantHits("what was there before")

	id := w.post(func(p *post) { p.Title = "Engineer" })
	w.wantHits("a posting without the skill")
	w.exec("UPDATE crawler.job_post SET skills = '{Go}' WHERE id = $1", id)
	w.wantHits("the posting with the skill", id)
	w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE id = $1", id)
	w.exec("UPDATE crawler.job_post SET closed_at = NULL, title = 'Senior Engineer' WHERE id = $1", id)
	w.wantHits("the posting opened again")

	second := w.alerting(me, map[string]any{"skill": []string{"Go"}}, "AT_ONCE")
	next := w.post(func(p *post) { p.Title, p.Skills = "Engineer", []string{"Go"} })
	if list := w.hits(); len(list) != 1 || list[0].FilterId != second || list[0].Rhythm != oas.AlertRhythmATONCE {
		t.Errorf("hits of two searches: %+v, want one of %s", list, second)
	}
	w.wantHits("a posting that two searches found", next)
	w.wantHits("hits that were taken")
}

func TestAlertSaysWhy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	me := uuid.New()
	filter := w.alerting(me, map[string]any{"keyword": "k8s OR nomad engineer", "location": []string{"Berlin", "Zurich"},
		"workplaceType": []string{"remote"}, "compensationMin": 50_000}, "AT_ONCE")
	id := w.post(func(p *post) {
		p.Title, p.Description, p.Workplace, p.Places = "Ingénieur Engineer", "<p>Nomad</p>", new("remote"), []place{{"Zurich", "Switzerland"}}
		p.PayMin, p.Currency, p.Period = new(int64(90_000)), new("EUR"), new("year")
	})
	list := w.hits()
	if len(list) != 1 {
		t.Fatalf("hits: %+v", list)
	}
	h := list[0]
	if h.UserId != me || h.FilterId != filter || h.FilterName != "My search" || h.Job.ID != id || !h.MatchedAt.Equal(now) {
		t.Errorf("hit: %+v", h)
	}
	word := func(text string) oas.AlertReason { return oas.AlertReason{Kind: oas.AlertReasonKindWORD, Text: text} }
	fact := func(filter, value, text string) oas.AlertReason {
		return oas.AlertReason{
			Kind: oas.AlertReasonKindFACT, Text: text, Filter: oas.NewOptString(filter), Value: oas.NewOptString(value),
		}
	}
	pay := fact("compensationMin", "50000", "€50,000 a year or more")
	pay.Currency = oas.NewOptString("EUR")
	place, workplace := fact("location", "Zurich", "Zurich"), fact("workplaceType", "remote", "remote")
	want := []oas.AlertReason{word("nomad"), word("engineer"), place, workplace, pay}
	if diff := cmp.Diff(h.Reasons, want); diff != "" {
		t.Errorf("reasons: (-got +want)\n%s", diff)
	}
	if diff := cmp.Diff(h.TitleMarks, []oas.Mark{{Start: 10, End: 18}}); diff != "" {
		t.Errorf("marks: (-got +want)\n%s", diff)
	}
}

// TestAlertNamesTheDistanceAndStatedPay checks the reasons that are no values of a posting.
func TestAlertNamesTheDistanceAndStatedPay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	w.alerting(uuid.New(), map[string]any{"near": "Zurich", "within": "50km", "compensationMin": 0}, "AT_ONCE")
	w.post(func(p *post) {
		p.Places = []place{{"Zurich", "Switzerland"}}
		p.PayMin, p.Currency, p.Period = new(int64(90_000)), new("CHF"), new("year")
	})
	list := w.hits()
	if len(list) != 1 || len(list[0].Reasons) != 2 {
		t.Fatalf("hits: %+v", list)
	}
	pay, near := list[0].Reasons[0], list[0].Reasons[1]
	if pay.Filter.Value != "compensationMin" || pay.Value.Value != "0" || pay.Text != "states its pay" {
		t.Errorf("pay: %+v", pay)
	}
	if near.Filter.Value != "near" || near.Value.Value != "Zurich" || near.Within.Value != "50km" || near.Text != "within 50 km of Zurich" {
		t.Errorf("distance: %+v", near)
	}
}

func TestAlertSkipsHiddenPostings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	me, other := uuid.New(), uuid.New()
	w.alerting(me, map[string]any{"keyword": "engineer"}, "AT_ONCE")
	addRule(w.as(me), `{"list": "NEVER", "kind": "TITLE_WORD", "value": "sales"}`)
	hidden := w.post(func(p *post) { p.Title = "Sales Engineer" })
	shown := w.post(func(p *post) { p.Title = "Rust Engineer" })
	w.wantHits("one that is never wanted, and one that is", shown)
	w.alerting(other, map[string]any{"keyword": "engineer"}, "AT_ONCE")
	w.exec("UPDATE crawler.job_post SET title = 'Senior Sales Engineer' WHERE id = $1", hidden)
	w.wantHits("still not wanted")
	w.exec("UPDATE crawler.job_post SET title = 'Engineer' WHERE id = $1", hidden)
	w.wantHits("no longer hidden by its title", hidden)
}

// TestAlertSkipsUnconfirmedPostings changes postings that their boards have not confirmed for some days.
func TestAlertSkipsUnconfirmedPostings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	w.alerting(uuid.New(), map[string]any{"skill": []string{"Go"}, "unconfirmedDays": 30}, "AT_ONCE")
	lately := w.post(func(p *post) { p.Unconfirmed = new(now.Add(-2 * 24 * time.Hour)) })
	long := w.post(func(p *post) { p.Unconfirmed = new(now.Add(-4 * 24 * time.Hour)) })
	w.wantHits("postings without the skill")
	w.exec("UPDATE crawler.job_post SET skills = '{Go}' WHERE id IN ($1, $2)", lately, long)
	w.wantHits("postings with the skill", lately)
}

func TestRepostCausesNoAlert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	w.alerting(uuid.New(), map[string]any{"skill": []string{"go"}, "postedWithin": "today"}, "AT_ONCE")
	company := uuid.New()
	w.exec("INSERT INTO job.company (id, slug, name) VALUES ($1, 'foo', 'Foo')", company)
	ofFoo := func(b *board) { b.Company = &company }
	one, two, other := w.board(ofFoo), w.board(ofFoo), w.board(nil)
	skilled := func(board uuid.UUID, of uuid.UUID, seen time.Time) uuid.UUID {
		return w.post(func(p *post) { p.Board, p.Repost, p.FirstSeen, p.Skills = board, of, seen, []string{"Go"} })
	}
	first := skilled(one, uuid.Nil, now.Add(-20*time.Hour))
	w.wantHits("the first posting", first)
	w.exec("UPDATE crawler.job_post SET closed_at = $2 WHERE id = $1", first, now)
	skilled(two, first, now.Add(-10*time.Hour))
	w.wantHits("a repost on another board of the company")
	w.wantHits("another company's", skilled(other, first, now.Add(-9*time.Hour)))

	bare := w.post(func(p *post) { p.Board, p.Repost, p.FirstSeen = one, first, now.Add(-8*time.Hour) })
	w.wantHits("a repost that is not enriched yet")
	w.exec("UPDATE crawler.job_post SET skills = '{Go}' WHERE id = $1", bare)
	w.wantHits("the repost when it is enriched")

	old := skilled(one, uuid.Nil, now.Add(-100*24*time.Hour))
	w.wantHits("a posting that was on its board for long")
	w.wantHits("a repost after a hundred days", skilled(one, old, now.Add(-7*time.Hour)))
}

func TestAlertIsMutedChangedAndRemoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	me := uuid.New()
	filter := w.alerting(me, map[string]any{"keyword": "engineer"}, "AT_ONCE")
	mute := func(until time.Time) {
		w.as(me).Do(http.MethodPut, alertPath(filter), map[string]any{"rhythm": "WEEKLY", "mutedUntil": until}).Want(http.StatusOK)
	}
	mute(time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC))
	var list oas.SavedFilterList
	w.as(me).Do(http.MethodGet, "/jobs/filters/saved", nil).Want(http.StatusOK).JSON(&list)
	if a := list.Items[0].Alert.Value; a.Rhythm != oas.AlertRhythmWEEKLY || a.MutedUntil.Value.Year() != 9999 {
		t.Errorf("alert: %+v", a)
	}
	w.post(nil)
	w.wantHits("a posting while the alert is muted")
	mute(now)
	w.wantHits("the same when it no longer is")
	w.wantHits("the next", w.post(nil))

	w.as(me).Do(http.MethodPatch, "/jobs/filters/saved/"+filter.String(), map[string]any{"filters": map[string]any{"keyword": "nurse"}}).
		Want(http.StatusOK)
	w.post(nil)
	w.wantHits("an engineer for a nurse")
	w.wantHits("a nurse", w.post(func(p *post) { p.Title = "Nurse" }))

	w.post(func(p *post) { p.Title = "Nurse" })
	w.hits()
	for range 2 {
		w.as(me).Do(http.MethodDelete, alertPath(filter), nil).Want(http.StatusNoContent)
	}
	w.wantHits("a hit that waited when the alert was removed")
	if n := scan[int](w, "SELECT count(*) FROM job.alert_hit WHERE taken_at IS NULL"); n != 0 {
		t.Errorf("%d hits wait for a removed alert, want 0", n)
	}
	w.post(func(p *post) { p.Title = "Nurse" })
	w.wantHits("a nurse without an alert")

	stranger := w.as(uuid.New())
	stranger.Do(http.MethodPut, alertPath(filter), map[string]any{"rhythm": "DAILY"}).WantError(http.StatusNotFound, "Not Found")
	stranger.Do(http.MethodDelete, alertPath(filter), nil).WantError(http.StatusNotFound, "Not Found")
	w.as(me).Do(http.MethodPut, alertPath(filter), map[string]any{"rhythm": "HOURLY"}).WantError(http.StatusBadRequest, "Validation Error")
}

func TestDeletedAccountLeavesNoAlert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	me := uuid.New()
	w.alerting(me, map[string]any{"keyword": "engineer"}, "AT_ONCE")
	w.wantHits("a posting", w.post(nil))
	w.internal().Do(http.MethodDelete, "/internal/users/"+me.String(), nil).Want(http.StatusNoContent)
	if n := scan[int](w, "SELECT (SELECT count(*) FROM job.alert) + (SELECT count(*) FROM job.alert_hit)"); n != 0 {
		t.Errorf("%d rows are left, want 0", n)
	}
}

func TestHitsAreKeptAsLongAsTheirPosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.sync(w.svc)
	w.alerting(uuid.New(), map[string]any{"keyword": "engineer"}, "AT_ONCE")
	open, closed, gone := w.post(nil), w.post(nil), w.post(nil)
	w.wantHits("postings", open, closed, gone)
	w.exec("UPDATE crawler.job_post SET closed_at = $2 WHERE id = $1", closed, now.Add(-time.Hour))
	w.exec("UPDATE crawler.job_post SET closed_at = $2 WHERE id = $1", gone, now.Add(-200*24*time.Hour))
	if trimmed, err := w.svc.TrimAlertHits(t.Context()); err != nil || trimmed.Hits != 1 {
		t.Errorf("trimmed %+v, %v", trimmed, err)
	}
	if n := scan[int](w, "SELECT count(*) FROM job.alert_hit WHERE job_id = ANY($1)", []uuid.UUID{open, closed}); n != 2 {
		t.Errorf("%d hits are left, want 2", n)
	}
}

// TestChangeDuringAnEvaluationIsNotLost checks that a change is evaluated even if a running evaluation read the posting
// before it.
func TestChangeDuringAnEvaluationIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(nil)
	tx, err := w.db.Pool(schema.JobsRole).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "DELETE FROM crawler.posting_change"); err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{})
	go func() {
		defer close(changed)
		w.exec("UPDATE crawler.job_post SET title = 'Nurse' WHERE id = $1", id)
	}()
	const waits = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')"
	for !scan[bool](w, waits) {
		runtime.Gosched()
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-changed
	if was := scan[string](w, "SELECT before ->> 'title' FROM crawler.posting_change WHERE job_id = $1", id); was != "Engineer" {
		t.Errorf("the title was %q, want %q", was, "Engineer")
	}
}

// TestChangesAreDroppedWithoutAlerts checks that changes are dropped and not evaluated while no user has an alert, so
// that they do not pile up.
func TestChangesAreDroppedWithoutAlerts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(nil)
	w.sync(w.svc)
	done, err := w.svc.EvaluateAlerts(t.Context())
	if err != nil || done.Dropped != 1 || done.Postings != 0 {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestSilentAlerts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	filter := func() uuid.UUID { return w.alerting(me, map[string]any{"keyword": "engineer"}, "DAILY") }
	loud, muted, over, off := filter(), filter(), filter(), filter()
	w.exec("UPDATE job.alert SET muted_until = $2 WHERE filter_id = $1", muted, now.Add(time.Hour))
	w.exec("UPDATE job.alert SET muted_until = $2 WHERE filter_id = $1", over, now)
	w.exec("DELETE FROM job.alert WHERE filter_id = $1", off)
	unknown := uuid.New()
	var got oas.SilentAlerts
	asked := []string{}
	for _, id := range []uuid.UUID{loud, muted, over, off, unknown} {
		asked = append(asked, "filterIds="+id.String())
	}
	w.internal().Do(http.MethodGet, "/internal/alerts/silent?"+strings.Join(asked, "&"), nil).Want(http.StatusOK).JSON(&got)
	if diff := cmp.Diff(got.FilterIds, []uuid.UUID{muted, off, unknown}); diff != "" {
		t.Error(diff)
	}
}
