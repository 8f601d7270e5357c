package greenhouse

import (
	"fmt"
	"html"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://boards.greenhouse.io/embed/job_board/js?for={token}",
		Routes:  []fake.Route{{Pattern: "GET /v1/boards/{token}/jobs", Serve: fakeBoard, Unknown: fake.Missing}},
	}
}

// fakeBoard serves one document. The text is HTML-escaped once too often, and the total comes last.
func fakeBoard(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	content := c.R.URL.Query().Get("content") == "true"
	total := c.Open()
	c.Stream(`{"jobs":[`, fmt.Sprintf(`],"meta":{"total":%d}}`, total), func(j fake.Job) any {
		out := map[string]any{
			"id": j.ID, "internal_job_id": j.ID - 1, "title": j.Title + " ",
			"updated_at": j.Updated.Format(time.RFC3339), "first_published": j.Posted.In(newYork).Format(time.RFC3339),
			"requisition_id": j.Reference, "location": map[string]any{"name": j.Where("; ")},
			"absolute_url": c.PageURL(j), "company_name": j.Company, "language": j.Language, "application_deadline": nil,
			"metadata": fakeMetadata(j),
		}
		if content {
			out["content"] = html.EscapeString(j.Body())
			out["departments"] = []any{map[string]any{"id": 501, "name": j.Department, "parent_id": nil, "child_ids": []int{502}},
				map[string]any{"id": 502, "name": j.Team, "parent_id": 501, "child_ids": []int{}}}
			out["offices"] = []any{map[string]any{"id": 62, "name": j.Places[0].Name, "location": j.Places[0].Name + ", " + j.Places[0].Country, "parent_id": nil, "child_ids": []int{}}}
		}
		return out
	})
}

var newYork = time.FixedZone("", -5*3600)

func fakeMetadata(j fake.Job) any {
	employments := map[string]string{"full": "Full-time", "part": "Part-time", "contract": "Contract", "intern": "Intern"}
	out := []any{map[string]any{"id": 88120, "name": "Employment Type", "value": employments[j.Employment], "value_type": "single_select"},
		map[string]any{"id": 88122, "name": "Internal only", "value": nil, "value_type": "yes_no"}}
	if j.Workplace != "unknown" {
		out = append(out, map[string]any{"id": 88123, "name": "Workplace Type", "value": j.Workplace, "value_type": "single_select"})
	}
	if j.Pay.Min > 0 && j.Pay.Period == "year" {
		out = append(out, map[string]any{"id": 88121, "name": "Annual Salary Range", "value_type": "currency_range",
			"value": map[string]any{"unit": j.Pay.Currency, "min_value": fmt.Sprintf("%d.0", j.Pay.Min), "max_value": fmt.Sprintf("%d.0", j.Pay.Max)}})
	}
	return out
}
