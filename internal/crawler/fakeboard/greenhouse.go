package fakeboard

import (
	"fmt"
	"html"
	"time"
)

// greenhouse serves one document. The text is HTML-escaped once too often, and the total comes last.
func greenhouse(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	content := c.r.URL.Query().Get("content") == "true"
	total := len(c.b.open())
	c.stream(`{"jobs":[`, fmt.Sprintf(`],"meta":{"total":%d}}`, total), func(j job) any {
		out := map[string]any{
			"id": j.id, "internal_job_id": j.id - 1, "title": j.title + " ",
			"updated_at": j.updated.Format(time.RFC3339), "first_published": j.posted.In(newYork).Format(time.RFC3339),
			"requisition_id": j.reference, "location": map[string]any{"name": j.where("; ")},
			"absolute_url": c.pageURL(j), "company_name": j.company, "language": j.language, "application_deadline": nil,
			"metadata": greenhouseMetadata(j),
		}
		if content {
			out["content"] = html.EscapeString(j.body())
			out["departments"] = []any{map[string]any{"id": 501, "name": j.department, "parent_id": nil, "child_ids": []int{502}},
				map[string]any{"id": 502, "name": j.team, "parent_id": 501, "child_ids": []int{}}}
			out["offices"] = []any{map[string]any{"id": 62, "name": j.places[0].name, "location": j.places[0].name + ", " + j.places[0].country, "parent_id": nil, "child_ids": []int{}}}
		}
		return out
	})
}

var newYork = time.FixedZone("", -5*3600)

func greenhouseMetadata(j job) any {
	employments := map[string]string{"full": "Full-time", "part": "Part-time", "contract": "Contract", "intern": "Intern"}
	out := []any{map[string]any{"id": 88120, "name": "Employment Type", "value": employments[j.employment], "value_type": "single_select"},
		map[string]any{"id": 88122, "name": "Internal only", "value": nil, "value_type": "yes_no"}}
	if j.workplace != "unknown" {
		out = append(out, map[string]any{"id": 88123, "name": "Workplace Type", "value": j.workplace, "value_type": "single_select"})
	}
	if j.pay.min > 0 && j.pay.period == "year" {
		out = append(out, map[string]any{"id": 88121, "name": "Annual Salary Range", "value_type": "currency_range",
			"value": map[string]any{"unit": j.pay.currency, "min_value": fmt.Sprintf("%d.0", j.pay.min), "max_value": fmt.Sprintf("%d.0", j.pay.max)}})
	}
	return out
}
