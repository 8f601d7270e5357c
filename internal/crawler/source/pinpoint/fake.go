package pinpoint

import (
	"fmt"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.pinpointhq.com/",
		Path:    "/{token}",
		Routes:  []fake.Route{{Pattern: "GET /postings.json", Serve: fakeBoard, Unknown: fake.MissingPage}},
	}
}

// fakeBoard serves one document, with pay as strings and numbers, some of it hidden.
func fakeBoard(c fake.Call) {
	if !c.Fresh("postings") {
		return
	}
	kinds := map[string]string{"full": "permanent_full_time", "part": "permanent_part_time", "contract": "contract_temp",
		"intern": "internship"}
	modes := map[string]any{"remote": "remote", "hybrid": "hybrid", "onsite": "onsite", "unknown": nil}
	c.Stream(`{"data":[`, `]}`, func(j fake.Job) any {
		p := j.Places[0]
		place := map[string]any{"id": "8", "name": p.Name + " office", "city": p.Name, "province": p.Region}
		if j.Workplace == "remote" {
			place = map[string]any{"id": "9", "name": "Remote", "city": "", "province": nil}
		}
		out := map[string]any{
			"id": strconv.FormatInt(j.ID, 10), "title": j.Title, "url": c.PageURL(j), "employment_type": kinds[j.Employment],
			"employment_type_text": kinds[j.Employment],
			"workplace_type":       modes[j.Workplace], "location": place, "deadline_at": j.Posted.AddDate(0, 3, 0).Format(time.RFC3339),
			"job": map[string]any{"id": "4", "requisition_id": j.Reference, "department": map[string]any{"name": j.Department},
				"division": map[string]any{"name": j.Team}},
			"description": j.Sections[0].HTML, "key_responsibilities": j.Sections[1].HTML, "key_responsibilities_header": j.Sections[1].Title,
			"skills_knowledge_expertise": j.Sections[2].HTML, "skills_knowledge_expertise_header": j.Sections[2].Title,
			"benefits": j.Sections[3].HTML + j.Sections[4].HTML, "benefits_header": j.Sections[3].Title, "compensation_visible": false,
		}
		if j.Pay.Min > 0 {
			out["compensation_visible"] = j.Index%2 == 0
			out["compensation_minimum"], out["compensation_maximum"] = fmt.Sprintf("%d.0", j.Pay.Min), j.Pay.Max
			out["compensation_currency"], out["compensation_frequency"] = j.Pay.Currency, j.Pay.Period
		}
		return out
	})
}
