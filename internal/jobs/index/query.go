package index

import (
	"time"

	"github.com/google/uuid"
)

// Query holds the conditions of a search. A nil slice or pointer, or a zero time, is no filter. Values are compared
// without case.
type Query struct {
	Words            Expr
	Locations        []string // a city, region or country, "City, Country", or "Remote"
	Companies        []string
	ExcludeCompanies []string
	Targets          []uuid.UUID // boards; empty but not nil matches nothing
	Workplaces       []string
	Employments      []string
	Levels           []string
	Languages        []string
	Skills           []string
	Pay              *Pay
	YearsMax         *int
	ListedSince      time.Time
	ConfirmedSince   time.Time
	Near             *Circle
	IncludeClosed    bool

	// UnconfirmedBefore leaves out postings that have been unconfirmed since before that hour.
	UnconfirmedBefore time.Time

	Rules       Rules
	ShowHidden  bool      // whether postings that the rules hide are found; they are marked
	AlwaysFirst bool      // whether postings that an always rule matches come first
	NewSince    time.Time // counts what was first seen after it

	// Cancelled ends the work early once it is closed; the answer is then of no use. Nil is never.
	Cancelled <-chan struct{}
}

// values returns the filters that name values, by group.
func (q *Query) values() [groups][]string {
	return [groups][]string{
		Companies: q.Companies, Locations: q.Locations, Workplaces: q.Workplaces, Employments: q.Employments,
		Levels: q.Levels, Languages: q.Languages, Skills: q.Skills,
	}
}

// cancelled reports whether the answer is no longer wanted. It is checked between steps that take milliseconds.
func (q *Query) cancelled() bool {
	select {
	case <-q.Cancelled:
		return true
	default:
		return false
	}
}

// Pay selects postings that pay at least Min a year in Currency, after conversion.
type Pay struct {
	Min      int64
	Currency string
	Unpriced bool // whether postings that name no pay are kept
}

// Circle is an area on the globe.
type Circle struct{ Lat, Lon, Km float64 }

// Sort is an order of results. Each ends in date and id, so that paging visits every posting once.
type Sort int

const (
	Newest Sort = iota
	Oldest
	Relevance
	SalaryDesc
	SalaryAsc
)

// Tier ranks how well a posting matches the words of a query, best first.
type Tier int

const (
	TitlePhrase    Tier = iota // the words as a phrase in the title
	Title                      // all words in the title
	TitleAndSkills             // all words in title, skills and company name
	TitlePartly                // some words in the title
	Text
	tiers
)

// Hit is a posting of a page. Without words its tier is Text.
type Hit struct {
	ID     uuid.UUID
	Tier   Tier
	Hidden bool // hidden by the rules; only with ShowHidden
	Always bool // an always rule matches it
}

// Page is a part of a result and the size of the whole.
type Page struct {
	Hits   []Hit
	Total  int
	Hidden int // postings that the rules hide, found or not
	New    int // part of the total first seen after Query.NewSince
}

// Group is a group of facets.
type Group int

const (
	Companies Group = iota
	Locations
	Workplaces
	Employments
	Levels
	Languages
	Skills
	groups
)

// Count is a value with the number of its postings.
type Count struct {
	Value string
	Count int
}

// Facets are the most frequent values of each group, at most a hundred.
type Facets [groups][]Count

// Kind is the type of a suggestion.
type Kind int

const (
	SuggestTitle Kind = iota
	SuggestSkill
	SuggestCompany
	SuggestPlace
)

// Suggestion completes what is being typed.
type Suggestion struct {
	Kind  Kind
	Value string
	Count int
}

// Understood is words of a keyword that act as a filter.
type Understood struct {
	Text     string // the words as typed
	Filter   string // the parameter of a search that they set, or exclude
	Value    string
	Currency string // the currency that an amount was typed with, if any
}

// Correction is a word that occurs nowhere and the one that was looked for instead.
type Correction struct{ From, To string }

// Stats describe the index.
type Stats struct {
	Open, Closed int
	Parts        int
	Bytes        int64
}
