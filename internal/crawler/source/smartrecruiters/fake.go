package smartrecruiters

import (
	"strconv"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://careers.smartrecruiters.com/{token}",
		Routes: []fake.Route{
			{Pattern: "GET /v1/companies/{token}/postings", Serve: fakePage, Unknown: fakeUnknown},
			{Pattern: "GET /v1/companies/{token}/postings/{id}", Serve: fakeDetail, Unknown: fake.Missing, Detail: true},
		},
	}
}

// fakePage serves a paged list with a total; the texts are in one document per posting.
func fakePage(c fake.Call) {
	offset, limit := c.Number("offset", 0), min(c.Number("limit", 10), 100)
	content, total := c.Pages(offset, limit, func(j fake.Job) any { return fakeEntry(c, j) })
	c.JSON(map[string]any{"offset": offset, "limit": limit, "totalFound": total, "content": content})
}

// fakeUnknown answers for an unknown company as for one without postings, like the vendor.
func fakeUnknown(c fake.Call) {
	c.JSON(map[string]any{"offset": 0, "limit": 100, "totalFound": 0, "content": []any{}})
}

func fakeEntry(c fake.Call, j fake.Job) map[string]any {
	p := j.Places[0]
	employments := map[string]map[string]any{
		"full": {"id": "permanent", "label": "Full-time"}, "part": {"id": "part-time", "label": "Part-time"},
		"contract": {"id": "contract", "label": "Contract"}, "intern": {"id": "intern", "label": "Intern"},
	}
	seniority := map[string]string{"junior": "entry_level", "senior": "mid_senior_level", "lead": "mid_senior_level", "principal": "mid_senior_level"}
	level := seniority[j.Level]
	if level == "" {
		level = "not_applicable"
	}
	id := strconv.FormatInt(j.ID, 10)
	return map[string]any{
		"id": id, "uuid": j.UUID, "jobAdId": j.UUID, "defaultJobAd": true, "name": " " + j.Title + " ", "refNumber": j.Reference,
		"company":      map[string]any{"identifier": c.Board.Token, "name": j.Company},
		"releasedDate": j.Posted.Format("2006-01-02T15:04:05.000Z"),
		"location": map[string]any{"city": p.Name, "region": p.Region, "country": strings.ToLower(p.Code),
			"remote": j.Workplace == "remote", "hybrid": j.Workplace == "hybrid", "fullLocation": p.Name + ", " + p.Region + ", " + p.Country},
		"department": map[string]any{}, "function": map[string]any{"id": fake.Slug(j.Department), "label": j.Department},
		"typeOfEmployment": employments[j.Employment], "experienceLevel": map[string]any{"id": level, "label": level},
		"language": map[string]any{"code": j.Language}, "customField": []any{},
		"ref": c.Root + "/smartrecruiters/v1/companies/" + c.Board.Token + "/postings/" + id,
	}
}

func fakeDetail(c fake.Call) {
	id, _ := strconv.ParseInt(c.R.PathValue("id"), 10, 64)
	j, open := c.Find(id)
	if !open || j.ID != id {
		fake.Missing(c)
		return
	}
	out := fakeEntry(c, j)
	out["postingUrl"] = c.PageURL(j)
	out["applyUrl"] = c.PageURL(j) + "?oga=true"
	out["active"] = true
	text := func(parts ...fake.Section) map[string]any {
		var b strings.Builder
		for _, s := range parts {
			b.WriteString(s.HTML)
		}
		return map[string]any{"title": parts[0].Title, "text": b.String()}
	}
	out["jobAd"] = map[string]any{"sections": map[string]any{
		"companyDescription": text(j.Sections[0]), "jobDescription": text(j.Sections[1]),
		"qualifications": text(j.Sections[2]), "additionalInformation": text(j.Sections[3], j.Sections[4]),
	}}
	if j.Pay.Min > 0 {
		out["compensation"] = map[string]any{"salary": map[string]any{"min": j.Pay.Min, "max": j.Pay.Max, "currency": j.Pay.Currency, "period": j.Pay.Period}}
	}
	c.JSON(out)
}
