package jazzhr

import (
	"bufio"
	"fmt"

	"rolecall/internal/crawler/source/fake"
)

// Fake returns the fake boards of the family.
func (Source) Fake() fake.Fake {
	return fake.Fake{Address: "https://{token}.applytojob.com/apply", Path: "/{token}", Routes: []fake.Route{
		{Pattern: "GET /feeds/export/jobs/{name}", Serve: fakeFeed, Unknown: fake.MissingPage},
		{Pattern: "GET /apply", Serve: fakeBoard, Unknown: fake.MissingPage},
		{Pattern: "GET /apply/{id}/{slug}", Serve: fake.JobPage, Unknown: fake.MissingPage, Detail: true},
	}}
}

// fakeFeed serves the feed, which also lists postings that are not open.
func fakeFeed(c fake.Call) {
	if !c.Fresh("feed") {
		return
	}
	kinds := map[string]string{"full": "Full Time", "part": "Part Time", "contract": "Contract", "intern": "Internship"}
	c.Text("text/xml", func(out *bufio.Writer) {
		_, _ = out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<jobs><publisher>JazzHR</publisher>\n" +
			"<job><id>job_20250101000000_DRAFT</id><status><![CDATA[Draft]]></status><title>Draft</title></job>\n")
		c.Each(func(j fake.Job) {
			p := j.Places[0]
			fmt.Fprintf(out, "<job><id><![CDATA[job_%s_%d]]></id><status><![CDATA[Open]]></status><title><![CDATA[%s]]></title>"+
				"<department><![CDATA[%s]]></department><url><![CDATA[%s/apply/%d/%s]]></url>",
				j.Posted.Format("20060102150405"), j.ID, j.Title, j.Department, c.Root, j.ID, j.Slug)
			fmt.Fprintf(out, "<city><![CDATA[%s]]></city><state><![CDATA[%s]]></state><country><![CDATA[%s]]></country>"+
				"<description><![CDATA[%s]]></description><type><![CDATA[%s]]></type><experience><![CDATA[%s]]></experience></job>\n",
				p.Name, p.Region, p.Country, j.Body(), kinds[j.Employment], j.Level)
		})
		_, _ = out.WriteString("</jobs>\n")
	})
}

func fakeBoard(c fake.Call) {
	c.Text("text/html", func(out *bufio.Writer) {
		_, _ = out.WriteString("<!doctype html><html><body><ul>")
		c.Each(func(j fake.Job) {
			fmt.Fprintf(out, "<li><a href=\"/apply/%d/%s\">%s</a></li>\n", j.ID, j.Slug, fake.Escape(j.Title))
		})
		_, _ = out.WriteString("</ul></body></html>")
	})
}
