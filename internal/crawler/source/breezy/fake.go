package breezy

import (
	"fmt"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	unknown := fake.Elsewhere(http.StatusFound, "https://breezy.hr/")
	return fake.Fake{Address: "https://{token}.breezy.hr/", Path: "/{token}", Routes: []fake.Route{
		{Pattern: "GET /json", Serve: fakeList, Unknown: unknown},
		{Pattern: "GET /p/{slug}", Serve: fakePage, Unknown: unknown, Detail: true},
	}}
}

func fakeList(c fake.Call) {
	kinds := map[string]string{"full": "Full-Time", "part": "Part-Time", "contract": "Contract", "intern": "Internship"}
	c.Stream("[", "]", func(j fake.Job) any {
		places := []any{}
		for _, p := range j.Places {
			places = append(places, map[string]any{"name": p.Name, "city": p.Name, "state": map[string]any{"id": "X", "name": p.Region},
				"country": map[string]any{"id": p.Code, "name": p.Country}, "is_remote": j.Workplace == "remote"})
		}
		id := fmt.Sprintf("%012x", j.ID)
		return map[string]any{"id": id, "friendly_id": id + "-" + j.Slug, "name": j.Title, "url": c.PageURL(j),
			"published_date": j.Posted.Format("2006-01-02T15:04:05.000Z"),
			"type":           map[string]any{"id": "x", "name": kinds[j.Employment]}, "location": places[0], "locations": places,
			"department": j.Department, "salary": "",
			"company": map[string]any{"name": j.Company, "friendly_id": c.Board.Token}}
	})
}

func fakePage(c fake.Call) {
	var number int64
	id, _, _ := strings.Cut(c.R.PathValue("slug"), "-")
	_, err := fmt.Sscanf(id, "%x", &number)
	j, open := c.Find(number)
	if err != nil || !open {
		fake.MissingPage(c)
		return
	}
	fake.ServePage(c, j, c.PageURL(j))
}
