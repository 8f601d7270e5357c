package gem

import (
	"html"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://jobs.gem.com/{token}",
		Routes:  []fake.Route{{Pattern: "GET /job_board/v0/{token}/job_posts/{$}", Serve: fakeBoard, Unknown: fake.Missing}},
	}
}

// fakeBoard serves one array; every second text is HTML-escaped.
func fakeBoard(c fake.Call) {
	if !c.Fresh("posts") {
		return
	}
	modes := map[string]any{"remote": "remote", "hybrid": "hybrid", "onsite": "in_office", "unknown": nil}
	kinds := map[string]string{"full": "full_time", "part": "part_time", "contract": "contract", "intern": "internship"}
	c.Stream("[", "]", func(j fake.Job) any {
		offices := []any{}
		for _, p := range j.Places {
			offices = append(offices, map[string]any{"id": p.Code, "name": p.Name, "location": map[string]any{"name": p.Name + ", " + p.Country}})
		}
		text := j.Body()
		if j.Index%2 == 0 {
			text = html.EscapeString(text)
		}
		return map[string]any{
			"id": strconv.FormatInt(j.ID, 36), "title": j.Title, "absolute_url": c.PageURL(j), "content": text, "content_plain": "",
			"location": map[string]any{"name": j.Places[0].Name + ", " + j.Places[0].Country}, "offices": offices,
			"location_type": modes[j.Workplace],
			"departments":   []any{map[string]any{"name": j.Department}, map[string]any{"name": j.Team}}, "employment_type": kinds[j.Employment],
			"requisition_id": j.Reference, "first_published_at": j.Posted.Format(time.RFC3339), "updated_at": j.Updated.Format(time.RFC3339),
		}
	})
}
