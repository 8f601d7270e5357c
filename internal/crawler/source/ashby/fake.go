package ashby

import "rolecall/internal/crawler/source/fake"

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://jobs.ashbyhq.com/{token}",
		Routes:  []fake.Route{{Pattern: "GET /posting-api/job-board/{token}", Serve: fakeBoard, Unknown: fake.Missing}},
	}
}

// fakeBoard serves one document. Hybrid jobs are flagged as remote, and equity comes before the salary.
func fakeBoard(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	withPay := c.R.URL.Query().Get("includeCompensation") == "true"
	c.Stream(`{"apiVersion":"1","jobs":[`, `]}`, func(j fake.Job) any {
		employments := map[string]string{"full": "FullTime", "part": "PartTime", "contract": "Contract", "intern": "Intern"}
		modes := map[string]any{"remote": "Remote", "hybrid": "Hybrid", "onsite": "OnSite"}
		out := map[string]any{
			"id": j.UUID, "title": j.Title, "department": j.Department, "team": j.Team, "employmentType": employments[j.Employment],
			"location": j.Places[0].Name, "address": fakeAddress(j.Places[0]), "secondaryLocations": fakeSecondary(j.Places[1:]),
			"isListed": true, "isRemote": j.Workplace == "remote" || j.Workplace == "hybrid", "workplaceType": modes[j.Workplace],
			"publishedAt": j.Posted.Format("2006-01-02T15:04:05.000+00:00"), "jobUrl": c.PageURL(j), "applyUrl": c.PageURL(j) + "/application",
			"descriptionHtml": j.Body(), "descriptionPlain": "", "shouldDisplayCompensationOnJobPostings": j.Pay.Min > 0,
		}
		if withPay && j.Pay.Min > 0 {
			out["compensation"] = fakePay(j.Pay)
		}
		return out
	})
}

func fakeAddress(p fake.City) map[string]any {
	return map[string]any{"postalAddress": map[string]any{"addressLocality": p.Name, "addressRegion": p.Region, "addressCountry": p.Country}}
}

func fakeSecondary(places []fake.City) []any {
	out := []any{}
	for _, p := range places {
		out = append(out, map[string]any{"location": p.Name, "address": fakeAddress(p)})
	}
	return out
}

func fakePay(p fake.Pay) map[string]any {
	interval := map[string]string{"year": "1 YEAR", "month": "1 MONTH", "hour": "1 HOUR"}[p.Period]
	salary := map[string]any{"compensationType": "Salary", "interval": interval, "currencyCode": p.Currency, "minValue": p.Min, "maxValue": p.Max}
	equity := map[string]any{"compensationType": "EquityPercentage", "interval": "NONE", "currencyCode": nil, "minValue": 0.05, "maxValue": 0.1}
	return map[string]any{
		"compensationTiers": []any{map[string]any{"id": "t-a", "title": "Zone A", "components": []any{equity, salary}}},
		"summaryComponents": []any{salary},
	}
}
