package index

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/jobs/geo"
	"rolecall/internal/jobs/index/analysis"
)

// Groups that are stored like facets but not shown as facets.
const (
	wider = groups + iota // other names of a posting's places; shares its numbers with Locations
	boards
	titles       // plain titles, for suggestions
	textLanguage // language that the text is written in
	years        // years of experience
	currencies   // currencies of pay
	unconfirmed
	allGroups
)

// value is one of a document's values in a group.
type value struct {
	text string
	at   *point // coordinates of a place; nil if unknown
}

// groupColumns defines how each group takes its values from a document. To add a filter or facet, add a line here, a field of
// Query and a line in plan.
var groupColumns = [allGroups]struct {
	values func(*Document) []value
	single bool // at most one value, stored as a plain array
	listed bool // has a list of documents per value, for filters
}{
	Companies:    {single(func(d *Document) string { return d.Company }), true, true},
	Locations:    {placesOf, false, true},
	Workplaces:   {single(func(d *Document) string { return d.Workplace }), true, true},
	Employments:  {single(func(d *Document) string { return d.Employment }), true, true},
	Levels:       {single(func(d *Document) string { return d.Level }), true, true},
	Languages:    {several(func(d *Document) []string { return d.Languages }), false, true},
	Skills:       {several(func(d *Document) []string { return d.Skills }), false, true},
	wider:        {widerNames, false, true},
	boards:       {single(func(d *Document) string { return string(d.Target[:]) }), true, true},
	titles:       {single(func(d *Document) string { return plainTitle(d.Title) }), true, false},
	textLanguage: {single(func(d *Document) string { return cmp.Or(analysis.Language(d.Text), "en") }), true, true},
	years:        {single(yearsOf), true, true},
	currencies:   {single(func(d *Document) string { return d.Currency }), true, false},
	unconfirmed:  {single(unconfirmedOf), true, true},
}

func single(of func(*Document) string) func(*Document) []value {
	return func(d *Document) []value { return []value{{text: of(d)}} }
}

// several leaves out values that differ only in case, so that a posting counts once.
func several(of func(*Document) []string) func(*Document) []value {
	return func(d *Document) []value {
		var out []value
		for _, text := range of(d) {
			out = addValue(out, value{text: text})
		}
		return out
	}
}

func addValue(list []value, v value) []value {
	if v.text == "" {
		return list
	}
	for _, known := range list {
		if strings.EqualFold(known.text, v.text) {
			return list
		}
	}
	return append(list, v)
}

func yearsOf(d *Document) string {
	if d.YearsMin < 0 {
		return ""
	}
	return strconv.Itoa(d.YearsMin)
}

// unconfirmedOf returns the hour since which a posting is unconfirmed: hours keep the values few.
func unconfirmedOf(d *Document) string {
	if d.Unconfirmed.IsZero() {
		return ""
	}
	return strconv.FormatInt(hours(d.Unconfirmed), 10)
}

func hours(t time.Time) int64 { return t.Unix() / 3600 }

// placesOf returns the places that a posting is shown with. Remote work counts as a place.
func placesOf(d *Document) (out []value) {
	if d.Workplace == "remote" {
		out = append(out, value{text: "Remote"})
	}
	for _, p := range d.Places {
		shown := value{text: cmp.Or(joinPlace(p.City, p.Country), normalPlace(p.Region))}
		if lat, lon, ok := geo.Find(p.City, p.Country); ok {
			shown.at = &point{lat, lon}
		}
		out = addValue(out, shown)
	}
	return out
}

// widerNames returns the other names under which a posting's places are found: the city alone, the region, the country.
func widerNames(d *Document) []value {
	shown := placesOf(d)
	all := slices.Clone(shown)
	for _, p := range d.Places {
		for _, name := range []string{normalPlace(p.City), normalPlace(p.Country), normalPlace(p.Region), joinPlace(p.Region, p.Country)} {
			all = addValue(all, value{text: name})
		}
	}
	return all[len(shown):]
}

func joinPlace(narrow, wide string) string {
	narrow, wide = normalPlace(narrow), normalPlace(wide)
	if narrow == "" || wide == "" {
		return narrow + wide
	}
	return narrow + ", " + wide
}

// normalPlace writes a place with single spaces and ", " between its parts.
func normalPlace(text string) string {
	var parts []string
	for _, part := range strings.Split(text, ",") {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// plainTitle returns a title without common additions of employers: "(m/w/d)", and a place or team after a dash.
func plainTitle(title string) string {
	for _, pair := range []string{"()", "[]"} {
		for {
			open := strings.IndexByte(title, pair[0])
			if open < 0 {
				break
			}
			length := strings.IndexByte(title[open:], pair[1])
			if length < 0 {
				title = title[:open]
				break
			}
			title = title[:open] + " " + title[open+length+1:]
		}
	}
	for _, mark := range []string{" - ", " – ", " — ", " | ", " @ ", " / "} {
		if i := strings.Index(title, mark); i > 3 {
			title = title[:i]
		}
	}
	title = strings.Join(strings.Fields(title), " ")
	if len(title) > 80 {
		return ""
	}
	return title
}
