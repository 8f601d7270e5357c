package fakeboard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

const (
	workdaySite = "Careers"
	workdayMax  = 20
)

// workday serves a list in pages of at most twenty by POST, whose total is correct on the first page
// only.
func workday(c call) {
	var q struct {
		AppliedFacets *map[string][]string `json:"appliedFacets"`
		Limit         *int                 `json:"limit"`
		Offset        *int                 `json:"offset"`
		SearchText    *string              `json:"searchText"`
	}
	if err := json.NewDecoder(c.r.Body).Decode(&q); err != nil || q.AppliedFacets == nil || q.Limit == nil || q.Offset == nil || q.SearchText == nil {
		c.w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	if *q.Limit > workdayMax || *q.Limit < 1 || *q.Offset < 0 {
		c.w.WriteHeader(http.StatusBadRequest)
		return
	}
	refs, total := c.page(*q.Offset, *q.Limit)
	if c.endless {
		total = 1 << 30
	}
	entries := make([]any, len(refs))
	for i, r := range refs {
		entries[i] = workdayEntry(c.job(r))
	}
	facets := []any{map[string]any{"facetParameter": "timeType", "descriptor": "Time Type", "values": []any{map[string]any{"descriptor": "Any", "id": "t0", "count": total}}}}
	if *q.Offset > 0 {
		total, facets = 0, []any{}
	}
	c.json(map[string]any{"total": total, "jobPostings": entries, "facets": facets, "userAuthenticated": false})
}

func workdayEntry(j job) map[string]any {
	where := j.places[0].name
	if len(j.places) > 1 {
		where = fmt.Sprintf("%d Locations", len(j.places))
	}
	return map[string]any{"title": j.title, "externalPath": workdayPath(j), "locationsText": where, "postedOn": "Posted 30+ Days Ago", "bulletFields": []string{j.reference}}
}

func workdayPath(j job) string {
	return "/job/" + slugOf(j.places[0].country) + "/" + j.slug + "_" + j.reference
}

func workdayDetail(c call) {
	tail := c.r.PathValue("tail")
	n, err := strconv.Atoi(strings.TrimLeft(tail[strings.LastIndex(tail, "-")+1:], "0"))
	r, open := c.b.lookup(n - 10_000)
	if err != nil || !open {
		missingJSON(c)
		return
	}
	j := c.job(r)
	times := map[string]string{"full": "Full time", "part": "Part time", "contract": "Full time", "intern": "Part time"}
	modes := map[string]any{"remote": "Fully Remote", "hybrid": "Hybrid", "onsite": "On-site"}
	others := []string{}
	for _, p := range j.places[1:] {
		others = append(others, p.name)
	}
	p := j.places[0]
	c.json(map[string]any{
		"jobPostingInfo": map[string]any{
			"id": j.uuid, "title": j.title, "jobDescription": j.body(), "location": p.name, "additionalLocations": others,
			"postedOn": "Posted 30+ Days Ago", "startDate": j.posted.Format("2006-01-02"), "timeType": times[j.employment], "remoteType": modes[j.workplace],
			"jobReqId": j.reference, "country": map[string]any{"descriptor": p.country, "id": "c1"},
			"jobRequisitionLocation": map[string]any{"descriptor": p.name, "country": map[string]any{"descriptor": p.country, "alpha2Code": p.code}},
			"canApply":               true, "posted": true, "externalUrl": c.pageURL(j),
		},
		"hiringOrganization": map[string]any{"name": j.company, "url": ""},
	})
}
