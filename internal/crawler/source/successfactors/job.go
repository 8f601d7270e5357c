package successfactors

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"rolecall/internal/crawler/source"
)

var (
	// facet is a field that the employer configured, with the label that applicants see.
	facet = regexp.MustCompile(`(?s)<(?:filter|mfield)[0-9]+>(.*?)</(?:filter|mfield)[0-9]+>`)
	// mergeToken is a placeholder that the vendor failed to fill in.
	mergeToken = regexp.MustCompile(`\[\[[A-Za-z0-9_. -]+\]\]`)
	numbers    = regexp.MustCompile(`^([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{4})$`)
)

func (d *feed) posting(block []byte) (p source.Posting, date string) {
	id := source.Field(block, "ReqId")
	address := d.address + "&career_job_req_id=" + url.QueryEscape(id) + "&career_ns=job_application"
	p = source.Posting{
		NativeID:    id,
		Title:       plain(source.Field(block, "JobTitle")),
		URL:         address,
		Description: mergeToken.ReplaceAllString(source.UnescapeHTML(source.Field(block, "Job-Description")), ""),
	}
	place := source.Place{Primary: true}
	for _, m := range facet.FindAllSubmatch(block, -1) {
		label, value := strings.ToLower(plain(source.Field(m[1], "label"))), plain(source.Field(m[1], "value"))
		if value != "" {
			apply(&p, &place, label, value)
		}
	}
	if !place.Blank() {
		p.Places = []source.Place{place}
	}
	if text := place.String(); len(p.Locations) == 0 && text != "" {
		p.Locations = []string{text}
	}
	return p, source.Field(block, "Posted-Date")
}

func plain(s string) string { return strings.TrimSpace(mergeToken.ReplaceAllString(s, "")) }

// apply uses a field by its label. Employers choose the labels: "Work Location" is a city for one and "Hybrid" for
// another, "Job Type" is the hours for one and the level for another, so the value decides.
func apply(p *source.Posting, place *source.Place, label, value string) {
	is := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(label, w) })
	}
	workplace := source.ParseWorkplace(value)
	switch {
	case workplace != "" && is("location", "remote", "workplace", "work arrangement", "work model", "working model", "hybrid"):
		p.Workplace, p.WorkplaceRaw = workplace, value
	case is("country"):
		place.Country = value
	case is("city", "town"):
		place.City = value
	case is("state", "province", "canton"):
		place.Region = value
	case is("location", "site", "standort"):
		p.Locations = append(p.Locations, value)
	case is("job type", "employment", "contract", "schedule", "full time", "full-time", "work type", "working hours"):
		if kind := source.ParseEmployment(value); kind != "" {
			p.Employment, p.EmploymentRaw = kind, value
		} else if is("job type") {
			p.Seniority = value
		}
	case is("level", "seniority", "experience"):
		p.Seniority = value
	case is("department", "function", "job family", "category", "business unit", "area of"): // also of a company
	case is("company", "legal entity"):
		p.Company = value
	}
}

// dateOrder is the order of the numbers in the employer's dates.
type dateOrder int

const (
	unknownOrder dateOrder = iota
	monthFirst
	dayFirst
)

// orderOf returns the order that a date proves: a number above 12 is not a month, and dots separate days first.
func orderOf(date string) dateOrder {
	m := numbers.FindStringSubmatch(strings.TrimSpace(date))
	switch {
	case m == nil:
		return unknownOrder
	case m[2] == "." || len(m[1]) == 2 && m[1] > "12":
		return dayFirst
	case len(m[3]) == 2 && m[3] > "12":
		return monthFirst
	}
	return unknownOrder
}

func parseDate(date string, order dateOrder) time.Time {
	m := numbers.FindStringSubmatch(strings.TrimSpace(date))
	if m == nil {
		return source.ParseTime(date)
	}
	if own := orderOf(date); own != unknownOrder {
		order = own
	}
	day, month := m[1], m[3]
	switch {
	case order == monthFirst:
		day, month = m[3], m[1]
	case order == unknownOrder && day != month:
		return time.Time{}
	}
	t, err := time.Parse("2 1 2006", day+" "+month+" "+m[4])
	if err != nil {
		return time.Time{}
	}
	return t
}
