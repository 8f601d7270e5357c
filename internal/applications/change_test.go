package applications_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/applications/oas"
)

// changeable is every field of the contract's partial update, by its path in the request.
var changeable = []struct {
	path      string // field in the request
	shown     string // field in the response, where it differs
	old, new  any
	clearable bool
}{
	{path: "notes", old: "old notes", new: "new notes", clearable: true},
	{path: "contact", old: "Mira Solberg", new: "Ola Nordmann", clearable: true},
	{path: "portalUrl", old: "https://a.example/p", new: "https://b.example/p", clearable: true},
	{path: "appliedAt", old: "2026-05-01T10:00:00Z", new: "2026-05-02T10:00:00Z", clearable: true},
	{path: "nextStep.label", old: "Call", new: "Visit", clearable: true},
	{path: "nextStep.date", old: "2026-06-01", new: "2026-06-02", clearable: true},
	{path: "nextStep.reminderAt", old: "2026-06-01T08:00:00Z", new: "2026-06-02T08:00:00Z", clearable: true},
	{path: "ghosting", old: true, new: false},
	{path: "jobDetails.title", shown: "job.title", old: "Engineer", new: "Senior Engineer"},
	{path: "jobDetails.company", shown: "job.company", old: "Northwind", new: "Larkspur"},
	{path: "jobDetails.url", shown: "job.url", old: "https://a.example/j", new: "https://b.example/j", clearable: true},
	{path: "jobDetails.location", shown: "job.location", old: "Oslo", new: "Bergen", clearable: true},
}

// setAt sets a value at a path such as nextStep.label.
func setAt(o object, path string, value any) object {
	head, rest, nested := strings.Cut(path, ".")
	if !nested {
		o[head] = value
		return o
	}
	inner, _ := o[head].(object)
	if inner == nil {
		inner = object{}
	}
	o[head] = setAt(inner, rest, value)
	return o
}

func valueAt(o object, path string) any {
	head, rest, nested := strings.Cut(path, ".")
	if !nested {
		return o[head]
	}
	inner, _ := o[head].(object)
	return valueAt(inner, rest)
}

func TestUpdateChangesOnlyGivenFields(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	full := object{}
	for _, f := range changeable {
		setAt(full, f.path, f.old)
	}
	check := func(what string, got object, changed string, want any) {
		t.Helper()
		for _, f := range changeable {
			expect := f.old
			if f.path == changed {
				expect = want
			}
			shown := f.path
			if f.shown != "" {
				shown = f.shown
			}
			if value := valueAt(got, shown); value != expect {
				t.Errorf("%s: %s: got %v, want %v", what, f.path, value, expect)
			}
		}
	}
	for _, f := range changeable {
		a := p.create(full)
		path := "/applications/" + a.ID.String()
		var got object
		p.Do("PATCH", path, object{}).Want(200).JSON(&got)
		check("{}", got, "", nil)
		if got["lastActivityAt"] != got["createdAt"] || got["updatedAt"] != got["createdAt"] {
			t.Errorf("{} moved the times: %v", got)
		}

		later := fx.clock.Add(time.Second)
		p.Do("PATCH", path, setAt(object{}, f.path, f.old)).Want(200).JSON(&got)
		if got["lastActivityAt"] != got["createdAt"] {
			t.Errorf("%s to what it was: activity moved to %v", f.path, got["lastActivityAt"])
		}
		p.Do("PATCH", path, setAt(object{}, f.path, f.new)).Want(200).JSON(&got)
		check(f.path+" set", got, f.path, f.new)
		if want := later.Format(time.RFC3339); got["lastActivityAt"] != want || got["updatedAt"] != want {
			t.Errorf("%s set: got activity %v, updated %v, want %v", f.path, got["lastActivityAt"], got["updatedAt"], want)
		}
		if !f.clearable {
			p.Do("PATCH", path, setAt(object{}, f.path, nil)).WantError(400, "Validation Error")
			p.Do("PATCH", path, setAt(object{}, f.path, "\u00a0")).WantError(400, "Validation Error")
			continue
		}
		p.Do("PATCH", path, setAt(object{}, f.path, nil)).Want(200).JSON(&got)
		check(f.path+" cleared", got, f.path, nil)
		var again object
		p.Do("GET", path, nil).Want(200).JSON(&again)
		if diff := cmp.Diff(again, got); diff != "" {
			t.Errorf("%s: read again (-got +want):\n%s", f.path, diff)
		}
	}
}

