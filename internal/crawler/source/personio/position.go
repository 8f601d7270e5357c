package personio

import (
	"strconv"
	"strings"

	"rolecall/internal/crawler/source"
)

type position struct {
	ID           string   `xml:"id"`
	Subcompany   string   `xml:"subcompany"`
	Office       string   `xml:"office"`
	MoreOffices  []string `xml:"additionalOffices>office"`
	Name         string   `xml:"name"`
	Descriptions []struct {
		Name  string `xml:"name"`
		Value string `xml:"value"`
	} `xml:"jobDescriptions>jobDescription"`
	EmploymentType string `xml:"employmentType"`
	Seniority      string `xml:"seniority"`
	Schedule       string `xml:"schedule"`
	Experience     string `xml:"yearsOfExperience"`
	CreatedAt      string `xml:"createdAt"`
	Salary         *struct {
		Min      string `xml:"min"`
		Max      string `xml:"max"`
		Currency string `xml:"currencyCode"`
		Type     string `xml:"type"`
	} `xml:"salaryInformation"`
}

// size returns the memory of a position without its text.
func (x position) size() int {
	const fixed = 500
	n := fixed + len(x.ID) + len(x.Subcompany) + len(x.Office) +
		len(x.Name) + len(x.EmploymentType) + len(x.Seniority) + len(x.Schedule)
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
		Seniority:     x.Seniority,
		Experience:    years(strings.TrimSpace(x.Experience)),
	}
	var sections []source.Section
	for _, d := range x.Descriptions {
		// The XML decoder undid CDATA and one round of escaping; some feeds escape twice.
		sections = append(sections, source.Section{Title: d.Name, HTML: source.UnescapeHTML(d.Value)})
	}
	p.Description = source.JoinSections(sections...)
	if s := x.Salary; s != nil {
		p.Pay = source.ParsePay(figure(s.Min), figure(s.Max), s.Currency, s.Type)
	}
	return p
}

// employment combines two fields: the type of contract comes before the hours, unless it is permanent.
func employment(contract, schedule string) source.Employment {
	switch contract {
	case "intern", "trainee":
		return source.Internship
	case "working-student":
		return source.PartTime
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

// years reads the vendor's ranges: "2-5", "lt-1" and "gt-15".
func years(s string) *source.Years {
	low, high, _ := strings.Cut(s, "-")
	bound, err := strconv.Atoi(high)
	if err != nil || bound < 0 || bound > 60 {
		return nil
	}
	switch least, err := strconv.Atoi(low); {
	case low == "lt":
		return &source.Years{Max: bound}
	case low == "gt":
		return &source.Years{Min: bound}
	case err == nil && least >= 0 && least <= bound:
		return &source.Years{Min: least, Max: bound}
	}
	return nil
}

func figure(s string) float64 {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return 0
	}
	return f
}
