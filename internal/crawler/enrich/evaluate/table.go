package evaluate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Table returns the scores as text: a line per field, and below it one per language and board family.
func (r *Report) Table() string {
	var b strings.Builder
	line := func(name string, s Score) {
		fmt.Fprintf(&b, "%-28s %6d %6d %6d   %9.3f %6.3f\n", name, s.Right, s.Wrong, s.Missed, s.Precision(), s.Recall())
	}
	fmt.Fprintf(&b, "%-28s %6s %6s %6s   %9s %6s\n", "", "right", "wrong", "missed", "precision", "recall")
	for _, field := range Fields {
		all, ok := r.ByField[field]
		if !ok {
			continue
		}
		line(field, all)
		for _, groups := range []map[string]Score{r.ByLanguage[field], r.ByFamily[field]} {
			for _, name := range slices.Sorted(maps.Keys(groups)) {
				line("  "+name, groups[name])
			}
		}
	}
	return b.String()
}

// List returns up to most mistakes of each field, one per line.
func (r *Report) List(most int) string {
	var b strings.Builder
	listed := map[string]int{}
	for _, m := range r.Mistakes {
		if listed[m.Field]++; listed[m.Field] > most {
			continue
		}
		fmt.Fprintf(&b, "%s %s %q\n    found %s, stated %s", m.Field, m.ID, m.Title, orNothing(m.Found), orNothing(m.Stated))
		if m.Evidence != "" {
			fmt.Fprintf(&b, "\n    “%s”", m.Evidence)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, "; ")
}
