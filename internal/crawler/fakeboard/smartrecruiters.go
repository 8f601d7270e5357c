package fakeboard

import (
	"strconv"
	"strings"
)

// smartrecruiters serves a paged list with a total; the texts are in one document per posting.
func smartrecruiters(c call) {
	offset, limit := number(c, "offset", 0), min(number(c, "limit", 10), 100)
	refs, total := c.page(offset, limit)
	content := make([]any, len(refs))
	for i, r := range refs {
		content[i] = smartrecruitersEntry(c, c.job(r))
	}
	c.json(map[string]any{"offset": offset, "limit": limit, "totalFound": total, "content": content})
}

// smartrecruitersNobody answers for an unknown company as for one without postings, like the vendor.
func smartrecruitersNobody(c call) {
	c.json(map[string]any{"offset": 0, "limit": 100, "totalFound": 0, "content": []any{}})
}

func smartrecruitersEntry(c call, j job) map[string]any {
	p := j.places[0]
	employments := map[string]map[string]any{
		"full": {"id": "permanent", "label": "Full-time"}, "part": {"id": "part-time", "label": "Part-time"},
		"contract": {"id": "contract", "label": "Contract"}, "intern": {"id": "intern", "label": "Intern"},
	}
	seniority := map[string]string{"junior": "entry_level", "senior": "mid_senior_level", "lead": "mid_senior_level", "principal": "mid_senior_level"}
	level := seniority[j.level]
	if level == "" {
		level = "not_applicable"
	}
	id := strconv.FormatInt(j.id, 10)
	return map[string]any{
		"id": id, "uuid": j.uuid, "jobAdId": j.uuid, "defaultJobAd": true, "name": " " + j.title + " ", "refNumber": j.reference,
		"company":      map[string]any{"identifier": c.b.Token, "name": j.company},
		"releasedDate": j.posted.Format("2006-01-02T15:04:05.000Z"),
		"location": map[string]any{"city": p.name, "region": p.region, "country": strings.ToLower(p.code),
			"remote": j.workplace == "remote", "hybrid": j.workplace == "hybrid", "fullLocation": p.name + ", " + p.region + ", " + p.country},
		"department": map[string]any{}, "function": map[string]any{"id": slugOf(j.department), "label": j.department},
		"typeOfEmployment": employments[j.employment], "experienceLevel": map[string]any{"id": level, "label": level},
		"language": map[string]any{"code": j.language}, "customField": []any{},
		"ref": c.root + "/smartrecruiters/v1/companies/" + c.b.Token + "/postings/" + id,
	}
}

func smartrecruitersDetail(c call) {
	id, _ := strconv.ParseInt(c.r.PathValue("id"), 10, 64)
	r, open := c.b.lookup(int(id % 1_000_000))
	if c.endless {
		r, open = ref{index: int(id % 1_000_000)}, true
	}
	j := c.job(r)
	if !open || j.id != id {
		missingJSON(c)
		return
	}
	out := smartrecruitersEntry(c, j)
	out["postingUrl"] = c.pageURL(j)
	out["applyUrl"] = c.pageURL(j) + "?oga=true"
	out["active"] = true
	text := func(parts ...section) map[string]any {
		var b strings.Builder
		for _, s := range parts {
			b.WriteString(s.html)
		}
		return map[string]any{"title": parts[0].title, "text": b.String()}
	}
	out["jobAd"] = map[string]any{"sections": map[string]any{
		"companyDescription": text(j.sections[0]), "jobDescription": text(j.sections[1]),
		"qualifications": text(j.sections[2]), "additionalInformation": text(j.sections[3], j.sections[4]),
	}}
	if j.pay.min > 0 {
		out["compensation"] = map[string]any{"salary": map[string]any{"min": j.pay.min, "max": j.pay.max, "currency": j.pay.currency, "period": j.pay.period}}
	}
	c.json(out)
}
