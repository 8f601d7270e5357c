package source

import (
	"net/url"
	"strings"
	"time"
)

// Board is one employer's board at one vendor, as a pull target names it.
type Board struct {
	// Token names the board at its vendor; see the source's Token method for its form.
	Token string
	// BaseURL replaces the vendor's public address. It may contain {token}.
	BaseURL string
	// Validator is what the last complete pull returned, verbatim; empty asks for everything.
	Validator string
	// Known, when set, is asked before a posting's own page is fetched. If the caller already
	// holds the posting with this stamp, the page is spared and the posting comes as a Touch.
	Known func(nativeID, stamp string) bool
	// Held counts what is gathered during the pull; Pull makes one where the caller has none.
	Held *Held
}

// Base returns the address that the vendor's paths are appended to: the override if there is
// one, else the vendor's own. {token} stands for name in both.
func (b Board) Base(vendor, name string) string {
	base := vendor
	if b.BaseURL != "" {
		base = b.BaseURL
	}
	return strings.TrimRight(strings.ReplaceAll(base, "{token}", url.PathEscape(name)), "/")
}

// knows reports whether the caller holds the posting in the state that stamp describes.
func (b Board) knows(nativeID, stamp string) bool {
	return b.Known != nil && stamp != "" && b.Known(nativeID, stamp)
}

// Posting is one open position as its board states it. Absent facts are zero values: a source
// never guesses. Places, level and skills are worked out later from what is here.
type Posting struct {
	// NativeID is the board's own key, unique within the board; letter case counts.
	NativeID string
	// Touch says that the board still lists this posting but its body was not read: only
	// NativeID and Stamp are set. It confirms a stored posting and cannot create one.
	Touch bool
	// Stamp changes when the list entry does; kept by callers that set Board.Known.
	Stamp string

	Title       string
	URL         string
	ApplyURL    string
	Description string // the board's HTML, not yet sanitised

	// Locations are the board's own words, the primary place first, never rewritten.
	Locations []string
	// Places are the places that the board states in parts.
	Places []Place

	Workplace     Workplace
	WorkplaceRaw  string
	Employment    Employment
	EmploymentRaw string
	Pay           *Pay

	PostedAt  time.Time
	UpdatedAt time.Time
	ClosesAt  time.Time // informative: live pages carry dates in the past

	Company    string // the employer as the board names it
	Department string
	Team       string
	Language   string // ISO 639-1, only where the board states it
	Seniority  string // the vendor's code for the level
	Reference  string // the employer's requisition, shared by postings of one job
	TalentPool bool   // the board marks it as a standing invitation without a job behind it
}

// Place is one place in the parts that a board gives. Country is whatever the board writes:
// a name in any language or a code; CountryCode is set where the board gives ISO 3166-1 alpha-2.
type Place struct {
	City        string
	Region      string
	Country     string
	CountryCode string
	Primary     bool
}

// Blank reports whether no part is known.
func (p Place) Blank() bool {
	return p.City == "" && p.Region == "" && p.Country == "" && p.CountryCode == ""
}

// Pay is a range in units of the currency; zero means that this end is not stated.
type Pay struct {
	Min, Max float64
	Currency string // ISO 4217, empty when the board leaves it out
	Period   Period // empty when the board leaves it out
}

// Workplace is where the work is done; empty is unknown.
type Workplace string

// The workplaces.
const (
	Remote Workplace = "remote"
	Hybrid Workplace = "hybrid"
	Onsite Workplace = "onsite"
)

// Employment is the kind of contract; empty is unknown.
type Employment string

// The kinds of employment.
const (
	FullTime   Employment = "full-time"
	PartTime   Employment = "part-time"
	Contract   Employment = "contract"
	Freelance  Employment = "freelance"
	Internship Employment = "internship"
)

// Period is what a pay figure is per; empty is unknown.
type Period string

// The pay periods.
const (
	Hour  Period = "hour"
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
	Year  Period = "year"
)
