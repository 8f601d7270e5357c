package bamboohr

import (
	"net/http"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	unknown := fake.Elsewhere(http.StatusFound, "https://www.bamboohr.com/")
	return fake.Fake{Address: "https://{token}.bamboohr.com/careers", Path: "/{token}", Routes: []fake.Route{
		{Pattern: "GET /careers/list", Serve: fakeList, Unknown: unknown},
		{Pattern: "GET /careers/{id}/detail", Serve: fakeDetail, Unknown: unknown, Detail: true},
	}}
}

var (
	fakeKinds = map[string]string{"full": "Regular Full-Time", "part": "Part-Time", "contract": "Contractor", "intern": "Intern"}
	fakeModes = map[string]any{"remote": "1", "hybrid": "2", "onsite": "0", "unknown": nil}
)

// fakeList serves the list; every second place is in the other of two fields.
func fakeList(c fake.Call) {
	total := c.Open()
	c.Stream(`{"meta":{"totalCount":`+strconv.Itoa(total)+`},"result":[`, `]}`, func(j fake.Job) any {
		p := j.Places[0]
		place, other := map[string]any{"city": p.Name, "state": p.Region}, map[string]any{"city": nil, "state": nil}
		if j.Index%2 == 1 {
			place, other = other, map[string]any{"city": p.Name, "province": p.Region, "country": p.Country}
		}
		return map[string]any{"id": strconv.FormatInt(j.ID, 10), "jobOpeningName": j.Title, "departmentId": "18", "departmentLabel": j.Department,
			"employmentStatusLabel": fakeKinds[j.Employment], "location": place, "atsLocation": other, "isRemote": nil,
			"locationType": fakeModes[j.Workplace]}
	})
}

func fakeDetail(c fake.Call) {
	id, _ := strconv.ParseInt(c.R.PathValue("id"), 10, 64)
	j, open := c.Find(id)
	if !open {
		fake.Missing(c)
		return
	}
	p := j.Places[0]
	c.JSON(map[string]any{"meta": map[string]any{}, "result": map[string]any{"formFields": map[string]any{}, "jobOpening": map[string]any{
		"jobOpeningShareUrl": c.PageURL(j), "jobOpeningName": j.Title, "jobOpeningStatus": "Open", "description": j.Body(),
		"datePosted":        j.Posted.Format(time.DateOnly),
		"minimumExperience": j.Level, "location": map[string]any{"city": p.Name, "state": p.Region, "addressCountry": p.Country},
		"compensation": nil,
	}}})
}
