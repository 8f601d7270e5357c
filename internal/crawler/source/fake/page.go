package fake

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strconv"
)

// PageURL returns the public address of a posting.
func (c Call) PageURL(j Job) string {
	return c.Root + "/postings/" + c.Board.Family + "/" + url.PathEscape(c.Board.Token) + "/" + strconv.Itoa(j.Index)
}

// JobPage serves the page of the posting with the number {id}, in HTML and JSON-LD. It is the public page of every
// family.
func JobPage(c Call) {
	index, err := strconv.ParseInt(c.R.PathValue("id"), 10, 64)
	j, open := c.Find(index)
	if err != nil || !open {
		MissingPage(c)
		return
	}
	ServePage(c, j, c.PageURL(j))
}

// ServePage serves the page of a posting at the address.
func ServePage(c Call, j Job, address string) {
	ld, err := json.Marshal(map[string]any{"@context": "https://schema.org", "@graph": []any{
		map[string]any{"@type": "Organization", "name": j.Company}, JobLD(j, address),
	}})
	if err != nil {
		MissingPage(c)
		return
	}
	c.W.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(c.W, "<!doctype html><html lang=%q><head><title>%s</title>\n"+
		"<script type=\"application/ld+json\">%s</script></head><body><h1>%s</h1>"+
		"<p>%s, %s</p>\n%s</body></html>\n", j.Language, html.EscapeString(j.Title), ld, html.EscapeString(j.Title),
		html.EscapeString(j.Company), html.EscapeString(j.Where("; ")), j.Body())
}

// JobLD describes a posting as schema.org does.
func JobLD(j Job, address string) map[string]any {
	employments := map[string]string{"full": "FULL_TIME", "part": "PART_TIME", "contract": "CONTRACTOR", "intern": "INTERN"}
	places := make([]any, len(j.Places))
	for i, p := range j.Places {
		places[i] = map[string]any{"@type": "Place", "name": j.Company, "address": map[string]any{
			"@type": "PostalAddress", "addressLocality": p.Name, "addressRegion": p.Region,
			"addressCountry": map[string]any{"@type": "Country", "name": p.Code}}}
	}
	out := map[string]any{
		"@type": []string{"JobPosting"}, "title": html.EscapeString(j.Title), "description": j.Body(),
		"datePosted":     j.Posted.Format("2006-01-02"),
		"employmentType": []string{employments[j.Employment]}, "identifier": map[string]any{"@type": "PropertyValue",
			"name": j.Company, "value": j.Reference},
		"hiringOrganization": map[string]any{"@type": "Organization", "name": j.Company}, "jobLocation": places, "url": address,
	}
	if j.Workplace == "remote" {
		out["jobLocationType"] = "TELECOMMUTE"
	}
	if j.Pay.Min > 0 {
		units := map[string]string{"year": "YEAR", "month": "MONTH", "hour": "HOUR"}
		out["baseSalary"] = map[string]any{"@type": "MonetaryAmount", "currency": j.Pay.Currency, "value": map[string]any{
			"@type": "QuantitativeValue", "minValue": j.Pay.Min, "maxValue": j.Pay.Max, "unitText": units[j.Pay.Period]}}
	}
	return out
}
