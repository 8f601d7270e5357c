package oracle

import (
	"net/url"
	"regexp"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	const api = "GET /hcmRestApi/resources/latest/"
	return fake.Fake{
		Address: "https://{token}.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1",
		Path:    "/{token}",
		Target:  func(_, name string) string { return name + ".fa.us2.oraclecloud.com/CX_1" },
		Routes: []fake.Route{
			{Pattern: api + "recruitingCEJobRequisitions", Serve: fakePage, Unknown: fake.Missing},
			{Pattern: api + "recruitingCEJobRequisitionDetails", Serve: fakeDetail, Unknown: fake.Missing, Detail: true},
		},
	}
}

var finder = regexp.MustCompile(`(?:limit|offset|Id)=(?:%22)?([0-9]+)`)

// fakePage reads limit and offset from the finder alone. It serves at most 200 rows, and nothing beyond 10,000.
func fakePage(c fake.Call) {
	numbers := finder.FindAllStringSubmatch(c.R.URL.RawQuery, -1)
	if c.R.URL.RawQuery == "" || len(numbers) != 2 {
		c.JSON(map[string]any{"items": []any{map[string]any{"TotalJobsCount": c.Open()}}})
		return
	}
	limit, _ := strconv.Atoi(numbers[0][1])
	offset, _ := strconv.Atoi(numbers[1][1])
	rows, total := c.Pages(offset, min(limit, pageSize), func(j fake.Job) any {
		others := []any{}
		for _, p := range j.Places[1:] {
			others = append(others, map[string]any{"Name": p.Name + ", " + p.Country, "CountryCode": p.Code})
		}
		codes := map[string]any{"remote": "ORA_REMOTE", "hybrid": "ORA_HYBRID", "onsite": "ORA_ON_SITE", "unknown": nil}
		p := j.Places[0]
		return map[string]any{"Id": strconv.FormatInt(j.ID, 10), "Title": j.Title, "PostedDate": j.Posted.Format(time.DateOnly),
			"PrimaryLocation":        p.Name + ", " + p.Country,
			"PrimaryLocationCountry": p.Code, "secondaryLocations": others, "WorkplaceTypeCode": codes[j.Workplace],
			"JobFunction": j.Department, "Language": j.Language}
	})
	if offset+limit > window && !c.Endless {
		rows, total = []any{}, 0
	}
	c.JSON(map[string]any{"items": []any{map[string]any{"TotalJobsCount": total, "Limit": limit, "requisitionList": rows}},
		"count": 1, "hasMore": false})
}

func fakeDetail(c fake.Call) {
	query, _ := url.QueryUnescape(c.R.URL.RawQuery)
	m := regexp.MustCompile(`Id="([0-9]+)"`).FindStringSubmatch(query)
	if m == nil {
		fake.Missing(c)
		return
	}
	id, _ := strconv.ParseInt(m[1], 10, 64)
	j, open := c.Find(id)
	if !open {
		fake.Missing(c)
		return
	}
	places := []any{}
	for _, p := range j.Places {
		places = append(places, map[string]any{"TownOrCity": p.Name, "Region2": p.Region, "Country": p.Code})
	}
	schedules := map[string]string{"full": "Full time", "part": "Part time", "contract": "Contract", "intern": "Internship"}
	c.JSON(map[string]any{"items": []any{map[string]any{
		"Id": m[1], "Title": j.Title, "ExternalDescriptionStr": j.Sections[0].HTML, "ExternalResponsibilitiesStr": j.Sections[1].HTML,
		"ExternalQualificationsStr": j.Sections[2].HTML, "CorporateDescriptionStr": fake.Fragment(j.Sections[3:]...),
		"JobSchedule":             schedules[j.Employment],
		"ExternalPostedStartDate": j.Posted.Format(time.RFC3339), "LegalEmployer": j.Company, "Organization": j.Department,
		"workLocation": places[:1], "otherWorkLocations": places[1:],
	}}})
}
