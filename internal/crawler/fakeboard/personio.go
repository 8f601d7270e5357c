package fakeboard

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// personio serves a feed in the requested language; positions in other languages have no text.
func personio(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	want := c.r.URL.Query().Get("language")
	c.w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	out := bufio.NewWriterSize(c.w, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<workzag-jobs>\n")
	c.each(func(j job) {
		writePosition(out, j, want == "" || want == j.language)
	})
	_, _ = out.WriteString("</workzag-jobs>\n")
}

// personioNobody redirects an unknown company to the vendor's own pages.
func personioNobody(c call) {
	c.w.Header().Set("Location", "https://www.personio.com/")
	c.w.WriteHeader(http.StatusTemporaryRedirect)
}

func writePosition(out *bufio.Writer, j job, withText bool) {
	contracts := map[string]string{"full": "permanent", "part": "permanent", "contract": "temporary", "intern": "working-student"}
	schedules := map[string]string{"full": "full-time", "part": "part-time", "contract": "full-time", "intern": "part-time"}
	fmt.Fprintf(out, "<position><id>%d</id><subcompany>%s</subcompany><office>%s</office><additionalOffices>", j.id, escape(j.company), escape(j.places[0].name))
	for _, p := range j.places {
		fmt.Fprintf(out, "<office>%s</office>", escape(p.name))
	}
	if j.workplace == "remote" {
		_, _ = out.WriteString("<office>Remote</office>")
	}
	fmt.Fprintf(out, "</additionalOffices><department>%s</department><recruitingCategory>%s</recruitingCategory><name>  %s  </name><jobDescriptions>",
		escape(j.department), escape(j.team), escape(j.title))
	if withText {
		for i, s := range j.sections {
			fmt.Fprintf(out, "<jobDescription><name>%s</name>", escape(s.title))
			if i%2 == 0 {
				fmt.Fprintf(out, "<value><![CDATA[%s]]></value></jobDescription>", s.html)
			} else {
				fmt.Fprintf(out, "<value>%s</value></jobDescription>", escape(s.html))
			}
		}
	}
	fmt.Fprintf(out, "</jobDescriptions><employmentType>%s</employmentType><seniority>%s</seniority><schedule>%s</schedule><createdAt>%s</createdAt>",
		contracts[j.employment], j.level, schedules[j.employment], j.posted.Format(time.RFC3339))
	if j.pay.min > 0 {
		periods := map[string]string{"year": "yearly", "month": "monthly", "hour": "hourly"}
		fmt.Fprintf(out, "<salaryInformation><min>%d.00</min><max>%d.00</max><currencyCode>%s</currencyCode><type>%s</type></salaryInformation>",
			j.pay.min, j.pay.max, j.pay.currency, periods[j.pay.period])
	}
	_, _ = out.WriteString("</position>\n")
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
