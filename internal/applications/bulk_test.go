package applications_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
)

func (p person) bulk(body object) oas.BulkResult {
	var got oas.BulkResult
	p.Do("POST", "/applications/bulk", body).Want(200).JSON(&got)
	return got
}

func (p person) undoBulk(id uuid.UUID) oas.BulkResult {
	var got oas.BulkResult
	p.Do("POST", fmt.Sprintf("/applications/bulk/%s/undo", id), nil).Want(200).JSON(&got)
	return got
}

// TestBulkChangesAndTheirUndo checks that every change of many can be taken back without a trace, except in the time of
// the last activity.
func TestBulkChangesAndTheirUndo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change object
		want   int // number changed of three, of which one has the change already
		check  func(a oas.Application) bool
		gone   bool
	}{
		"move": {object{"action": "move", "status": "interview"}, 2, func(a oas.Application) bool { return a.Status == "INTERVIEW" }, false},
		"tag": {object{"action": "tag", "tag": " Dream  Job "}, 2,
			func(a oas.Application) bool { return strings.EqualFold(a.Tags[0], "dream job") }, false},
		"untag":   {object{"action": "untag", "tag": "DREAM JOB"}, 1, func(a oas.Application) bool { return len(a.Tags) == 0 }, false},
		"archive": {object{"action": "archive"}, 2, func(a oas.Application) bool { return !a.ArchivedAt.Null }, false},
		"delete":  {object{"action": "delete"}, 3, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			p := fx.person()
			first, second := p.card("First"), p.create(object{"notes": "kept"}).ID
			changed := p.create(object{"status": "INTERVIEW"}).ID
			p.Do("PATCH", "/applications/"+changed.String(), object{"tags": []string{"dream job"}, "archived": true}).Want(200)
			ids := []any{first, second, changed, first, uuid.New(), fx.person().card("Theirs")}
			before, board := statesOf(p, first, second, changed), p.column("APPLIED")
			stats := p.stats()

			c.change["ids"] = ids
			fx.clock.Add(time.Minute)
			done := p.bulk(c.change)
			if done.Changed != c.want {
				t.Errorf("%d changed, want %d", done.Changed, c.want)
			}
			all := p.list("?size=100").Content
			if c.gone != (len(all) == 0) {
				t.Errorf("%d left", len(all))
			}
			for _, a := range all {
				if !c.check(a) {
					t.Errorf("%s is %+v", a.Job.Title, a)
				}
			}
			fx.person().Do("POST", fmt.Sprintf("/applications/bulk/%s/undo", done.ID), nil).WantError(404, "Not Found")
			if undone := p.undoBulk(done.ID); undone.Changed != c.want {
				t.Errorf("%d undone, want %d", undone.Changed, c.want)
			}
			if diff := cmp.Diff(before, statesOf(p, first, second, changed)); diff != "" {
				t.Errorf("after the undo: %s", diff)
			}
			if diff := cmp.Diff(stats, p.stats()); diff != "" {
				t.Errorf("statistics: %s", diff)
			}
			if diff := cmp.Diff(board, p.column("APPLIED")); diff != "" {
				t.Errorf("the board: %s", diff)
			}
			p.Do("POST", fmt.Sprintf("/applications/bulk/%s/undo", done.ID), nil).WantError(404, "Not Found")
		})
	}
}

// statesOf returns applications without the times of changes and with their tags in lower case.
func statesOf(p person, ids ...uuid.UUID) []oas.ApplicationDetails {
	var out []oas.ApplicationDetails
	for _, id := range ids {
		a := p.get(id)
		a.UpdatedAt, a.LastActivityAt = time.Time{}, time.Time{}
		for i := range a.Tags {
			a.Tags[i] = strings.ToLower(a.Tags[i])
		}
		out = append(out, a)
	}
	return out
}

