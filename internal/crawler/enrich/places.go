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
	place.SettleNamesakes(f.Places)
	american(f.Places)
	if len(f.Places) > 0 {
		f.Sources.Places = Board
	}
	if len(f.Places) == 0 || len(f.Places) == 1 && f.Places[0].City == "" && f.Places[0].Region == "" {
		p.statedPlaces(f)
	}
	return workplace
}

// statedPlaces fills in the places that title or text state. Beside the country that the board states, those in it count.
func (p *posting) statedPlaces(f *Facts) {
	readers := []func() ([]place.Place, Source, string){p.labelledPlaces, p.statedWorkplace, p.titlePlaces, p.factsLine, p.sentencePlaces}
	for _, read := range readers {
		found, source, evidence := read()
		if len(f.Places) == 1 {
			found = slices.DeleteFunc(found, func(pl place.Place) bool { return pl.City == "" || pl.CountryCode != f.Places[0].CountryCode })
		}
		if len(found) > 0 {
			found[0].Primary = true
			f.Places, f.Sources.Places = found, source
			f.addEvidence("places", evidence)
			return
		}
	}
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

// How many words the line of a place has at most, with its label and without, and how many lines an address has.
const (
	maxPlaceLine   = 30
	maxPlaceAnswer = 20
	maxAddress     = 4
)

// labelledPlaces reads what stands behind a label for the place of work.
func (p *posting) labelledPlaces() ([]place.Place, Source, string) {
	for _, c := range p.cues {
		l := p.body.Lines[c.line]
		if c.set != setPlaceLabel || !p.opensLine(c) || l.To-l.From > maxPlaceLine {
			continue
		}
		if c.end < l.To && p.body.Tokens[c.end].Word == ":" {
			if places := p.answer(c.line, c.end+1); len(places) > 0 {
				return places, Text, p.quote(c.line, l.From, l.To)
			}
			if c.end+1 < l.To {
				continue
			}
		} else if c.end < l.To { // "Arbeitsort Winterthur"
			if places := place.Known(p.body.Text[p.body.Tokens[c.end].Start:l.End]); len(places) > 0 {
				return places, Text, p.quote(c.line, l.From, l.To)
			}
			continue
		} else if l.Kind != text.Heading {
			continue
		}
		if places, at := p.address(c.line + 1); len(places) > 0 {
			return places, Text, p.quote(at, p.body.Lines[at].From, p.body.Lines[at].To)
		}
	}
	return nil, Unknown, ""
}

// opensLine reports whether a line begins with a phrase, behind an article or a possessive at most: "Dein Arbeitsort:".
func (p *posting) opensLine(c cue) bool {
	from := p.body.Lines[c.line].From
	return c.start == from || c.start == from+1 && p.isFunction(p.body.Tokens[from])
}

// address reads the first place in the lines of an address that starts with a line.
func (p *posting) address(from int) (places []place.Place, at int) {
	for at = from; at < len(p.body.Lines) && at < from+maxAddress; at++ {
		l := p.body.Lines[at]
		if l.To-l.From > maxPlaceAnswer || l.Kind == text.Heading {
			return nil, at
		}
		if at == from {
			places = p.answer(at, l.From)
		} else {
			places = place.Known(p.body.LineText(l)) // street and house before it, postal code and town here
		}
		if len(places) > 0 {
			return places, at
		}
	}
	return nil, at
}

// answer reads the places that a line names from a token on in answer to a label, unless it speaks of the company or of the
// surroundings of a town.
func (p *posting) answer(line, from int) []place.Place {
	l := p.body.Lines[line]
	if from >= l.To || p.namesCompany(l.From, l.To) {
		return nil // "Location: we have offices in Oslo and Bergen"
	}
	for _, c := range near(p.cues, from, from+1) {
		if c.set == setRegion && c.end < l.To && len(place.KnownAt(p.body, c.end)) > 0 {
			return nil // "Arbeitsort: Region Zürich"
		}
	}
	return place.Parse(plainPlace(p.body.Text[p.body.Tokens[from].Start:l.End])).Places
}

// statedWorkplace reads the town of a sentence that says where the work is done: "Dein Arbeitsort ist Uster". It says more than
// the title, which may name the whole area.
func (p *posting) statedWorkplace() (places []place.Place, source Source, evidence string) {
	return p.placesBehind(func(c cue) bool { return c.set == setPlaceIs })
}

// titlePlaces reads the towns that a title names in a part of its own or behind a preposition: "Koch 80 % – Uster", "Koch in Uster".
func (p *posting) titlePlaces() (places []place.Place, source Source, evidence string) {
	d, from := p.title, 0
	for i, t := range d.Tokens {
		last := i+1 == len(d.Tokens)
		if (!t.Is(text.Symbol) || strings.Contains("./&", t.Word)) && !last {
			continue
		}
		if from > 0 && from <= i {
			places = join(places, place.Known(strings.Trim(d.Text[d.Tokens[from].Start:t.End], " ()/,|–—-:;%&+")))
		}
		from = i + 1
	}
	for _, c := range p.titleCues {
		if c.set == setPlaceIn || c.set == setPlaceBefore {
			places = join(places, place.KnownAt(d, c.end))
		}
	}
	return places, Title, p.quoteTitle()
}

// The lines that list facts of the job in a row.
const (
	maxFactsLine = 24 // words
	topLines     = 6  // of a text, where they stand
)

// factsLine reads a part of a short line at the top of the text that also states the hours: "80 %, Uster, unbefristet".
func (p *posting) factsLine() (places []place.Place, source Source, evidence string) {
	for _, l := range p.body.Lines[:min(topLines, len(p.body.Lines))] {
		tokens := p.body.LineTokens(l)
		if len(tokens) > maxFactsLine || !slices.ContainsFunc(tokens, func(t text.Token) bool { return t.Word == "%" }) {
			continue
		}
		for part := range strings.FieldsFuncSeq(p.body.LineText(l), func(r rune) bool { return strings.ContainsRune(",|·•–", r) }) {
			_, value, labelled := strings.Cut(part, ":") // "Pensum: 80 % | Ort: Uster"
			if !labelled {
				value = part
			}
			if places = place.Known(strings.TrimSpace(value)); len(places) > 0 {
				return places, Text, p.body.LineText(l)
			}
		}
	}
	return nil, Unknown, ""
}

// maxStated is how many towns a text names at most as the place of one job.
const maxStated = 4

// sentencePlaces reads the town behind words such as "for our branch in", and behind a preposition in a sentence that looks for
// somebody.
func (p *posting) sentencePlaces() (places []place.Place, source Source, evidence string) {
	return p.placesBehind(func(c cue) bool {
		if c.set != setPlaceIn {
			return c.set == setPlaceBefore
		}
		lo, hi := p.sentence(c.line, c.start, c.end)
		return p.has(setSeek, lo, hi)
	})
}

// placesBehind returns the towns right behind the phrases of the text for which a condition holds.
func (p *posting) placesBehind(holds func(cue) bool) (places []place.Place, source Source, evidence string) {
	for _, c := range p.cues {
		if c.foreign || p.sections[c.line] == sectionLegal || !holds(c) {
			continue
		}
		found := place.KnownAt(p.body, c.end)
		if len(found) > 0 && evidence == "" {
			evidence = p.quote(c.line, c.start, c.end)
		}
		places = join(places, found)
	}
	if len(places) > maxStated {
		return nil, Unknown, ""
	}
	return places, Text, evidence
}

func join(all, more []place.Place) []place.Place {
	for _, pl := range more {
		all = place.Add(all, pl)
	}
	return all
}

// namesCompany reports whether tokens [lo, hi) say "we" or "our". "US" in capitals is the country, and a noun may be part of the
// address: "company headquarters, Leeds".
func (p *posting) namesCompany(lo, hi int) bool {
	return slices.ContainsFunc(near(p.cues, lo, hi), func(c cue) bool {
		return c.set == setWe && !c.foreign && p.isFunction(p.body.Tokens[c.start]) && !p.body.Tokens[c.start].Is(text.Caps)
	})
}

// plainPlace returns a line without "AG", which behind the name of a firm is no canton ("Site: Acme AG – Winterthur"), and
// without hashtags, of which "#LI-Hybrid" is no country.
func plainPlace(s string) string {
	words := slices.DeleteFunc(strings.Fields(s), func(w string) bool { return w == "AG" || w == "AG," || w[0] == '#' })
	return strings.Join(words, " ")
}
