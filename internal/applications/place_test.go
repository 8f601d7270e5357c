package applications_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
)

// column returns the titles of a column from the top.
func (p person) column(status string) []string {
	titles := []string{}
	for _, a := range p.list("?sort=board&size=100&status=" + status).Content {
		titles = append(titles, a.Job.Title)
	}
	return titles
}

func (p person) card(title string) uuid.UUID {
	return p.create(object{"jobDetails": object{"title": title, "company": "C"}}).ID
}

func (p person) place(id uuid.UUID, status string, after any) {
	p.Do("PATCH", "/applications/"+id.String()+"/status", object{"status": status, "after": after}).Want(200)
}

func TestCardsStayWhereTheyArePut(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a, b, c := p.card("A"), p.card("B"), p.card("C")
	want := func(status string, titles ...string) {
		t.Helper()
		if diff := cmp.Diff(p.column(status), append([]string{}, titles...)); diff != "" {
			t.Errorf("%s (-got +want):\n%s", status, diff)
		}
	}
	want("APPLIED", "C", "B", "A")
	before := p.get(a)
	p.place(a, "APPLIED", c)
	want("APPLIED", "C", "A", "B")
	if after := p.get(a); len(after.Timeline) != 1 || !after.LastActivityAt.Equal(before.LastActivityAt) {
		t.Errorf("putting a card in its place counts as activity: %+v", after)
	}
	p.place(b, "APPLIED", nil)
	want("APPLIED", "B", "C", "A")
	p.Do("PATCH", "/applications/"+a.String(), object{"notes": "changed"}).Want(200)
	want("APPLIED", "B", "C", "A")

	p.place(b, "OFFER", nil)
	p.place(a, "OFFER", b)
	want("OFFER", "B", "A")
	d := p.move(c, "OFFER")
	want("OFFER", "C", "B", "A")
	p.undo(d)
	want("APPLIED", "C")
	// An undone move puts the card where it was.
	e := p.card("E")
	moved := p.move(c, "OFFER")
	want("APPLIED", "E")
	p.undo(moved)
	want("APPLIED", "E", "C")

	stranger := fx.person()
	theirs := stranger.card("T")
	for name, after := range map[string]any{"of another column": b, "itself": e, "unknown": uuid.New(), "of another user": theirs} {
		t.Run(name, func(t *testing.T) {
			p.Do("PATCH", "/applications/"+e.String()+"/status", object{"status": "APPLIED", "after": after}).WantError(409, "Conflict")
		})
	}
	p.Do("PATCH", "/applications/"+e.String()+"/status", object{"status": "APPLIED", "after": "x"}).WantError(400, "Validation Error")
}

// TestRanksNeverRunOut checks that there is room between two cards however often one is put there.
func TestRanksNeverRunOut(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	last, next, top := p.card("X"), p.card("Y"), p.card("Top")
	for range 200 {
		p.place(last, "APPLIED", top)
		last, next = next, last
	}
	want := []string{"Top", p.get(next).Job.Title, p.get(last).Job.Title}
	if diff := cmp.Diff(p.column("APPLIED"), want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
}

func TestImportedCardsKeepTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.card("Before")
	p.Do("POST", "/applications/import", "title,company\nFirst,C\nSecond,C\n", apitest.Header("Content-Type", "text/csv")).Want(200)
	if diff := cmp.Diff(p.column("APPLIED"), []string{"Second", "First", "Before"}); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
}
