package fakeboard

import (
	"bufio"
	"encoding/json"
	"fmt"
)

// workable serves one document with an entry per place: a job in three cities has three entries with
// the same shortcode.
func workable(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	details := c.r.URL.Query().Get("details") == "true"
	c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	out := bufio.NewWriterSize(c.w, 32<<10)
	defer out.Flush()
	name, _ := json.Marshal(c.b.Name)
	fmt.Fprintf(out, `{"name":%s,"description":null,"jobs":[`, name)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	first := true
	c.each(func(j job) {
		for _, p := range j.places {
			if !first {
				_ = out.WriteByte(',')
			}
			first = false
			_ = enc.Encode(workableEntry(c, j, p, details))
		}
	})
	_, _ = out.WriteString("]}")
}

func workableEntry(c call, j job, p city, details bool) map[string]any {
	employments := map[string]string{"full": "Full-time", "part": "Part-time", "contract": "Contract", "intern": "Internship"}
	entry := map[string]any{
		"title": j.title, "shortcode": fmt.Sprintf("%010X", j.id%0xFFFFFFFFFF), "code": j.reference, "employment_type": employments[j.employment],
		"telecommuting": j.workplace == "remote", "department": j.department, "url": c.pageURL(j), "shortlink": c.pageURL(j),
		"application_url": c.pageURL(j) + "/apply", "published_on": j.posted.Format("2006-01-02"), "created_at": j.posted.AddDate(0, 0, -3).Format("2006-01-02"),
		"country": p.country, "city": p.name, "state": p.region, "experience": j.level,
		"locations": []any{map[string]any{"country": p.country, "countryCode": p.code, "city": p.name, "region": p.region, "hidden": false}},
	}
	if details {
		entry["description"] = j.body()
	}
	return entry
}
