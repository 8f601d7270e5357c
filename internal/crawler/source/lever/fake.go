package lever

import (
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://jobs.lever.co/{token}",
		Routes:  []fake.Route{{Pattern: "GET /v0/postings/{token}", Serve: fakePage, Unknown: fake.Missing}},
	}
}

// fakePage serves an array, paged by skip and limit, without a total.
func fakePage(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	if strings.Contains(c.R.Header.Get("Accept"), "text/html") && c.R.URL.Query().Get("mode") != "json" {
		_, _ = c.W.Write([]byte("<!doctype html><title>Jobs</title>"))
		return
	}
	out, _ := c.Pages(c.Number("skip", 0), c.Number("limit", 100), func(j fake.Job) any { return fakeEntry(c, j) })
	c.JSON(out)
}

func fakeEntry(c fake.Call, j fake.Job) map[string]any {
	employments := map[string]string{"full": "Full-time, 40h", "part": "Part-time", "contract": "Contract", "intern": "Intern"}
	all := make([]string, len(j.Places))
	for i, p := range j.Places {
		all[i] = p.Name + ", " + p.Region
	}
	workplace := j.Workplace
	if workplace == "unknown" {
		workplace = "unspecified"
	}
	out := map[string]any{
		"id": j.UUID, "text": j.Title, "country": j.Places[0].Code, "workplaceType": workplace, "createdAt": j.Posted.UnixMilli(),
		"categories":  map[string]any{"commitment": employments[j.Employment], "department": j.Department, "team": j.Team, "location": all[0], "allLocations": all},
		"description": j.Sections[0].HTML, "descriptionPlain": "", "additional": j.Sections[4].HTML,
		"lists":     []any{fakeList(j.Sections[1]), fakeList(j.Sections[2]), fakeList(j.Sections[3])},
		"hostedUrl": c.PageURL(j), "applyUrl": c.PageURL(j) + "/apply",
	}
	if j.Pay.Min > 0 {
		slugs := map[string]string{"year": "per-year-salary", "month": "per-month-salary", "hour": "per-hour-wage"}
		out["salaryRange"] = map[string]any{"currency": j.Pay.Currency, "interval": slugs[j.Pay.Period], "min": j.Pay.Min, "max": j.Pay.Max}
	}
	return out
}

// fakeList leaves out the <ul> around the items, as the vendor does.
func fakeList(s fake.Section) map[string]any {
	items := strings.TrimSuffix(strings.TrimPrefix(s.HTML, "<ul>\n"), "\n</ul>")
	return map[string]any{"text": s.Title, "content": items}
}
