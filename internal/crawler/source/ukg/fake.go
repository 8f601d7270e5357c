package ukg

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"time"

	"rolecall/internal/crawler/source/fake"
)

const fakeID = "0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11"

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.rec.pro.ukg.net/TEN1000/JobBoard/" + fakeID,
		Path:    "/{token}",
		Target:  func(_, name string) string { return name + ".rec.pro.ukg.net/TEN1000/" + fakeID },
		Routes: []fake.Route{
			{Pattern: "POST /{tenant}/JobBoard/{board}/JobBoardView/LoadSearchResults", Serve: fakePage, Unknown: fake.MissingPage},
			{Pattern: "GET /{tenant}/JobBoard/{board}/OpportunityDetail", Serve: fakeDetail, Unknown: fake.MissingPage, Detail: true},
		},
	}
}

// fakePage serves at most fifty rows, and an empty list without a total to a question it does not understand.
func fakePage(c fake.Call) {
	var q struct {
		Search *struct{ Top, Skip int } `json:"opportunitySearch"`
	}
	if err := json.NewDecoder(c.R.Body).Decode(&q); err != nil || q.Search == nil {
		c.JSON(map[string]any{"opportunities": []any{}, "totalCount": nil})
		return
	}
	rows, total := c.Pages(q.Search.Skip, min(q.Search.Top, 50), func(j fake.Job) any {
		places := []any{}
		for _, p := range j.Places {
			places = append(places, map[string]any{"LocalizedName": p.Name + " office", "Address": map[string]any{
				"City": p.Name, "State": map[string]any{"Code": "X", "Name": p.Region}, "Country": map[string]any{"Code": p.Code + "X",
					"Name": p.Country}}})
		}
		return map[string]any{"Id": j.UUID, "Title": j.Title, "RequisitionNumber": j.Reference,
			"PostedDate": j.Posted.Format(time.RFC3339), "JobCategoryName": j.Department,
			"BriefDescription": j.Team, "JobLocationType": 0, "FullTime": j.Employment != "part", "Locations": places}
	})
	c.JSON(map[string]any{"opportunities": rows, "totalCount": total})
}

func fakeDetail(c fake.Call) {
	var index int64
	id := c.R.URL.Query().Get("opportunityId")
	if _, err := fmt.Sscanf(id[max(len(id)-12, 0):], "%x", &index); err != nil {
		fake.MissingPage(c)
		return
	}
	j, open := c.Find(index)
	if !open {
		fake.MissingPage(c)
		return
	}
	data, _ := json.Marshal(map[string]any{"Id": j.UUID, "Description": j.Body(), "FullTime": j.Employment != "part"})
	c.Text("text/html", func(out *bufio.Writer) {
		fmt.Fprintf(out, "<!doctype html><html><head><title>%s</title></head><body>"+
			"<script>var o = new US.Opportunity.CandidateOpportunityDetail(%s);</script></body></html>",
			html.EscapeString(j.Title), data)
	})
}
