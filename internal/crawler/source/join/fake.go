package join

import (
	"bufio"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{Address: "https://join.com/companies/{token}", Path: "/{token}", Routes: []fake.Route{
		{Pattern: "GET /companies/{name}", Serve: fakeCompany, Unknown: fake.MissingPage},
		{Pattern: "GET /api/public/companies/{number}/jobs", Serve: fakePage, Unknown: fake.Missing},
		{Pattern: "GET /api/public/jobs/{id}", Serve: fakeDetail, Unknown: fake.Missing, Detail: true},
	}}
}

func fakeCompany(c fake.Call) {
	c.Text("text/html", func(out *bufio.Writer) {
		fmt.Fprintf(out, `<!doctype html><html><body><script id="__NEXT_DATA__" type="application/json">`+
			`{"props":{"company":{"name":%q,"id":4711,"domain":%q}}}</script></body></html>`,
			c.Board.Name, c.Board.Token)
	})
}

// fakePage refuses pages of more than five entries.
func fakePage(c fake.Call) {
	size := c.Number("pageSize", pageSize)
	if size > pageSize {
		c.W.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	kinds := map[string]string{"full": "Full-time", "part": "Part-time", "contract": "Freelance", "intern": "Internship"}
	modes := map[string]any{"remote": "REMOTE", "hybrid": "HYBRID", "onsite": "ONSITE", "unknown": nil}
	items, total := c.Pages((max(c.Number("page", 1), 1)-1)*size, size, func(j fake.Job) any {
		p := j.Places[0]
		return map[string]any{"id": j.ID, "idParam": strconv.FormatInt(j.ID, 10) + "-" + j.Slug, "title": j.Title,
			"createdAt":     j.Posted.Format(time.RFC3339),
			"workplaceType": modes[j.Workplace], "employmentType": map[string]any{"id": 1, "name": kinds[j.Employment]},
			"city": map[string]any{"cityName": p.Name, "countryName": p.Country}}
	})
	c.JSON(map[string]any{"items": items, "pagination": map[string]any{"page": c.Number("page", 1), "pageSize": size,
		"pageCount": (total + size - 1) / size}})
}

var fakeMarkdown = strings.NewReplacer("<p>", "\n", "</p>", "\n", "<ul>", "", "</ul>", "", "<li>", "* ", "</li>", "",
	"<strong>", "**", "</strong>", "**",
	"<h3>", "## ", "</h3>", "\n", "<em>", "", "</em>", "")

func fakeDetail(c fake.Call) {
	id, _ := strconv.ParseInt(c.R.PathValue("id"), 10, 64)
	j, open := c.Find(id)
	if !open {
		fake.Missing(c)
		return
	}
	c.JSON(map[string]any{"id": j.ID, "title": j.Title, "description": fakeMarkdown.Replace(j.Body()),
		"company": map[string]any{"domain": c.Board.Token, "name": j.Company}})
}
