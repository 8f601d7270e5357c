package rippling

import (
	"fmt"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{Address: "https://ats.rippling.com/{token}/jobs", Routes: []fake.Route{
		{Pattern: "GET /api/v2/board/{token}/jobs", Serve: fakePage, Unknown: fake.Missing},
		{Pattern: "GET /platform/api/ats/v1/board/{token}/jobs/{id}", Serve: fakeDetail, Unknown: fake.Missing, Detail: true},
	}}
}

// fakePage serves an entry for each place of a job, and counts entries.
func fakePage(c fake.Call) {
	size := min(max(c.Number("pageSize", 20), 1), 100)
	first := c.Number("page", 0) * size
	modes := map[string]any{"remote": "REMOTE", "hybrid": "HYBRID", "onsite": "ON_SITE", "unknown": nil}
	var rows []any
	add := func(j fake.Job) {
		for _, p := range j.Places {
			rows = append(rows, map[string]any{"id": j.UUID, "name": j.Title, "url": c.PageURL(j),
				"department": map[string]any{"name": j.Department}, "language": j.Language,
				"locations": []any{map[string]any{"name": p.Name + ", " + p.Region, "city": p.Name, "state": p.Region,
					"country": p.Country, "countryCode": p.Code, "workplaceType": modes[j.Workplace]}}})
		}
	}
	if c.Endless {
		jobs, total := c.Page(first, size)
		for _, j := range jobs {
			add(j)
		}
		c.JSON(map[string]any{"items": rows, "totalItems": total})
		return
	}
	c.Each(add)
	total := len(rows)
	rows = rows[min(first, total):min(first+size, total)]
	c.JSON(map[string]any{"items": append([]any{}, rows...), "page": c.Number("page", 0), "pageSize": size, "totalItems": total,
		"totalPages": (total + size - 1) / size})
}

func fakeDetail(c fake.Call) {
	var number int64
	id := c.R.PathValue("id")
	_, err := fmt.Sscanf(id[max(len(id)-12, 0):], "%x", &number)
	j, open := c.Find(number)
	if err != nil || !open {
		fake.Missing(c)
		return
	}
	kinds := map[string]string{"full": "SALARIED_FT", "part": "HOURLY_PT", "contract": "CONTRACTOR", "intern": "INTERN"}
	periods := map[string]string{"year": "ANNUAL", "month": "MONTHLY", "hour": "HOURLY"}
	pay := []any{}
	if j.Pay.Min > 0 {
		pay = append(pay, map[string]any{"currency": j.Pay.Currency, "frequency": periods[j.Pay.Period], "rangeStart": j.Pay.Min,
			"rangeEnd": j.Pay.Max})
	}
	c.JSON(map[string]any{"uuid": j.UUID, "name": j.Title, "companyName": j.Company,
		"createdOn": j.Posted.Format(time.RFC3339Nano), "employmentType": map[string]any{"label": kinds[j.Employment], "id": j.Employment},
		"description": map[string]any{"company": j.Sections[4].HTML, "role": j.Body()},
		"department":  map[string]any{"name": j.Department}, "payRangeDetails": pay, "url": c.PageURL(j)})
}