// TestChangeableCoversTheContract fails when the contract gains a field that the list above does not have.
func TestChangeableCoversTheContract(t *testing.T) {
	t.Parallel()
	var want []string
	var walk func(prefix string, typ reflect.Type)
	walk = func(prefix string, typ reflect.Type) {
		for field := range typ.Fields() {
			name := prefix + field.Tag.Get("json")
			if name == "tags" || name == "archived" { // not set at the creation: TestListsFilterByTagAndArchive changes them
				continue
			}
			inner, ok := field.Type.FieldByName("Value")
			if ok && inner.Type.Kind() == reflect.Struct && inner.Type != reflect.TypeFor[time.Time]() {
				walk(name+".", inner.Type)
				continue
			}
			want = append(want, name)
		}
	}
	walk("", reflect.TypeFor[oas.UpdateApplicationRequest]())
	var got []string
	for _, f := range changeable {
		got = append(got, f.path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("fields of the partial update (-listed +contract):\n%s", diff)
	}
}

func TestNullClearsTheNextStep(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(object{"nextStep": object{"label": "Call", "date": "2026-06-01"}})
	path := "/applications/" + a.ID.String()
	var got oas.ApplicationDetails
	p.Do("PATCH", path, object{"nextStep": object{}}).Want(200).JSON(&got)
	if got.NextStep != a.NextStep {
		t.Errorf("{}: got %v, want %v", got.NextStep, a.NextStep)
	}
	p.Do("PATCH", path, object{"nextStep": nil}).Want(200).JSON(&got)
	if !got.NextStep.Null {
		t.Errorf("null: got %v, want none", got.NextStep)
	}
	p.Do("PATCH", path, object{"nextStep": object{"label": " \t", "date": nil}}).Want(200).JSON(&got)
	if !got.NextStep.Null {
		t.Errorf("blank: got %v, want none", got.NextStep)
	}
}

func TestUpdateRefusesInvalidRequests(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	path := "/applications/" + a.ID.String()
	for _, body := range []object{
		{"notes": 7}, {"portalUrl": "ftp://x"},
		{"appliedAt": "2026-05-22T00:00:00Z"}, {"appliedAt": "1969-01-01T00:00:00Z"}, {"nextStep": "soon"},
		{"nextStep": object{"date": "2026-02-30"}}, {"jobDetails": nil}, {"jobDetails": object{"url": "data:x"}},
	} {
		p.Do("PATCH", path, body).WantError(400, "Validation Error")
	}
	if diff := cmp.Diff(p.get(a.ID), a); diff != "" {
		t.Errorf("after refusals (-got +want):\n%s", diff)
	}
	post := fx.jobs.posting(nil)
	var crawled oas.ApplicationDetails
	p.Do("POST", "/applications", object{"jobPostId": post.ID}).Want(201).JSON(&crawled)
	path = "/applications/" + crawled.ID.String()
	p.Do("PATCH", path, object{"jobDetails": object{"title": "x"}}).WantError(409, "Conflict")
	p.Do("PATCH", path, object{"jobDetails": object{"url": nil}}).WantError(409, "Conflict")
	p.Do("PATCH", path, object{"jobDetails": object{}}).Want(200) // changes nothing
	p.Do("PATCH", path, object{"notes": "mine"}).Want(200)
}

func TestParallelUpdatesAllSurvive(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	a := p.create(nil)
	bodies := []object{{"notes": "n"}, {"contact": "c"}, {"portalUrl": "https://p.example/"}, {"nextStep": object{"label": "l"}}}
	race(len(bodies), func(i int) int { return p.Do("PATCH", "/applications/"+a.ID.String(), bodies[i]).Want(200).Status })
	if got := p.get(a.ID); got.Notes.Null || got.Contact.Null || got.PortalUrl.Null || got.NextStep.Null {
		t.Errorf("an update was lost: %+v", got)
	}
}
