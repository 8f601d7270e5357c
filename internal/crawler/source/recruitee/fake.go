package recruitee

import (
	"strconv"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.recruitee.com/",
		Path:    "/{token}",
		Routes:  []fake.Route{{Pattern: "GET /api/offers/", Serve: fakeBoard, Unknown: fake.Missing}},
	}
}

// fakeBoard serves one document, with its own date format and pay as strings and numbers.
func fakeBoard(c fake.Call) {
	if !c.Fresh("offers") {
		return
	}
	c.Stream(`{"offers":[`, `]}`, func(j fake.Job) any {
		employments := map[string]string{"full": "fulltime_permanent", "part": "parttime_permanent", "contract": "fulltime_fixed_term", "intern": "internship"}
		locations := []any{}
		for i, p := range j.Places {
			locations = append(locations, map[string]any{"id": i + 1, "city": p.Name, "state": p.Region, "country": p.Country, "country_code": p.Code})
		}
		p := j.Places[0]
		out := map[string]any{
			"id": j.ID, "slug": j.Slug, "position": j.Index, "title": j.Title, "status": "published", "department": j.Department, "company_name": j.Company,
			"employment_type_code": employments[j.Employment], "experience_code": j.Level, "category_code": fake.Slug(j.Department),
			"remote": j.Workplace == "remote", "hybrid": j.Workplace == "hybrid", "on_site": j.Workplace == "onsite",
			"location": p.Name + ", " + p.Region + ", " + p.Country, "city": p.Name, "country": p.Country, "country_code": p.Code, "locations": locations,
			"published_at": j.Posted.Format("2006-01-02 15:04:05 UTC"), "created_at": j.Posted.Format("2006-01-02 15:04:05 UTC"),
			"updated_at": j.Updated.Format("2006-01-02 15:04:05 UTC"), "close_at": nil, "salary": nil,
			"description": fake.Fragment(j.Sections[:2]...), "requirements": fake.Fragment(j.Sections[2:]...),
			"careers_url": c.PageURL(j), "careers_apply_url": c.PageURL(j) + "/c/new", "translations": map[string]any{j.Language: map[string]any{"title": j.Title}},
		}
		if j.Pay.Min > 0 {
			out["salary"] = map[string]any{"min": strconv.Itoa(j.Pay.Min), "max": j.Pay.Max, "period": j.Pay.Period, "currency": j.Pay.Currency}
		}
		return out
	})
}
