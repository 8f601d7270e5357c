package teamtailor

import (
	"bufio"
	"fmt"
	"html"
	"strconv"
	"time"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{
		Address: "https://{token}.teamtailor.com/jobs",
		Path:    "/{token}",
		Routes: []fake.Route{
			{Pattern: "GET /jobs.json", Serve: fakeFeed, Unknown: fake.MissingPage},
			{Pattern: "GET /jobs.rss", Serve: fakeRSS, Unknown: fake.MissingPage},
		},
	}
}

const fakePageSize = 100

// fakeFeed serves a JSON feed in pages linked by next_url.
func fakeFeed(c fake.Call) {
	if !c.Fresh(c.R.URL.RawQuery) {
		return
	}
	n := max(c.Number("page", 1), 1)
	items, total := c.Pages((n-1)*fakePageSize, fakePageSize, func(j fake.Job) any { return fakeItem(c, j) })
	feed := c.Root + "/teamtailor/" + c.Board.Token + "/jobs.json"
	out := map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": c.Board.Name, "home_page_url": c.Root + "/teamtailor/" + c.Board.Token + "/jobs", "feed_url": feed,
	}
	out["items"] = items
	if n*fakePageSize < total {
		out["next_url"] = fmt.Sprintf("%s?page=%d&per_page=%d", feed, n+1, fakePageSize)
	}
	c.JSON(out)
}

func fakeItem(c fake.Call, j fake.Job) map[string]any {
	locations := make([]any, len(j.Places))
	for i, p := range j.Places {
		locations[i] = map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": p.Name, "addressRegion": p.Country, "addressCountry": p.Code}}
	}
	posting := map[string]any{
		"@context": "https://schema.org/", "@type": "JobPosting", "title": j.Title, "description": html.EscapeString(j.Body()),
		"identifier": map[string]any{"@type": "PropertyValue", "name": j.Company, "value": j.ID}, "datePosted": j.Posted.Format(time.RFC3339),
		"hiringOrganization": map[string]any{"@type": "Organization", "name": j.Company}, "jobLocation": locations,
	}
	if j.Pay.Min > 0 {
		units := map[string]string{"year": "YEAR", "month": "MONTH", "hour": "HOUR"}
		posting["baseSalary"] = map[string]any{"@type": "MonetaryAmount", "currency": j.Pay.Currency, "value": map[string]any{
			"@type": "QuantitativeValue", "minValue": strconv.Itoa(j.Pay.Min), "maxValue": strconv.Itoa(j.Pay.Max), "unitText": units[j.Pay.Period]}}
	}
	return map[string]any{"id": j.UUID, "title": j.Title, "url": c.PageURL(j), "date_published": j.Posted.Format(time.RFC3339), "content_html": j.Body(), "_jobposting": posting}
}

// fakeRSS serves department and workplace, which the JSON feed lacks.
func fakeRSS(c fake.Call) {
	limit := min(c.Number("per_page", 100), 200)
	jobs, _ := c.Page(c.Number("offset", 0), limit)
	c.W.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
	out := bufio.NewWriter(c.W)
	defer out.Flush()
	modes := map[string]string{"remote": "fully", "hybrid": "hybrid", "onsite": "none", "unknown": "temporary"}
	fmt.Fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:tt=\"https://teamtailor.com/locations\"><channel><title>%s</title>\n", fake.Escape(c.Board.Name))
	for _, j := range jobs {
		fmt.Fprintf(out, "<item><title>%s</title><description>%s</description><pubDate>%s</pubDate><link>%s</link><remoteStatus>%s</remoteStatus><guid>%s</guid><tt:locations>",
			fake.Escape(j.Title), fake.Escape(j.Sections[0].HTML), j.Posted.Format(time.RFC1123Z), fake.Escape(c.PageURL(j)), modes[j.Workplace], j.UUID)
		for _, p := range j.Places {
			fmt.Fprintf(out, "<tt:location><tt:name>%s</tt:name><tt:city>%s</tt:city><tt:country>%s</tt:country></tt:location>", fake.Escape(p.Name), fake.Escape(p.Name), fake.Escape(p.Country))
		}
		fmt.Fprintf(out, "</tt:locations><tt:department>%s</tt:department><tt:role>%s</tt:role></item>\n", fake.Escape(j.Department), fake.Escape(j.Team))
	}
	_, _ = out.WriteString("</channel></rss>\n")
}
