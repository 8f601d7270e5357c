package enrich

import (
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
		american(f.Places)
		f.Sources.Places = Board
		return workplace
	}
	if f.Places = p.textPlaces(); len(f.Places) > 0 {
		f.Sources.Places = Text
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

// textPlaces reads lines that are labelled as the place of work.
func (p *posting) textPlaces() []place.Place {
	for i, l := range p.body.Lines {
		if l.To == l.From || l.To-l.From > 30 {
			continue
		}
		h, ok := cueWords().At(p.body.Tokens[:l.To], l.From)
		if !ok || !means(h, cuePlaceLabel) {
			continue
		}
		rest := p.body.Text[p.body.Tokens[h.End-1].End:l.End]
		value, found := strings.CutPrefix(strings.TrimSpace(rest), ":")
		if !found {
			continue
		}
		if value = strings.TrimSpace(value); value == "" && i+1 < len(p.body.Lines) && p.body.Lines[i+1].Kind != text.Heading {
			next := p.body.Lines[i+1]
			if next.To-next.From > 20 {
				continue
			}
			value = p.body.LineText(next)
		}
		if places := place.Parse(value).Places; len(places) > 0 {
			return places
		}
	}
	return nil
}

func means(h text.Hit[meaning], kind cueKind) bool {
	for _, m := range h.Values {
		if m.kind == kind {
			return true
		}
	}
	return false
}
