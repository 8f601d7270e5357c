package fakeboard

// ashby serves one document. Hybrid jobs are flagged as remote, and equity comes before the salary.
func ashby(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	withPay := c.r.URL.Query().Get("includeCompensation") == "true"
	c.stream(`{"apiVersion":"1","jobs":[`, `]}`, func(j job) any {
		employments := map[string]string{"full": "FullTime", "part": "PartTime", "contract": "Contract", "intern": "Intern"}
		modes := map[string]any{"remote": "Remote", "hybrid": "Hybrid", "onsite": "OnSite"}
		out := map[string]any{
			"id": j.uuid, "title": j.title, "department": j.department, "team": j.team, "employmentType": employments[j.employment],
			"location": j.places[0].name, "address": ashbyAddress(j.places[0]), "secondaryLocations": ashbySecondary(j.places[1:]),
			"isListed": true, "isRemote": j.workplace == "remote" || j.workplace == "hybrid", "workplaceType": modes[j.workplace],
			"publishedAt": j.posted.Format("2006-01-02T15:04:05.000+00:00"), "jobUrl": c.pageURL(j), "applyUrl": c.pageURL(j) + "/application",
			"descriptionHtml": j.body(), "descriptionPlain": "", "shouldDisplayCompensationOnJobPostings": j.pay.min > 0,
		}
		if withPay && j.pay.min > 0 {
			out["compensation"] = ashbyPay(j.pay)
		}
		return out
	})
}

func ashbyAddress(p city) map[string]any {
	return map[string]any{"postalAddress": map[string]any{"addressLocality": p.name, "addressRegion": p.region, "addressCountry": p.country}}
}

func ashbySecondary(places []city) []any {
	out := []any{}
	for _, p := range places {
		out = append(out, map[string]any{"location": p.name, "address": ashbyAddress(p)})
	}
	return out
}

func ashbyPay(p pay) map[string]any {
	interval := map[string]string{"year": "1 YEAR", "month": "1 MONTH", "hour": "1 HOUR"}[p.period]
	salary := map[string]any{"compensationType": "Salary", "interval": interval, "currencyCode": p.currency, "minValue": p.min, "maxValue": p.max}
	equity := map[string]any{"compensationType": "EquityPercentage", "interval": "NONE", "currencyCode": nil, "minValue": 0.05, "maxValue": 0.1}
	return map[string]any{
		"compensationTiers": []any{map[string]any{"id": "t-a", "title": "Zone A", "components": []any{equity, salary}}},
		"summaryComponents": []any{salary},
	}
}
