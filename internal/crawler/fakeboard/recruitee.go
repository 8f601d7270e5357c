package fakeboard

import "strconv"

// recruitee serves one document, with its own date format and pay as strings and numbers.
func recruitee(c call) {
	if !c.fresh("offers") {
		return
	}
	c.stream(`{"offers":[`, `]}`, func(j job) any {
		employments := map[string]string{"full": "fulltime_permanent", "part": "parttime_permanent", "contract": "fulltime_fixed_term", "intern": "internship"}
		locations := []any{}
		for i, p := range j.places {
			locations = append(locations, map[string]any{"id": i + 1, "city": p.name, "state": p.region, "country": p.country, "country_code": p.code})
		}
		p := j.places[0]
		out := map[string]any{
			"id": j.id, "slug": j.slug, "position": j.index, "title": j.title, "status": "published", "department": j.department, "company_name": j.company,
			"employment_type_code": employments[j.employment], "experience_code": j.level, "category_code": slugOf(j.department),
			"remote": j.workplace == "remote", "hybrid": j.workplace == "hybrid", "on_site": j.workplace == "onsite",
			"location": p.name + ", " + p.region + ", " + p.country, "city": p.name, "country": p.country, "country_code": p.code, "locations": locations,
			"published_at": j.posted.Format("2006-01-02 15:04:05 UTC"), "created_at": j.posted.Format("2006-01-02 15:04:05 UTC"),
			"updated_at": j.updated.Format("2006-01-02 15:04:05 UTC"), "close_at": nil, "salary": nil,
			"description": j.sections[0].html + "<h3>" + j.sections[1].title + "</h3>" + j.sections[1].html, "requirements": j.sections[2].html + j.sections[3].html,
			"careers_url": c.pageURL(j), "careers_apply_url": c.pageURL(j) + "/c/new", "translations": map[string]any{j.language: map[string]any{"title": j.title}},
		}
		if j.pay.min > 0 {
			out["salary"] = map[string]any{"min": strconv.Itoa(j.pay.min), "max": j.pay.max, "period": j.pay.period, "currency": j.pay.currency}
		}
		return out
	})
}
