package index

import (
	"time"

	"github.com/google/uuid"
)

// Document is a posting in the form that is indexed. Values that the posting does not state are empty.
type Document struct {
	ID         uuid.UUID
	Target     uuid.UUID // its board
	Company    string    // the board's company name
	Title      string
	Text       string // plain text: description and requirements
	Listed     time.Time
	FirstSeen  time.Time
	Closed     bool
	Workplace  string
	Employment string
	Level      string
	YearsMin   int   // years of experience required; -1 if not stated
	PayMin     int64 // per year, in Currency; an unpriced posting has PayMax 0
	PayMax     int64
	Currency   string
	Languages  []string
	Skills     []string
	Places     []Place
	// Unconfirmed is since when the board has not confirmed the posting; zero if it does.
	Unconfirmed time.Time
}

// Place is a location of a posting. Any part may be empty.
type Place struct{ City, Region, Country string }

// Board holds what search needs of a board besides its postings.
type Board struct {
	ID        uuid.UUID
	Confirmed time.Time // last complete and believed pull; zero when there was none
}