func TestBulkUndoKeepsLaterChanges(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a, b := p.card("A"), p.card("B")
	done := p.bulk(object{"ids": []any{a, b}, "action": "move", "status": "SCREENING"})
	p.move(a, "OFFER")
	if got := p.undoBulk(done.ID); got.Changed != 1 || p.get(a).Status != "OFFER" || p.get(b).Status != "APPLIED" {
		t.Errorf("got %+v, %s, %s, want 1 changed, OFFER and APPLIED", got, p.get(a).Status, p.get(b).Status)
	}
	done = p.bulk(object{"ids": []any{a, b}, "action": "delete"})
	p.Do("POST", "/applications/"+a.String()+"/restore", nil).Want(200)
	if got := p.undoBulk(done.ID); got.Changed != 1 || p.list("").TotalElements != 2 {
		t.Errorf("got %+v and %d, want 1 changed and 2", got, p.list("").TotalElements)
	}

	late := p.bulk(object{"ids": []any{b}, "action": "archive"})
	fx.clock.Add(10 * time.Minute)
	p.Do("POST", fmt.Sprintf("/applications/bulk/%s/undo", late.ID), nil).WantError(404, "Not Found")
	if _, err := fx.svc.Housekeep(t.Context()); err != nil || fx.count("SELECT count(*) FROM applications.bulk") != 0 {
		t.Errorf("what cannot be undone is kept: %v", err)
	}
}

func TestBulkRefusals(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.card("A")
	many := make([]uuid.UUID, 501)
	for _, body := range []object{
		{"ids": []any{a}, "action": "move"}, {"ids": []any{a}, "action": "move", "status": "HIRED"}, {"ids": []any{a}, "action": "tag"},
		{"ids": []any{a}, "action": "tag", "tag": " "}, {"ids": []any{}, "action": "delete"}, {"ids": many, "action": "delete"},
		{"ids": []any{a}, "action": "frame"}, {"action": "delete"},
	} {
		p.Do("POST", "/applications/bulk", body).WantError(400, "Validation Error")
	}
	var tags []string
	for i := range 20 {
		tags = append(tags, fmt.Sprint("tag ", i))
	}
	p.Do("PATCH", "/applications/"+a.String(), object{"tags": append(tags, "one more")}).WantError(400, "Validation Error")
	p.Do("PATCH", "/applications/"+a.String(), object{"tags": tags}).Want(200)
	p.Do("POST", "/applications/bulk", object{"ids": []any{a}, "action": "tag", "tag": "one more"}).WantError(409, "Limit Reached")
}

func TestListsFilterByTagAndArchive(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a, b := p.card("Tagged"), p.card("Archived")
	p.card("Plain")
	p.Do("PATCH", "/applications/"+a.String(), object{"tags": []string{" Dream  job", "DREAM JOB", "remote"}}).Want(200)
	p.Do("PATCH", "/applications/"+b.String(), object{"archived": true}).Want(200)
	if diff := cmp.Diff(p.get(a).Tags, []string{"Dream job", "remote"}); diff != "" {
		t.Errorf("tags: %s", diff)
	}
	for query, want := range map[string]int64{
		"": 3, "?archived=false": 2, "?archived=true": 1, "?tag=" + url.QueryEscape("dream JOB"): 1, "?tag=x&tag=remote": 1, "?tag=x": 0,
		"?q=dream": 1,
	} {
		if got := p.list(query).TotalElements; got != want {
			t.Errorf("%q lists %d, want %d", query, got, want)
		}
	}
	before := p.get(b)
	p.Do("PATCH", "/applications/"+b.String(), object{"archived": true}).Want(200)
	if after := p.get(b); !cmp.Equal(before, after) {
		t.Errorf("archiving again changed %s", cmp.Diff(before, after))
	}
	p.Do("PATCH", "/applications/"+a.String(), object{"tags": []string{}}).Want(200)
	if got := p.get(a).Tags; len(got) != 0 {
		t.Errorf("tags left: %v", got)
	}
}

