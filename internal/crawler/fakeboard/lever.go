package fakeboard

import (
	"strconv"
	"strings"
)

// lever serves an array, paged by skip and limit, without a total.
func lever(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	if strings.Contains(c.r.Header.Get("Accept"), "text/html") && c.r.URL.Query().Get("mode") != "json" {
		_, _ = c.w.Write([]byte("<!doctype html><title>Jobs</title>"))
		return
	}
	refs, _ := c.page(number(c, "skip", 0), number(c, "limit", 100))
	out := make([]any, len(refs))
	for i, r := range refs {
		out[i] = leverJob(c, c.job(r))
	}
	c.json(out)
}

func leverJob(c call, j job) map[string]any {
	employments := map[string]string{"full": "Full-time, 40h", "part": "Part-time", "contract": "Contract", "intern": "Intern"}
	all := make([]string, len(j.places))
	for i, p := range j.places {
		all[i] = p.name + ", " + p.region
	}
	workplace := j.workplace
	if workplace == "unknown" {
		workplace = "unspecified"
	}
	out := map[string]any{
		"id": j.uuid, "text": j.title, "country": j.places[0].code, "workplaceType": workplace, "createdAt": j.posted.UnixMilli(),
		"categories":  map[string]any{"commitment": employments[j.employment], "department": j.department, "team": j.team, "location": all[0], "allLocations": all},
		"description": j.sections[0].html, "descriptionPlain": "", "additional": j.sections[4].html,
		"lists":     []any{leverList(j.sections[1]), leverList(j.sections[2]), leverList(j.sections[3])},
		"hostedUrl": c.pageURL(j), "applyUrl": c.pageURL(j) + "/apply",
	}
	if j.pay.min > 0 {
		slugs := map[string]string{"year": "per-year-salary", "month": "per-month-salary", "hour": "per-hour-wage"}
		out["salaryRange"] = map[string]any{"currency": j.pay.currency, "interval": slugs[j.pay.period], "min": j.pay.min, "max": j.pay.max}
	}
	return out
}

// leverList leaves out the <ul> around the items, as the vendor does.
func leverList(s section) map[string]any {
	items := strings.TrimSuffix(strings.TrimPrefix(s.html, "<ul>\n"), "\n</ul>")
	return map[string]any{"text": s.title, "content": items}
}

func number(c call, key string, otherwise int) int {
	n, err := strconv.Atoi(c.r.URL.Query().Get(key))
	if err != nil {
		return otherwise
	}
	return n
}
