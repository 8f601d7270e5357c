package applications

import (
	"fmt"
	"strings"
	"time"

	"rolecall/internal/fault"
)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// tidy returns a text as it is stored: trimmed, with LF line ends, so that a CSV file brings back the same text.
func tidy(text string) string {
	return strings.TrimSpace(lineEnds.Replace(text))
}

// nonEmpty returns the tidy text, or nil when nothing is left of it.
func nonEmpty(text string) *string {
	if text = tidy(text); text == "" {
		return nil
	}
	return &text
}

// clip cuts a text to at most the given number of characters; an ellipsis marks the cut.
func clip(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return tidy(string(runes[:limit-1])) + "…"
	}
	return text
}

// checkJob refuses a blank title or company. The contract's pattern covers fewer kinds of white space than tidy does.
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
	// futureTolerance lets a user east of the deployment's time zone enter today's date.
	futureTolerance = 24 * time.Hour
)

// checkTimes refuses typing errors such as the year 20225.
func checkTimes(now time.Time, appliedAt, stepDate, stepReminder *time.Time) error {
	for _, f := range []struct {
		name string
		at   *time.Time
	}{{"appliedAt", appliedAt}, {"nextStep.date", stepDate}, {"nextStep.reminderAt", stepReminder}} {
		if f.at != nil && !plausible(*f.at) {
			return fault.InvalidField(f.name, fmt.Sprintf("The date must be between the years %d and %d.", firstYear, lastYear))
		}
	}
	if appliedAt != nil && appliedAt.After(now.Add(futureTolerance)) {
		return fault.InvalidField("appliedAt", "The date must not be in the future.")
	}
	return nil
}

func plausible(t time.Time) bool {
	y := t.UTC().Year()
	return y >= firstYear && y <= lastYear
}
