package evaluate

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
)

// The board's field is taken away before the rules read the text, and is the truth.
func TestBoardFieldIsRemovedAndCompared(t *testing.T) {
	t.Parallel()
	r := NewReport()
	r.Add(Example{ID: "right", Family: "lever", Input: enrich.Input{
		Title: "Clerk", Workplace: "remote", Locations: []string{"Remote"}, Description: "<p>This role is fully remote within the EU.</p>",
	}}, Fields)
	r.Add(Example{ID: "wrong", Family: "lever", Input: enrich.Input{
		Title: "Clerk", Workplace: "onsite", Description: "<p>This role is fully remote within the EU.</p>",
	}}, Fields)
	r.Add(Example{ID: "missed", Family: "ashby", Input: enrich.Input{Title: "Clerk", Workplace: "hybrid", Description: "<p>You keep the books.</p>"}}, Fields)
	r.Add(Example{ID: "unstated", Input: enrich.Input{Title: "Clerk", Description: "<p>This role is fully remote within the EU.</p>"}}, Fields)
	if r.Postings != 4 {
		t.Errorf("got %d postings, want 4", r.Postings)
	}
	if diff := cmp.Diff(map[string]Score{"workplaceType": {Right: 1, Wrong: 1, Missed: 2}}, r.ByField); diff != "" {
		t.Errorf("by field (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(map[string]Score{"lever": {1, 1, 1}, "ashby": {Missed: 1}}, r.ByFamily["workplaceType"]); diff != "" {
		t.Errorf("by family (-want +got)\n%s", diff)
	}
	if len(r.Mistakes) != 2 || r.Mistakes[0].ID != "wrong" || !strings.Contains(r.Mistakes[0].Evidence, "fully remote") {
		t.Errorf("mistakes %+v", r.Mistakes)
	}
	if table := r.Table(); !strings.Contains(table, "workplaceType") || !strings.Contains(table, "ashby") {
		t.Error(table)
	}
	if list := r.List(1); strings.Count(list, "workplaceType") != 1 {
		t.Error(list)
	}
}

func TestLocationLineIsComparedWithItsParts(t *testing.T) {
	t.Parallel()
	r := NewReport()
	r.Add(Example{Input: enrich.Input{
		Title: "Clerk", Description: "<p>Books.</p>", Locations: []string{"Berlin, Germany"}, Places: []place.Place{{City: "Berlin", CountryCode: "DE"}},
	}}, []string{"places"})
	r.Add(Example{Input: enrich.Input{ // the line says more than the fields
		Title: "Clerk", Description: "<p>Books.</p>", Locations: []string{"Berlin, Germany"}, Places: []place.Place{{CountryCode: "DE"}},
	}}, []string{"places"})
	if got := r.ByField["places"]; got != (Score{Right: 2}) {
		t.Errorf("got %+v", got)
	}
}

func TestPlacesInTheTextAreComparedWithTheBoards(t *testing.T) {
	t.Parallel()
	r := NewReport()
	for id, text := range map[string]string{"right": "Arbeitsort: Bern", "wrong": "Arbeitsort: Basel", "missed": "Books."} {
		r.Add(Example{ID: id, Input: enrich.Input{Title: "Clerk", Description: "<p>" + text + "</p>", Locations: []string{"Bern"}}}, []string{TextPlaces})
	}
	if got := r.ByField[TextPlaces]; got != (Score{Right: 1, Wrong: 1, Missed: 2}) {
		t.Errorf("got %+v", got)
	}
}

func TestLabelsAreCompared(t *testing.T) {
	t.Parallel()
	r := NewReport()
	r.Add(Example{Input: enrich.Input{Title: "Senior Clerk"}, Want: &enrich.Facts{CareerLevel: "senior", Languages: []string{"en"}}}, Fields)
	if diff := cmp.Diff(map[string]Score{"careerLevel": {Right: 1}, "languages": {Missed: 1}}, r.ByField); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	const lines = `{"input":{"title":"Clerk"}}` + "\n\n" + `{"id":"b","input":{"title":"Cook"}}` + "\n"
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(lines)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"a.jsonl": lines, "a.jsonl.gz": zipped.String()} {
		var got []string
		for e, err := range Read(name, strings.NewReader(file)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.ID+" "+e.Input.Title)
		}
		if diff := cmp.Diff([]string{"line 1 Clerk", "b Cook"}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
	for name, file := range map[string]string{"a.jsonl": "{", "a.jsonl.gz": "no gzip"} {
		var fault error
		for _, err := range Read(name, strings.NewReader(file)) {
			fault = err
		}
		if fault == nil || !strings.Contains(fault.Error(), name) {
			t.Errorf("%s: got error %v, want one that names the file", name, fault)
		}
	}
}
