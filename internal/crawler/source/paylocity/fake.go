package paylocity

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	const lost = "/recruiting/JobNotFound"
	return fake.Fake{
		Address: "https://recruiting.paylocity.com/Recruiting/Jobs/All/{target}",
		Path:    "/{token}",
		Target: func(_, name string) string {
			h := fnv.New64a()
			_, _ = h.Write([]byte(strings.ToLower(name)))
			return fmt.Sprintf("%08x-0000-4000-8000-%012x", h.Sum64()&0xffffffff, h.Sum64()>>16)
		},
		Routes: []fake.Route{
			{Pattern: "GET /recruiting/v2/api/feed/jobs/{id}", Serve: fakeFeed, Unknown: fake.Missing},
			{Pattern: "GET /Recruiting/Jobs/All/{id}", Serve: fake.Stub, Unknown: fake.Elsewhere(http.StatusFound, lost)},
		},
	}
}

func fakeFeed(c fake.Call) {
	if !c.Fresh("feed") {
		return
	}
	kinds := map[string]string{"full": "Full Time", "part": "Part Time", "contract": "Contract", "intern": "Intern"}
	c.Stream(fmt.Sprintf(`{"displayName":%q,"showVideo":false,"jobs":[`, c.Board.Name), `]}`, func(j fake.Job) any {
		p := j.Places[0]
		return map[string]any{"jobId": j.ID, "title": j.Title, "companyName": j.Company, "displayUrl": c.PageURL(j),
			"applyUrl":      c.PageURL(j) + "/apply",
			"publishedDate": j.Posted.Format("2006-01-02T15:04:05"), "description": fake.Fragment(j.Sections[:2]...),
			"requirements": j.Sections[2].HTML,
			"benefits":     j.Sections[3].HTML + j.Sections[4].HTML, "hiringDepartment": j.Department,
			"employmentType": kinds[j.Employment], "isRemote": j.Workplace == "remote",
			"jobLocation": map[string]any{"city": p.Name, "state": p.Region, "country": p.Country, "locationDisplayName": p.Name}}
	})
}
