package personio

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"rolecall/internal/crawler/source"
)

type position struct {
	ID           string   `xml:"id"`
	Subcompany   string   `xml:"subcompany"`
	Office       string   `xml:"office"`
	MoreOffices  []string `xml:"additionalOffices>office"`
	Department   string   `xml:"department"`
	Name         string   `xml:"name"`
	Descriptions []struct {
		Name  string `xml:"name"`
		Value string `xml:"value"`
	} `xml:"jobDescriptions>jobDescription"`
	EmploymentType string `xml:"employmentType"`
	Seniority      string `xml:"seniority"`
	Schedule       string `xml:"schedule"`
	CreatedAt      string `xml:"createdAt"`
	Salary         *struct {
		Min      string `xml:"min"`
		Max      string `xml:"max"`
		Currency string `xml:"currencyCode"`
		Type     string `xml:"type"`
	} `xml:"salaryInformation"`
}

// read walks the feed position by position and needs its end: a feed that stops early has
// proven nothing.
func read(dec *xml.Decoder, each func(position) error) (rejected int, err error) {
	root, err := startElement(dec)
	if err != nil {
		return 0, err
	}
	if root.Name.Local != "workzag-jobs" {
		return 0, source.Errorf(source.Broken, "a document called %q where the feed was expected", root.Name.Local)
	}
	for {
		t, err := dec.Token()
		if err != nil {
			return rejected, source.XMLFault(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			return rejected, nil
		case xml.StartElement:
			if t.Name.Local != "position" {
				if err := dec.Skip(); err != nil {
					return rejected, source.XMLFault(err)
				}
				continue
			}
			var p position
			if err := dec.DecodeElement(&p, &t); err != nil {
				return rejected, source.XMLFault(err)
			}
			// The address of a posting is built from its number.
			if _, err := strconv.ParseUint(p.key(), 10, 64); err != nil {
				rejected++
				continue
			}
			if err := each(p); err != nil {
				return rejected, err
			}
		}
	}
}

func startElement(dec *xml.Decoder) (xml.StartElement, error) {
	for {
		t, err := dec.Token()
		if err == io.EOF {
			return xml.StartElement{}, source.Errorf(source.Broken, "an empty document where the feed was expected")
		}
		if err != nil {
			return xml.StartElement{}, source.XMLFault(err)
		}
		if start, ok := t.(xml.StartElement); ok {
			return start, nil
		}
	}
}

// size is what a position without a text takes until it has one.
func (x position) size() int {
	const fixed = 500
	n := fixed + len(x.ID) + len(x.Subcompany) + len(x.Office) + len(x.Department) + len(x.Name) + len(x.EmploymentType) + len(x.Seniority) + len(x.Schedule)
	for _, office := range x.MoreOffices {
		n += 16 + len(office)
	}
	return n
}

func (x position) key() string { return strings.TrimSpace(x.ID) }

func (x position) posting(public string) source.Posting {
	p := source.Posting{
		NativeID:      x.key(),
		Title:         x.Name,
		URL:           public + "/job/" + x.key(),
		Locations:     append([]string{x.Office}, x.MoreOffices...),
		Employment:    employment(strings.TrimSpace(x.EmploymentType), strings.TrimSpace(x.Schedule)),
		EmploymentRaw: strings.TrimSpace(strings.TrimSpace(x.EmploymentType) + " " + strings.TrimSpace(x.Schedule)),
		PostedAt:      source.ParseTime(x.CreatedAt),
		Company:       x.Subcompany,
		Department:    x.Department,
		Seniority:     x.Seniority,
	}
	var sections []source.Section
	for _, d := range x.Descriptions {
		// Some feeds wrap the text in CDATA, others escape it; the parser undid either, and
		// what some escaped twice is undone here.
		sections = append(sections, source.Section{Title: d.Name, HTML: source.UnescapeHTML(d.Value)})
	}
	p.Description = source.JoinSections(sections...)
	if s := x.Salary; s != nil {
		p.Pay = source.ParsePay(figure(s.Min), figure(s.Max), s.Currency, s.Type)
	}
	return p
}

// employment needs two elements: the kind of contract beats the hours, except that a permanent
// contract says nothing of them.
func employment(contract, schedule string) source.Employment {
	switch contract {
	case "intern", "trainee", "working-student":
		return source.Internship
	case "freelance":
		return source.Freelance
	}
	switch schedule {
	case "full-time":
		return source.FullTime
	case "part-time":
		return source.PartTime
	case "full-or-part-time":
		return ""
	}
	return source.ParseEmployment(contract)
}

func figure(s string) float64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return 0
	}
	return f
}
