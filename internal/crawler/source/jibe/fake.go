package jibe

import (
	"strconv"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.jibeapply.com/jobs",
		Path:    "/{token}",
		Target:  func(_, name string) string { return name + ".jibeapply.com" },
		Routes:  []fake.Route{{Pattern: "GET /api/jobs", Serve: fakePage, Unknown: fake.Missing}},
	}
}

// fakePage serves a page; dates have no colon in their offset, and meta_data is an object or false.
func fakePage(c fake.Call) {
	const date = "2006-01-02T15:04:05+0000"
	limit := min(c.Number("limit", 10), 100)
	kinds := map[string]string{"full": "FULL_TIME", "part": "PART_TIME", "contract": "CONTRACTOR", "intern": "INTERN"}
	modes := map[string]string{"remote": "REMOTE", "hybrid": "HYBRID", "onsite": "ONSITE", "unknown": "ANY"}
	jobs, total := c.Pages((max(c.Number("page", 1), 1)-1)*limit, limit, func(j fake.Job) any {
		p := j.Places[0]
		id := strconv.FormatInt(j.ID, 10)
		data := map[string]any{
			"slug": id, "req_id": j.Reference, "title": j.Title, "language": j.Language, "description": j.Body(),
			"responsibilities": j.Body(), "qualifications": j.Body(),
			"location_name": j.Company + " " + p.Name, "full_location": p.Name + ", " + p.Region + ", " + p.Country, "city": p.Name,
			"state": p.Region, "country": p.Country, "country_code": p.Code,
			"location_type": modes[j.Workplace], "employment_type": kinds[j.Employment], "posted_date": j.Posted.Format(date),
			"update_date": j.Updated.Format(date),
			"apply_url":   c.PageURL(j) + "/apply", "hiring_organization": j.Company, "categories": []any{map[string]any{"name": j.Department}},
			"salary_min_value": j.Pay.Min, "salary_max_value": j.Pay.Max, "salary_currency": j.Pay.Currency,
			"salary_frequency": j.Pay.Period, "meta_data": false,
		}
		if j.Index%2 == 0 {
			data["meta_data"] = map[string]any{"canonical_url": c.PageURL(j)}
		}
		return map[string]any{"data": data}
	})
	c.JSON(map[string]any{"jobs": jobs, "totalCount": total, "count": len(jobs), "meta_data": false})
}