func TestArchivedApplicationsAreLeftAlone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"nextStep": object{"label": "Call", "date": "2026-05-21"}}).ID
	p.Do("PATCH", "/applications/"+a.String(), object{"archived": true}).Want(200)
	var steps oas.UpcomingNextStepsResponse
	fx.internal.Do("GET", "/internal/applications/upcoming-next-steps", nil).Want(200).JSON(&steps)
	if len(steps.Items) != 0 || !p.stats().NextDeadline.Null {
		t.Errorf("steps of an archived application: %+v, %+v", steps, p.stats().NextDeadline)
	}
	fx.clock.Add(30 * 24 * time.Hour)
	var stale oas.StaleApplicationsResponse
	fx.internal.Do("GET", "/internal/applications/stale", nil).Want(200).JSON(&stale)
	if len(stale.Items) != 0 {
		t.Errorf("an archived application is stale")
	}
}

func TestSortsInBothDirections(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.create(object{"jobDetails": object{"title": "beta", "company": "Zed"}, "status": "OFFER", "appliedAt": "2026-05-01T00:00:00Z"})
	p.create(object{"jobDetails": object{"title": "Alpha", "company": "young"}, "status": "SAVED", "nextStep": object{"date": "2026-06-02"}})
	p.create(object{"jobDetails": object{"title": "gamma", "company": "Xerx"}, "status": "APPLIED", "appliedAt": "2026-05-03T00:00:00Z",
		"nextStep": object{"date": "2026-06-01"}})
	for query, want := range map[string]string{
		"title": "Alpha beta gamma", "title&order=desc": "gamma beta Alpha", "company": "gamma Alpha beta",
		"company&order=desc": "beta Alpha gamma", "status": "Alpha gamma beta", "status&order=desc": "beta gamma Alpha",
		"nextStep": "gamma Alpha beta", "nextStep&order=desc": "Alpha gamma beta", "applied": "gamma beta Alpha",
		"applied&order=asc": "beta gamma Alpha", "board": "gamma Alpha beta", "board&order=asc": "beta Alpha gamma",
	} {
		var titles []string
		for _, a := range p.list("?sort=" + query).Content {
			titles = append(titles, a.Job.Title)
		}
		if got := strings.Join(titles, " "); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

func TestViews(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	save := func(name, query string) (v oas.View) {
		p.Do("POST", "/applications/views", object{"name": name, "page": "table", "query": query}).Want(200).JSON(&v)
		return v
	}
	first := save(" Waiting  long ", "status=APPLIED")
	if again := save("waiting long", "status=SCREENING"); again.ID != first.ID || again.Query != "status=SCREENING" {
		t.Errorf("a view of the same name: %+v after %+v", again, first)
	}
	save("Archive", "")
	var list oas.ViewList
	p.Do("GET", "/applications/views", nil).Want(200).JSON(&list)
	if len(list.Items) != 2 || list.Items[0].Name != "Archive" {
		t.Errorf("listed: %+v", list)
	}
	for i := range 48 {
		save(fmt.Sprint("View ", i), "")
	}
	p.Do("POST", "/applications/views", object{"name": "Too many", "page": "board", "query": ""}).WantError(409, "Limit Reached")
	save("View 1", "changed")
	p.Do("POST", "/applications/views", object{"name": "\u2003", "page": "board", "query": ""}).WantError(400, "Validation Error")
	p.Do("POST", "/applications/views", object{"name": "x", "page": "chart", "query": ""}).WantError(400, "Validation Error")
	p.Do("DELETE", "/applications/views/"+first.ID.String(), nil).Want(204)
	p.Do("DELETE", "/applications/views/"+first.ID.String(), nil).WantError(404, "Not Found")
	fx.internal.Do("DELETE", "/internal/users/"+p.id.String(), nil).Want(204)
	if n := fx.count("SELECT count(*) FROM applications.view"); n != 0 {
		t.Errorf("%d views of a deleted user, want 0", n)
	}
}
