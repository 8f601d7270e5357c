package source

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Board is one employer's board at one vendor, as a pull target names it.
type Board struct {
	// Token names the board at its vendor; each source's Token method defines its form.
	Token string
	// BaseURL replaces the vendor's public address. It may contain {token}.
	BaseURL string
	// Validator is the one that the last complete pull returned; empty requests the whole board.
	Validator string
	// Known, if set, is called before a posting's own page is fetched. If it reports that the
	// caller has the posting with this stamp, the page is not fetched and the posting is a Touch.
	Known func(nativeID, stamp string) bool
	// Open, if set, reports whether the caller has an open posting with this id. A source that chooses which pages to read
	// must read those: a posting that it leaves out would be closed.
	Open func(nativeID string) bool
	// IDOf, if set, returns the id of the caller's open posting with this address, or nothing. It lets a source that reads
	// a board in a second way keep the ids of the first.
	IDOf func(address string) string
	// Preview requests a first look only: the first page of the list and the texts of a few postings. Such a pull is
	// Partial unless that is all.
	Preview bool
	// Memory counts what the pull holds; Pull makes one if the caller has none.
	Memory *Memory
	// Usage, if set, counts the requests of the pull and what they received.
	Usage *Usage
}

// Base returns the address that the vendor's paths are appended to: BaseURL or else the vendor's own. {token} is
// replaced by name in both.
func (b Board) Base(vendor, name string) string {
	return strings.TrimRight(strings.ReplaceAll(cmp.Or(b.BaseURL, vendor), "{token}", url.PathEscape(name)), "/")
}

// knows reports whether the caller has the posting with this stamp.
func (b Board) knows(nativeID, stamp string) bool {
	return b.Known != nil && stamp != "" && b.Known(nativeID, stamp)
}

// Posting is one open position as its board states it. Facts that the board does not state are
// zero: a source never guesses. Enrichment later derives places, level and skills from it.
type Posting struct {
	// NativeID is the board's own key, unique within the board and case-sensitive.
	NativeID string
	// Touch means that the board still lists this posting but its page was not read: only
	// NativeID and Stamp are set. A touch confirms a stored posting and cannot create one.
	Touch bool
	// Stamp changes with the posting's entry in the list; callers that set Board.Known store it.
	Stamp string

	Title       string
	URL         string
	Description string // the board's HTML, not yet sanitised

	// Locations are the board's own words, the primary place first.
	Locations []string
	// Places are the places that the board states in separate fields.
	Places []Place

	Workplace     Workplace
	WorkplaceRaw  string
	Employment    Employment
	EmploymentRaw string
	Pay           *Pay

	PostedAt time.Time

	Company    string // the employer as the board names it
	Language   string // ISO 639-1, only if the board states it
	Seniority  string // the vendor's code for the level
	Experience *Years
}

// Place is one place in separate fields. Country is whatever the board writes, a name in any
// language or a code; CountryCode is set if the board gives ISO 3166-1 alpha-2.
type Place struct {
	City        string
	Region      string
	Country     string
	CountryCode string
	Primary     bool
}

// String returns the place on one line: "Lisbon, Lisboa, Portugal".
func (p Place) String() string {
	return joinNonEmpty(", ", p.City, p.Region, cmp.Or(p.Country, p.CountryCode))
}

func joinNonEmpty(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), separator)
}

// Blank reports whether nothing is known of the place.
func (p Place) Blank() bool {
	return p.City == "" && p.Region == "" && p.Country == "" && p.CountryCode == ""
}

// Pay is a range in units of the currency; zero means that the bound is not stated.
type Pay struct {
	Min, Max float64
	Currency string // ISO 4217, empty if the board does not state it
	Period   Period // empty if the board does not state it
}

// Years is the experience asked for in years; Max is zero if there is no upper bound.
type Years struct{ Min, Max int }

// Workplace is remote, hybrid or on site; empty means unknown.
type Workplace string

// The workplaces.
const (
	Remote Workplace = "remote"
	Hybrid Workplace = "hybrid"
	Onsite Workplace = "onsite"
)

// Employment is the type of contract; empty means unknown.
type Employment string

// The types of employment.
const (
	FullTime   Employment = "full-time"
	PartTime   Employment = "part-time"
	Contract   Employment = "contract"
	Freelance  Employment = "freelance"
	Internship Employment = "internship"
)

// Period is the period that a pay figure covers; empty means unknown.
type Period string

// The pay periods.
const (
	Hour  Period = "hour"
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
	Year  Period = "year"
)
