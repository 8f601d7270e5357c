package applications

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dateOrder is the order of day and month in a column: 05/02/2026.
type dateOrder int

const (
	monthFirst dateOrder = iota // 5/2 is 2 May; the default
	dayFirst                    // 5/2 is 5 February
)

var (
	slashed   = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4})`)
	errNoDate = errors.New("not a date")
)

// startsWithDay reports whether a date can only mean day first, because its first number is above 12.
func startsWithDay(value string) bool {
	m := slashed.FindStringSubmatch(strings.TrimSpace(value))
	if m == nil {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	return first > 12
}

// parseMoment reads a date in a common format, with or without a time. A time without an offset is in the zone.
func parseMoment(text string, order dateOrder, zone *time.Location) (time.Time, error) {
	text = strings.Join(strings.Fields(text), " ")
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	day, layout := findDay(text, order)
	if day == "" {
		return time.Time{}, errNoDate
	}
	clock := strings.ToUpper(strings.TrimLeft(text[len(day):], "T, "))
	if clock == "" {
		return time.ParseInLocation(layout, day, zone)
	}
	for _, form := range clocks {
		if t, err := time.ParseInLocation(layout+" "+form, day+" "+clock, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errNoDate
}

var clocks = []string{"15:04", "15:04:05", "15:04Z07:00", "15:04:05Z07:00", "15:04:05 Z07:00", "15:04:05 -0700",
	"3:04 PM", "3:04PM", "3:04:05 PM"}

// days are the unambiguous date formats.
var days = []struct {
	shape  *regexp.Regexp
	layout string
}{
	{regexp.MustCompile(`^\d{4}-\d{1,2}-\d{1,2}`), "2006-1-2"},
	{regexp.MustCompile(`^\d{4}/\d{1,2}/\d{1,2}`), "2006/1/2"},
	{regexp.MustCompile(`^\d{1,2}\.\d{1,2}\.\d{4}`), "2.1.2006"},
	{regexp.MustCompile(`^\d{1,2}-\d{1,2}-\d{4}`), "2-1-2006"},
	{regexp.MustCompile(`^\d{1,2} [A-Za-z]{3} \d{4}`), "2 Jan 2006"},
	{regexp.MustCompile(`^\d{1,2} [A-Za-z]{3,9} \d{4}`), "2 January 2006"},
	{regexp.MustCompile(`^\d{1,2}-[A-Za-z]{3}-\d{4}`), "2-Jan-2006"},
	{regexp.MustCompile(`^[A-Za-z]{3} \d{1,2}, \d{4}`), "Jan 2, 2006"},
	{regexp.MustCompile(`^[A-Za-z]{3,9} \d{1,2}, \d{4}`), "January 2, 2006"},
}

// findDay returns the date at the start of a text and its layout.
func findDay(text string, order dateOrder) (day, layout string) {
	if day = slashed.FindString(text); day != "" {
		if order == dayFirst {
			return day, "2/1/2006"
		}
		return day, "1/2/2006"
	}
	for _, d := range days {
		if day = d.shape.FindString(text); day != "" {
			return day, d.layout
		}
	}
	return "", ""
}
