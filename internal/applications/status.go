package applications

import (
	"fmt"
	"strings"

	"rolecall/internal/fault"
)

// Status says where an application stands.
type Status string

// The nine statuses. The last four are terminal.
const (
	Saved     Status = "SAVED"
	Applied   Status = "APPLIED"
	Screening Status = "SCREENING"
	Interview Status = "INTERVIEW"
	Offer     Status = "OFFER"
	Accepted  Status = "ACCEPTED"
	Rejected  Status = "REJECTED"
	Withdrawn Status = "WITHDRAWN"
	Ghosted   Status = "GHOSTED"
)

// Statuses are all of them, in the order in which a board shows them.
var Statuses = []Status{Saved, Applied, Screening, Interview, Offer, Accepted, Rejected, Withdrawn, Ghosted}

// Terminal tells that nothing more is expected.
func (s Status) Terminal() bool {
	switch s {
	case Accepted, Rejected, Withdrawn, Ghosted:
		return true
	}
	return false
}

// knownStatus reads a status without regard to case.
func knownStatus(text string) (Status, bool) {
	text = strings.TrimSpace(text)
	for _, s := range Statuses {
		if strings.EqualFold(text, string(s)) {
			return s, true
		}
	}
	return "", false
}

// parseStatus reads the status of a request.
func parseStatus(text string) (Status, error) {
	s, ok := knownStatus(text)
	if !ok {
		return "", fault.InvalidField("status", fmt.Sprintf("status must be one of %s.", listStatuses()))
	}
	return s, nil
}

func listStatuses() string {
	names := make([]string, len(Statuses))
	for i, s := range Statuses {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}
