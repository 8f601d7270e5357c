package fakeboard

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"time"
)

// careersPage links to ten postings; the sitemap has all of them.
func careersPage(c call) {
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	out := bufio.NewWriter(c.w)
	defer out.Flush()
	fmt.Fprintf(out, "<!doctype html><html lang=\"en\"><head><title>Careers at %s</title></head><body><h1>Careers</h1>\n<ul>\n", html.EscapeString(c.b.Name))
	refs, _ := c.page(0, 10)
	for _, r := range refs {
		j := c.job(r)
		fmt.Fprintf(out, "<li><a href=\"%s\">%s</a></li>\n", html.EscapeString(jsonldURL(c, j)), html.EscapeString(j.title))
	}
	_, _ = out.WriteString("</ul></body></html>\n")
}

func sitemap(c call) {
	c.w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	out := bufio.NewWriterSize(c.w, 32<<10)
	defer out.Flush()
	_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	fmt.Fprintf(out, "<url><loc>%s/jsonld/%s/about</loc></url>\n", c.root, c.b.Token)
	c.each(func(j job) {
		fmt.Fprintf(out, "<url><loc>%s?utm_source=sitemap</loc><lastmod>%s</lastmod></url>\n", escape(jsonldURL(c, j)), j.updated.Format(time.RFC3339))
	})
	_, _ = out.WriteString("</urlset>\n")
}

func jsonldURL(c call, j job) string {
	return fmt.Sprintf("%s/jsonld/%s/jobs/%d", c.root, c.b.Token, j.index)
}

// jobPage describes one posting in HTML and in JSON-LD. It is the public page of every family.
func jobPage(c call) {
	index, err := strconv.Atoi(c.r.PathValue("id"))
	r, open := c.b.lookup(index)
	if err != nil || !open {
		missingPage(c)
		return
	}
	j := c.job(r)
	ld, err := json.Marshal(map[string]any{"@context": "https://schema.org", "@graph": []any{
		map[string]any{"@type": "Organization", "name": j.company}, jobLD(c, j),
	}})
	if err != nil {
		missingPage(c)
		return
	}
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(c.w, "<!doctype html><html lang=%q><head><title>%s</title>\n<script type=\"application/ld+json\">%s</script></head><body><h1>%s</h1><p>%s, %s</p>\n%s</body></html>\n",
		j.language, html.EscapeString(j.title), ld, html.EscapeString(j.title), html.EscapeString(j.company), html.EscapeString(j.where("; ")), j.body())
}

func jobLD(c call, j job) map[string]any {
	employments := map[string]string{"full": "FULL_TIME", "part": "PART_TIME", "contract": "CONTRACTOR", "intern": "INTERN"}
	places := make([]any, len(j.places))
	for i, p := range j.places {
		places[i] = map[string]any{"@type": "Place", "name": j.company, "address": map[string]any{
			"@type": "PostalAddress", "addressLocality": p.name, "addressRegion": p.region, "addressCountry": map[string]any{"@type": "Country", "name": p.code}}}
	}
	out := map[string]any{
		"@type": []string{"JobPosting"}, "title": html.EscapeString(j.title), "description": j.body(), "datePosted": j.posted.Format("2006-01-02"),
		"employmentType": []string{employments[j.employment]}, "identifier": map[string]any{"@type": "PropertyValue", "name": j.company, "value": j.reference},
		"hiringOrganization": map[string]any{"@type": "Organization", "name": j.company}, "jobLocation": places, "url": jsonldURL(c, j),
	}
	if j.workplace == "remote" {
		out["jobLocationType"] = "TELECOMMUTE"
	}
	if j.pay.min > 0 {
		units := map[string]string{"year": "YEAR", "month": "MONTH", "hour": "HOUR"}
		out["baseSalary"] = map[string]any{"@type": "MonetaryAmount", "currency": j.pay.currency, "value": map[string]any{
			"@type": "QuantitativeValue", "minValue": j.pay.min, "maxValue": j.pay.max, "unitText": units[j.pay.period]}}
	}
	return out
}
