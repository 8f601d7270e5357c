package fakeboard

import (
	"bufio"
	"fmt"
	"html"
	"strconv"
	"time"
)

const teamtailorPage = 100

// teamtailor serves a JSON feed in pages linked by next_url.
func teamtailor(c call) {
	if !c.fresh(c.r.URL.RawQuery) {
		return
	}
	n := max(number(c, "page", 1), 1)
	refs, total := c.page((n-1)*teamtailorPage, teamtailorPage)
	feed := c.root + "/teamtailor/" + c.b.Token + "/jobs.json"
	out := map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": c.b.Name, "home_page_url": c.root + "/teamtailor/" + c.b.Token + "/jobs", "feed_url": feed,
	}
	items := make([]any, len(refs))
	for i, r := range refs {
		items[i] = teamtailorItem(c, c.job(r))
	}
	out["items"] = items
	if n*teamtailorPage < total {
		out["next_url"] = fmt.Sprintf("%s?page=%d&per_page=%d", feed, n+1, teamtailorPage)
	}
	c.json(out)
}

func teamtailorItem(c call, j job) map[string]any {
	locations := make([]any, len(j.places))
	for i, p := range j.places {
		locations[i] = map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": p.name, "addressRegion": p.country, "addressCountry": p.code}}
	}
	posting := map[string]any{
		"@context": "https://schema.org/", "@type": "JobPosting", "title": j.title, "description": html.EscapeString(j.body()),
		"identifier": map[string]any{"@type": "PropertyValue", "name": j.company, "value": j.id}, "datePosted": j.posted.Format(time.RFC3339),
		"hiringOrganization": map[string]any{"@type": "Organization", "name": j.company}, "jobLocation": locations,
	}
	if j.pay.min > 0 {
		units := map[string]string{"year": "YEAR", "month": "MONTH", "hour": "HOUR"}
		posting["baseSalary"] = map[string]any{"@type": "MonetaryAmount", "currency": j.pay.currency, "value": map[string]any{
			"@type": "QuantitativeValue", "minValue": strconv.Itoa(j.pay.min), "maxValue": strconv.Itoa(j.pay.max), "unitText": units[j.pay.period]}}
	}
	return map[string]any{"id": j.uuid, "title": j.title, "url": c.pageURL(j), "date_published": j.posted.Format(time.RFC3339), "content_html": j.body(), "_jobposting": posting}
}

// teamtailorRSS serves department and workplace, which the JSON feed lacks.
func teamtailorRSS(c call) {
	limit := min(number(c, "per_page", 100), 200)
	refs, _ := c.page(number(c, "offset", 0), limit)
	c.w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
	out := bufio.NewWriter(c.w)
	defer out.Flush()
	modes := map[string]string{"remote": "fully", "hybrid": "hybrid", "onsite": "none", "unknown": "temporary"}
	fmt.Fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:tt=\"https://teamtailor.com/locations\"><channel><title>%s</title>\n", escape(c.b.Name))
	for _, r := range refs {
		j := c.job(r)
		fmt.Fprintf(out, "<item><title>%s</title><description>%s</description><pubDate>%s</pubDate><link>%s</link><remoteStatus>%s</remoteStatus><guid>%s</guid><tt:locations>",
			escape(j.title), escape(j.sections[0].html), j.posted.Format(time.RFC1123Z), escape(c.pageURL(j)), modes[j.workplace], j.uuid)
		for _, p := range j.places {
			fmt.Fprintf(out, "<tt:location><tt:name>%s</tt:name><tt:city>%s</tt:city><tt:country>%s</tt:country></tt:location>", escape(p.name), escape(p.name), escape(p.country))
		}
		fmt.Fprintf(out, "</tt:locations><tt:department>%s</tt:department><tt:role>%s</tt:role></item>\n", escape(j.department), escape(j.team))
	}
	_, _ = out.WriteString("</channel></rss>\n")
}
