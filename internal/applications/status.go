package applications

import (
	"strings"

	"rolecall/internal/applications/oas"
	"rolecall/internal/fault"
)

// statuses are all of them, in the order of the contract.
var statuses = oas.ApplicationStatus("").AllValues()

// terminal reports whether an application in this status has ended.
func terminal(s oas.ApplicationStatus) bool {
	switch s {
	case oas.ApplicationStatusACCEPTED, oas.ApplicationStatusREJECTED, oas.ApplicationStatusWITHDRAWN, oas.ApplicationStatusGHOSTED:
		return true
	default:
		return false
	}
}

// knownStatus reads a status; case does not matter.
func knownStatus(text string) (oas.ApplicationStatus, bool) {
	text = strings.TrimSpace(text)
	for _, s := range statuses {
		if strings.EqualFold(text, string(s)) {
			return s, true
		}
	}
	return "", false
}

// parseStatus reads the status of a request.
func parseStatus(text string) (oas.ApplicationStatus, error) {
	s, ok := knownStatus(text)
	if !ok {
		var names []string
		for _, known := range statuses {
			names = append(names, string(known))
		}
		return "", fault.InvalidField("status", "status must be one of "+strings.Join(names, ", ")+".")
	}
	return s, nil
}
