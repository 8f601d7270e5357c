package hireology

import (
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://careers.hireology.com/{token}",
		Routes:  []fake.Route{{Pattern: "GET /v2/public/careers/{token}", Serve: fakePage, Unknown: fake.Missing}},
	}
}

func fakePage(c fake.Call) {
	size := min(max(c.Number("page_size", 20), 1), 100)
	page := max(c.Number("page", 1), 1)
	kinds := map[string]string{"full": "full_time", "part": "part_time", "contract": "contract", "intern": "internship"}
	data, total := c.Pages((page-1)*size, size, func(j fake.Job) any {
		places := []any{}
		for _, p := range j.Places {
			places = append(places, map[string]any{"address": "1 High Street", "city": p.Name, "state": p.Region, "zip_code": ""})
		}
		return map[string]any{"id": j.ID, "name": j.Title, "status": "Open", "career_site_url": c.PageURL(j),
			"job_description": j.Body(), "organization": map[string]any{"id": 1, "name": j.Company},
			"job_family": map[string]any{"name": j.Department}, "employment_status": kinds[j.Employment],
			"created_at": j.Posted.Format(time.RFC3339), "remote": j.Workplace == "remote", "locations": places,
			"compensation": map[string]any{"is_comp_range": true, "comp_range_min": j.Pay.Min, "comp_range_max": j.Pay.Max,
				"comp_period": j.Pay.Period}}
	})
	c.JSON(map[string]any{"data": data, "count": total, "page": page, "page_size": size})
}
