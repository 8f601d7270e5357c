package successfactors

import (
	"bufio"
	"fmt"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.successfactors.eu/career?company={token}",
		Path:    "/{token}",
		Target:  func(_, name string) string { return name + ".successfactors.eu/" + name },
		Routes:  []fake.Route{{Pattern: "GET /career", Serve: fakeFeed, Unknown: fake.Stub}},
	}
}

// fakeFeed serves the feed, with tags without a name and placeholders that were not filled in.
func fakeFeed(c fake.Call) {
	kinds := map[string]string{"full": "Full Time", "part": "Part Time", "contract": "Contract", "intern": "Internship"}
	c.Text("text/xml", func(out *bufio.Writer) {
		_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Job-Listing>\n")
		c.Each(func(j fake.Job) {
			p := j.Places[0]
			fmt.Fprintf(out, "<Job><JobTitle><![CDATA[%s]]></JobTitle><ReqId>%d</ReqId><Posted-Date>%s</Posted-Date>"+
				"<Job-Description><![CDATA[%s<p>[[salaryMin]]</p>]]></Job-Description>\n",
				j.Title, j.ID, j.Posted.Format("01/02/2006"), j.Body())
			field := func(n int, label, value string) {
				fmt.Fprintf(out, "<filter%d><label>%s</label><value><![CDATA[%s]]></value></filter%d>\n", n, fake.Escape(label), value, n)
			}
			field(1, "Country", p.Country)
			field(2, "City", p.Name)
			field(3, "Job Type", kinds[j.Employment])
			field(4, "Department", j.Department)
			if j.Workplace != "unknown" {
				field(5, "Work Location", j.Workplace)
			}
			_, _ = out.WriteString("<><label></label></>\n</Job>\n")
		})
		_, _ = out.WriteString("</Job-Listing>\n")
	})
}
