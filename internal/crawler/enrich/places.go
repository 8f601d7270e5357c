package enrich

import (
	"slices"
	"strings"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
)

// places fills in the places and returns the way of working that the location fields name.
func (p *posting) places(f *Facts) (workplace string) {
	for _, b := range p.in.Places {
		f.Places = place.Add(f.Places, place.Normalize(b))
	}
	structured := len(f.Places) > 0
	for i, raw := range p.in.Locations {
		r := place.Parse(raw)
		if i > 0 && len(f.Places) > 0 && len(r.Places) == 1 && r.Places[0].CountryCode != f.Places[0].CountryCode {
			if same, ok := place.Within(raw, f.Places[0].CountryCode); ok {
				r.Places[0] = same
			}
		}
		if workplace == "" || r.Workplace == place.Hybrid {
			if r.Workplace != "" {
				workplace = r.Workplace
			}
		}
		if !structured {
			for _, found := range r.Places {
				f.Places = place.Add(f.Places, found)
			}
		}
	}
	if len(f.Places) > 0 {
		place.SettleNamesakes(f.Places)
		american(f.Places)
		f.Sources.Places = Board
		return workplace
	}
	var evidence string
	if f.Places, evidence = p.textPlaces(); len(f.Places) > 0 {
		f.Sources.Places = Text
		f.addEvidence("places", evidence)
	}
	return workplace
}

// american reads "Georgia" as the state when another place of the posting is in the United States.
func american(places []place.Place) {
	states := false
	for _, pl := range places {
		states = states || pl.CountryCode == "US"
	}
	for i := range places {
		if pl := &places[i]; states && pl.CountryCode == "GE" && pl.City == "" && pl.Region == "" {
			pl.Region, pl.CountryCode, pl.Country = "Georgia", "US", place.CountryName("US")
		}
	}
}

// How many words the line of a place has at most, with its label and without.
const (
	maxPlaceLine   = 30
	maxPlaceAnswer = 20
)

// textPlaces reads what stands behind a label for the place of work.
func (p *posting) textPlaces() ([]place.Place, string) {
	for _, c := range p.cues {
		l := p.body.Lines[c.line]
		if c.set != setPlaceLabel || c.start != l.From || l.To-l.From > maxPlaceLine {
			continue
		}
		value := ""
		if c.end < l.To && p.body.Tokens[c.end].Word == ":" {
			value = strings.TrimSpace(p.body.Text[p.body.Tokens[c.end].End:l.End])
		} else if c.end < l.To || l.Kind != text.Heading {
			continue
		}
		line := c.line
		if value == "" && line+1 < len(p.body.Lines) {
			if next := p.body.Lines[line+1]; next.To-next.From <= maxPlaceAnswer && next.Kind != text.Heading {
				line, value = line+1, p.body.LineText(next)
			}
		}
		at := p.body.Lines[line]
		if p.namesCompany(at.From, at.To) {
			continue // "Location: we have offices in Oslo and Bergen"
		}
		if places := place.Parse(plainPlace(value)).Places; len(places) > 0 {
			return places, p.quote(line, at.From, at.To)
		}
	}
	return nil, ""
}

// namesCompany reports whether tokens [lo, hi) speak of the company. "US" in capitals is the country.
func (p *posting) namesCompany(lo, hi int) bool {
	return slices.ContainsFunc(near(p.cues, lo, hi), func(c cue) bool {
		return c.set == setWe && !c.foreign && !p.body.Tokens[c.start].Is(text.Caps)
	})
}

// plainPlace returns a line without "AG", which behind the name of a firm is no canton ("Site: Acme AG – Winterthur"), and
// without hashtags, of which "#LI-Hybrid" is no country.
func plainPlace(s string) string {
	words := slices.DeleteFunc(strings.Fields(s), func(w string) bool { return w == "AG" || w == "AG," || w[0] == '#' })
	return strings.Join(words, " ")
}
