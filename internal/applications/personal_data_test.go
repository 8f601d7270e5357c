package applications_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPersonalDataHasAllOfTheUserAndNothingOfOthers(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, other := fx.person(), fx.person()
	other.create(object{"jobDetails": object{"title": "Of another user", "company": "X"}})
	a := p.create(object{"status": "SAVED"})
	p.move(a.ID, "OFFER")
	p.Do("PATCH", "/applications/"+a.ID.String(), object{"notes": "line one\n\"two\"", "tags": []string{"sea"}}).Want(200)
	p.Do("POST", "/applications/views", object{"name": "Mine", "page": "board", "query": "q=sea"}).Want(200)
	p.Do("PUT", "/applications/settings", object{"ghosting": false}).Want(204)
	kept := p.create(object{"status": "SAVED", "jobDetails": object{"title": "Kept for later", "company": "Y"}})
	gone := p.create(nil)
	p.Do("DELETE", "/applications/"+gone.ID.String(), nil).Want(204)

	var got map[string][]map[string]any
	answer := p.Do("GET", "/applications/personal-data", nil).Want(200)
	answer.JSON(&got)
	for area, want := range map[string]int{"applications": 2, "savedJobs": 1, "timeline": 3, "views": 1, "settings": 1, "recentlyDeleted": 1} {
		if len(got[area]) != want {
			t.Errorf("%s: %d rows, want %d", area, len(got[area]), want)
		}
	}
	row := got["applications"][0]
	if row["notes"] != "line one\n\"two\"" || row["jobTitle"] != "Backend Engineer" || row["rank"] == nil || row["archivedAt"] != nil {
		t.Errorf("got %v, want the notes, title and rank of the application, not archived", row)
	}
	if saved := got["savedJobs"]; len(saved) != 1 || saved[0]["id"] != kept.ID.String() || saved[0]["jobTitle"] != "Kept for later" {
		t.Errorf("saved jobs: got %v", saved)
	}
	text, err := json.Marshal(got)
	if err != nil || strings.Contains(string(text), "another user") {
		t.Errorf("another user's data: %s, %v", text, err)
	}
}
