package personio

import (
	"bufio"
	"fmt"
	"net/http"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.jobs.personio.de/",
		Path:    "/{token}",
		Routes:  []fake.Route{{Pattern: "GET /xml", Serve: fakeFeed, Unknown: fake.Elsewhere(http.StatusTemporaryRedirect, "https://www.personio.com/")}},
	}
}

// fakeFeed serves a feed in the requested language; positions in other languages have no text.
func fakeFeed(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	want := c.R.URL.Query().Get("language")
	c.W.Header().Set("Content-Type", "application/xml; charset=utf-8")
	out := bufio.NewWriterSize(c.W, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<workzag-jobs>\n")
	c.Each(func(j fake.Job) {
		writePosition(out, j, want == "" || want == j.Language)
	})
	_, _ = out.WriteString("</workzag-jobs>\n")
}

func writePosition(out *bufio.Writer, j fake.Job, withText bool) {
	contracts := map[string]string{"full": "permanent", "part": "permanent", "contract": "temporary", "intern": "working-student"}
	schedules := map[string]string{"full": "full-time", "part": "part-time", "contract": "full-time", "intern": "part-time"}
	fmt.Fprintf(out, "<position><id>%d</id><subcompany>%s</subcompany><office>%s</office><additionalOffices>", j.ID, fake.Escape(j.Company), fake.Escape(j.Places[0].Name))
	for _, p := range j.Places {
		fmt.Fprintf(out, "<office>%s</office>", fake.Escape(p.Name))
	}
	if j.Workplace == "remote" {
		_, _ = out.WriteString("<office>Remote</office>")
	}
	fmt.Fprintf(out, "</additionalOffices><department>%s</department><recruitingCategory>%s</recruitingCategory><name>  %s  </name><jobDescriptions>",
		fake.Escape(j.Department), fake.Escape(j.Team), fake.Escape(j.Title))
	if withText {
		for i, s := range j.Sections {
			fmt.Fprintf(out, "<jobDescription><name>%s</name>", fake.Escape(s.Title))
			if i%2 == 0 {
				fmt.Fprintf(out, "<value><![CDATA[%s]]></value></jobDescription>", s.HTML)
			} else {
				fmt.Fprintf(out, "<value>%s</value></jobDescription>", fake.Escape(s.HTML))
			}
		}
	}
	fmt.Fprintf(out, "</jobDescriptions><employmentType>%s</employmentType><seniority>%s</seniority><schedule>%s</schedule><createdAt>%s</createdAt>",
		contracts[j.Employment], j.Level, schedules[j.Employment], j.Posted.Format(time.RFC3339))
	if j.Pay.Min > 0 {
		periods := map[string]string{"year": "yearly", "month": "monthly", "hour": "hourly"}
		fmt.Fprintf(out, "<salaryInformation><min>%d.00</min><max>%d.00</max><currencyCode>%s</currencyCode><type>%s</type></salaryInformation>",
			j.Pay.Min, j.Pay.Max, j.Pay.Currency, periods[j.Pay.Period])
	}
	_, _ = out.WriteString("</position>\n")
}
