// Package gazetteer lists countries, regions and cities with what boards and people call them. The crawler reads location
// fields by it, and search finds places and distances.
package gazetteer

import (
	_ "embed"
	"iter"
	"strconv"
	"strings"
)

var (
	//go:embed countries.txt
	countries string
	//go:embed regions.txt
	regions string
	//go:embed cities.txt
	cities string
	//go:embed areas.txt
	areas string
)

// Country is a country of ISO 3166-1.
type Country struct {
	Code, Code3 string   // alpha-2 and alpha-3
	Names       []string // the English short name first
}

// Countries returns all countries.
func Countries() (out []Country) {
	for line := range records(countries) {
		out = append(out, Country{Code: line[:2], Code3: line[3:6], Names: strings.Split(line[7:], "|")})
	}
	return out
}

// Region is a part of a country.
type Region struct {
	Country string   // alpha-2
	Code    string   // may be empty
	Names   []string // the English name first
}

// Regions returns the regions that postings name.
func Regions() (out []Region) {
	for line := range records(regions) {
		code, names, _ := strings.Cut(line[3:], " ")
		out = append(out, Region{Country: line[:2], Code: unlessDash(code), Names: strings.Split(names, "|")})
	}
	return out
}

// City is a city and where it lies. A remark in brackets behind its first name marks the lesser known of two namesakes, and
// "(city)" the namesake of its country.
type City struct {
	Country    string   // alpha-2
	Region     string   // its English name; may be empty
	RegionCode string   // may be empty
	Names      []string // the English name first
	Typed      []string // names that search knows besides; location fields are not read by them
	Unsure     bool     // the name alone does not tell the country
	Lat, Lon   float64
}

// Cities returns the cities where most postings are. Of namesakes the best known comes first. Entries with the same
// coordinates are one place.
func Cities() (out []City) {
	for line := range records(cities) {
		region, list, _ := strings.Cut(line[3:], ": ")
		region, code, _ := strings.Cut(unlessDash(region), "|")
		for entry := range strings.SplitSeq(list, "; ") {
			c := City{Country: line[:2], Region: region, RegionCode: code}
			c.read(entry)
			out = append(out, c)
		}
	}
	return out
}

// read reads "Munich|München|~Minga 48.14 11.58".
func (c *City) read(entry string) {
	fields := strings.Split(entry, " ")
	n := len(fields) - 2
	c.Lat, c.Lon = number(fields[n]), number(fields[n+1])
	for name := range strings.SplitSeq(strings.Join(fields[:n], " "), "|") {
		if typed, ok := strings.CutPrefix(name, "~"); ok {
			c.Typed = append(c.Typed, typed)
		} else {
			c.Names = append(c.Names, name)
		}
	}
	c.Names[0], c.Unsure = strings.CutSuffix(c.Names[0], " (?)")
}

// Areas returns the names of areas larger than a country, each with the English name first.
func Areas() (out [][]string) {
	for line := range records(areas) {
		out = append(out, strings.Split(line, "|"))
	}
	return out
}

// number panics on a malformed number: the file is part of the program and a test reads all of it.
func number(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("gazetteer: cities.txt: " + err.Error())
	}
	return f
}

func unlessDash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

// records yields the lines that are not comments.
func records(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(file) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}
