package workable

import (
	"bufio"
	"encoding/json"
	"fmt"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://apply.workable.com/{token}/",
		Routes:  []fake.Route{{Pattern: "GET /api/v1/widget/accounts/{token}", Serve: fakeBoard, Unknown: fake.Missing}},
	}
}

// fakeBoard serves one document with an entry per place: a job in three cities has three entries with
// the same shortcode.
func fakeBoard(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	details := c.R.URL.Query().Get("details") == "true"
	c.W.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := bufio.NewWriterSize(c.W, 32<<10)
	defer out.Flush()
	name, _ := json.Marshal(c.Board.Name)
	fmt.Fprintf(out, `{"name":%s,"description":null,"jobs":[`, name)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	first := true
	c.Each(func(j fake.Job) {
		for _, p := range j.Places {
			if !first {
				_ = out.WriteByte(',')
			}
			first = false
			_ = enc.Encode(fakeEntry(c, j, p, details))
		}
	})
	_, _ = out.WriteString("]}")
}

func fakeEntry(c fake.Call, j fake.Job, p fake.City, details bool) map[string]any {
	employments := map[string]string{"full": "Full-time", "part": "Part-time", "contract": "Contract", "intern": "Internship"}
	entry := map[string]any{
		"title": j.Title, "shortcode": fmt.Sprintf("%010X", j.ID%0xFFFFFFFFFF), "code": j.Reference, "employment_type": employments[j.Employment],
		"telecommuting": j.Workplace == "remote", "department": j.Department, "url": c.PageURL(j), "shortlink": c.PageURL(j),
		"application_url": c.PageURL(j) + "/apply", "published_on": j.Posted.Format("2006-01-02"), "created_at": j.Posted.AddDate(0, 0, -3).Format("2006-01-02"),
		"country": p.Country, "city": p.Name, "state": p.Region, "experience": j.Level,
		"locations": []any{map[string]any{"country": p.Country, "countryCode": p.Code, "city": p.Name, "region": p.Region, "hidden": false}},
	}
	if details {
		entry["description"] = j.Body()
	}
	return entry
}
