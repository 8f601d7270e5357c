package background

import (
	"fmt"
	"strconv"
	"strings"
)

var cronFields = [...]struct {
	name     string
	min, max int
}{
	{"second", 0, 59}, {"minute", 0, 59}, {"hour", 0, 23}, {"day of month", 1, 31}, {"month", 1, 12}, {"day of week", 1, 7},
}

// checkBounds checks numbers in lists, which the library does not.
func checkBounds(fields []string) error {
	for i, f := range cronFields {
		for item := range strings.SplitSeq(fields[i], ",") {
			first, _, _ := strings.Cut(item, "/")
			for n := range strings.SplitSeq(first, "-") {
				if v, err := strconv.Atoi(n); err == nil && (v < f.min || v > f.max) {
					return fmt.Errorf("%s %d is outside %d to %d", f.name, v, f.min, f.max)
				}
			}
		}
	}
	return nil
}

// daySet is a set of days of the month, one bit each.
type daySet uint32

func (s daySet) has(day int) bool { return s&(1<<day) != 0 }

// parseDays reads a day-of-month field of numbers, ranges and steps. For anything else (*, ?, L, 15W) it returns the
// empty set and leaves the field to the library, which has already validated it.
func parseDays(field string) daySet {
	var set daySet
	for item := range strings.SplitSeq(field, ",") {
		span, stepText, stepped := strings.Cut(item, "/")
		from, to, ok := parseSpan(span, stepped)
		if !ok {
			return 0
		}
		step := 1
		if stepped {
			var err error
			if step, err = strconv.Atoi(stepText); err != nil || step < 1 {
				return 0
			}
		}
		for day := from; day <= to; day += step {
			set |= 1 << day
		}
	}
	return set
}

func parseSpan(span string, stepped bool) (from, to int, ok bool) {
	if span == "*" && stepped {
		return 1, 31, true
	}
	first, last, ranged := strings.Cut(span, "-")
	from, err := strconv.Atoi(first)
	if err != nil {
		return 0, 0, false
	}
	switch {
	case ranged:
		to, err = strconv.Atoi(last)
	case stepped:
		to = 31
	default:
		to = from
	}
	return from, to, err == nil
}
