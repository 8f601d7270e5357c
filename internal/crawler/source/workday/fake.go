package workday

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.wd3.myworkdayjobs.com/en-US/" + fakeSite,
		Target:  func(_, name string) string { return name + "/wd3/" + fakeSite },
		Routes: []fake.Route{
			{Pattern: "POST /wday/cxs/{token}/{site}/jobs", Serve: fakePage, Unknown: fake.Missing},
			{Pattern: "GET /wday/cxs/{token}/{site}/job/{place}/{tail}", Serve: fakeDetail, Unknown: fake.Missing, Detail: true},
		},
	}
}

const (
	fakeSite = "Careers"
	fakeMax  = 20
)

// fakePage serves a list in pages of at most twenty by POST, whose total is correct on the first page
// only.
func fakePage(c fake.Call) {
	var q struct {
		AppliedFacets *map[string][]string `json:"appliedFacets"`
		Limit         *int                 `json:"limit"`
		Offset        *int                 `json:"offset"`
		SearchText    *string              `json:"searchText"`
	}
	if err := json.NewDecoder(c.R.Body).Decode(&q); err != nil || q.AppliedFacets == nil || q.Limit == nil || q.Offset == nil || q.SearchText == nil {
		c.W.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	if *q.Limit > fakeMax || *q.Limit < 1 || *q.Offset < 0 {
		c.W.WriteHeader(http.StatusBadRequest)
		return
	}
	entries, total := c.Pages(*q.Offset, *q.Limit, func(j fake.Job) any { return fakeEntry(j) })
	if c.Endless {
		total = 1 << 30
	}
	facets := []any{map[string]any{"facetParameter": "timeType", "descriptor": "Time Type", "values": []any{map[string]any{"descriptor": "Any", "id": "t0", "count": total}}}}
	if *q.Offset > 0 {
		total, facets = 0, []any{}
	}
	c.JSON(map[string]any{"total": total, "jobPostings": entries, "facets": facets, "userAuthenticated": false})
}

func fakeEntry(j fake.Job) map[string]any {
	where := j.Places[0].Name
	if len(j.Places) > 1 {
		where = fmt.Sprintf("%d Locations", len(j.Places))
	}
	return map[string]any{"title": j.Title, "externalPath": fakePath(j), "locationsText": where, "postedOn": "Posted 30+ Days Ago", "bulletFields": []string{j.Reference}}
}

func fakePath(j fake.Job) string {
	return "/job/" + fake.Slug(j.Places[0].Country) + "/" + j.Slug + "_" + j.Reference
}

func fakeDetail(c fake.Call) {
	tail := c.R.PathValue("tail")
	n, err := strconv.Atoi(strings.TrimLeft(tail[strings.LastIndex(tail, "-")+1:], "0"))
	j, open := c.Find(int64(n - 10_000))
	if err != nil || !open {
		fake.Missing(c)
		return
	}
	times := map[string]string{"full": "Full time", "part": "Part time", "contract": "Full time", "intern": "Part time"}
	modes := map[string]any{"remote": "Fully Remote", "hybrid": "Hybrid", "onsite": "On-site"}
	others := []string{}
	for _, p := range j.Places[1:] {
		others = append(others, p.Name)
	}
	p := j.Places[0]
	c.JSON(map[string]any{
		"jobPostingInfo": map[string]any{
			"id": j.UUID, "title": j.Title, "jobDescription": j.Body(), "location": p.Name, "additionalLocations": others,
			"postedOn": "Posted 30+ Days Ago", "startDate": j.Posted.Format("2006-01-02"), "timeType": times[j.Employment], "remoteType": modes[j.Workplace],
			"jobReqId": j.Reference, "country": map[string]any{"descriptor": p.Country, "id": "c1"},
			"jobRequisitionLocation": map[string]any{"descriptor": p.Name, "country": map[string]any{"descriptor": p.Country, "alpha2Code": p.Code}},
			"canApply":               true, "posted": true, "externalUrl": c.PageURL(j),
		},
		"hiringOrganization": map[string]any{"name": j.Company, "url": ""},
	})
}
