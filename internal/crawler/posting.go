package crawler

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/text"
	"rolecall/internal/crawler/source"
)

// maxLocation limits the location line that is shown; the statement keeps all of the board's words.
const maxLocation = 500

// row is a posting as it is stored, without what depends on the pull. A change to how it is made must raise
// [source.Version], a change to its facts [enrich.Version].
type row struct {
	NativeID    string
	Hash        []byte
	Stamp       string
	RepostKey   []byte
	Title       string
	URL         string
	Description string
	Location    string
	Board       []byte
	PostedAt    time.Time
	Places      []place.Place
	Facts       *enrich.Facts // nil if they are left to enrichment
}

// size returns roughly the memory of the row.
func (r *row) size() int {
	n := 400 + len(r.Title) + len(r.URL) + len(r.Description) + len(r.Location) + len(r.Board) + 100*len(r.Places)
	if r.Facts == nil {
		return n
	}
	for _, words := range r.Facts.Evidence {
		n += len(words)
	}
	for _, words := range r.Facts.Requirements {
		n += len(words)
	}
	return n
}

// statement holds what a board states about a posting in separate fields, stored for enrichment.
type statement struct {
	Locations  []string         `json:"locations,omitempty"`
	Places     []place.Place    `json:"places,omitempty"`
	Workplace  string           `json:"workplace,omitempty"`
	Employment string           `json:"employment,omitempty"`
	Seniority  string           `json:"seniority,omitempty"`
	Experience *enrich.Years    `json:"experience,omitempty"`
	Pay        *enrich.BoardPay `json:"pay,omitempty"`
	Language   string           `json:"language,omitempty"`
}

// makeRow returns the row of a posting that states s, with its HTML sanitised and its places normalised.
func makeRow(p source.Posting, s statement, hash []byte) row {
	places := s.normalised()
	board, err := json.Marshal(s)
	if err != nil { // floats are finite once a posting passed the source's gate
		panic(err)
	}
	return row{
		NativeID:    p.NativeID,
		Hash:        hash,
		Stamp:       p.Stamp,
		RepostKey:   repostKey(p.Title, places, s.Locations),
		Title:       p.Title,
		URL:         p.URL,
		Description: source.CleanHTML(p.Description),
		Location:    displayLocation(s),
		Board:       board,
		PostedAt:    p.PostedAt,
		Places:      places,
	}
}

func statementOf(p source.Posting) statement {
	s := statement{
		Locations: p.Locations,
		Workplace: cmp.Or(string(p.Workplace), p.WorkplaceRaw), Employment: cmp.Or(string(p.Employment), p.EmploymentRaw), Seniority: p.Seniority,
		Language: p.Language,
	}
	for _, b := range p.Places {
		s.Places = append(s.Places, place.Place(b))
	}
	// The first place of a posting is its primary one.
	slices.SortStableFunc(s.Places, func(a, b place.Place) int {
		switch {
		case a.Primary == b.Primary:
			return 0
		case a.Primary:
			return -1
		}
		return 1
	})
	if y := p.Experience; y != nil {
		s.Experience = &enrich.Years{Min: y.Min, Max: y.Max}
	}
	if p.Pay != nil {
		s.Pay = &enrich.BoardPay{Min: p.Pay.Min, Max: p.Pay.Max, Currency: p.Pay.Currency, Period: string(p.Pay.Period)}
	}
	return s
}

// normalised returns the places in canonical form. They are stored with the posting, so that it is found by its place
// before it is enriched. Many boards state the country in a field and the city only in words, some for one of several
// places; the words are read unless the fields name as many cities.
func (s statement) normalised() []place.Place {
	var stated []place.Place
	cities := 0
	for _, p := range s.Places {
		p = place.Normalize(p)
		stated = place.Add(stated, p)
		if p.City != "" {
			cities++
		}
	}
	if cities > 0 && cities >= len(s.Locations) {
		return stated
	}
	var out []place.Place
	for i, raw := range s.Locations {
		for _, p := range readLocation(raw, i, stated) {
			out = place.Add(out, p)
		}
	}
	for _, p := range stated {
		if !slices.ContainsFunc(out, func(q place.Place) bool { return q.CountryCode == p.CountryCode && (p.City == "" || q.City == p.City) }) {
			out = place.Add(out, p)
		}
	}
	return out
}

// readLocation reads the words of one place. The country that the board states belongs to the first place. Others may
// be abroad, but only if their words name another country: a city that also exists in the stated country is taken to be
// there.
func readLocation(raw string, i int, stated []place.Place) []place.Place {
	found := place.Parse(raw).Places
	if len(stated) == 0 || stated[0].CountryCode == "" {
		return found
	}
	country := stated[0].CountryCode
	if i == 0 {
		return place.ParseIn(raw, country).Places
	}
	if len(found) == 0 && len(stated) == 1 {
		return place.ParseIn(raw, country).Places
	}
	if len(found) == 1 && found[0].CountryCode != country {
		if same, ok := place.Within(raw, country); ok {
			return []place.Place{same}
		}
	}
	return found
}

// input returns the input of enrichment.
func (s statement) input(title, company, description string) enrich.Input {
	in := enrich.Input{
		Title: title, Company: company, Description: description, Locations: s.Locations, Places: s.normalised(),
		Workplace: s.Workplace, Employment: s.Employment, Seniority: s.Seniority, Language: s.Language,
	}
	if s.Pay != nil {
		in.Pay = *s.Pay
	}
	return in
}

// displayLocation returns the board's own words on one line.
func displayLocation(s statement) string {
	parts := s.Locations
	if len(parts) == 0 {
		for _, p := range s.Places {
			if words := p.String(); words != "" {
				parts = append(parts, words)
			}
		}
	}
	return source.Shorten(strings.Join(parts, "; "), maxLocation)
}

// repostKey returns the same key for two postings with the same title and the same places, however they are written.
func repostKey(title string, places []place.Place, raw []string) []byte {
	h := sha256.New()
	fmt.Fprintln(h, strings.Join(strings.Fields(text.Fold(title)), " "))
	for _, p := range places {
		fmt.Fprintln(h, p.String())
	}
	if len(places) == 0 {
		for _, words := range raw {
			fmt.Fprintln(h, text.Fold(words))
		}
	}
	return h.Sum(nil)[:16]
}
