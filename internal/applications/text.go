package applications

import (
	"fmt"
	"strings"
	"time"

	"rolecall/internal/fault"
)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// tidy is a text as it is stored: trimmed, with one kind of line end, so that a CSV file brings back the same.
func tidy(text string) string {
	return strings.TrimSpace(lineEnds.Replace(text))
}

// filled is the tidy text, nil when nothing is left.
func filled(text string) *string {
	if text = tidy(text); text == "" {
		return nil
	}
	return &text
}

// tidied is filled for a text that may be absent.
func tidied(text *string) *string {
	if text == nil {
		return nil
	}
	return filled(*text)
}

// clipped is the text in at most so many characters; where something is missing it says so.
func clipped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return tidy(string(runes[:most-1])) + "…"
	}
	return text
}

// checkJob refuses a name of which nothing is left once it is trimmed: the contract's idea of white space is not quite ours.
func checkJob(title, company string) error {
	switch {
	case title == "":
		return fault.InvalidField("jobDetails.title", "The title is blank.")
	case company == "":
		return fault.InvalidField("jobDetails.company", "The company is blank.")
	}
	return nil
}

const (
	firstYear = 1970
	lastYear  = 2200
	// grace lets a user east of the deployment's time zone enter today's date.
	grace = 24 * time.Hour
)

// checkTimes refuses slips of the hand such as the year 20225.
func checkTimes(now time.Time, appliedAt, stepDate, stepReminder *time.Time) error {
	for _, f := range []struct {
		name string
		at   *time.Time
	}{{"appliedAt", appliedAt}, {"nextStep.date", stepDate}, {"nextStep.reminderAt", stepReminder}} {
		if f.at != nil && !plausible(*f.at) {
			return fault.InvalidField(f.name, fmt.Sprintf("%s must lie between the years %d and %d.", f.name, firstYear, lastYear))
		}
	}
	if appliedAt != nil && appliedAt.After(now.Add(grace)) {
		return fault.InvalidField("appliedAt", "appliedAt must not lie in the future.")
	}
	return nil
}

func plausible(t time.Time) bool {
	y := t.UTC().Year()
	return y >= firstYear && y <= lastYear
}
