package env

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// prefixes are the prefixes of our variables.
var prefixes = []string{"PLATFORM_", "AUTH_", "JOB_", "CRAWLER_", "APPLICATION_", "NOTIFICATION_", "GATEWAY_"}

// Stray is an unknown variable with one of our prefixes.
type Stray struct {
	Name    string
	Nearest string // the known variable that was probably meant, or ""
}

func (s Stray) Error() string {
	if s.Nearest == "" {
		return fmt.Sprintf("%s is not a configuration variable; `rolecall config` lists them", s.Name)
	}
	return fmt.Sprintf("%s is not a configuration variable: did you mean %s?", s.Name, s.Nearest)
}

// Unknown returns the variables of an environment ("NAME=value") that have one of our prefixes but belong to no key.
func Unknown(environ []string, configs ...any) []Stray {
	known := map[string]bool{}
	for _, cfg := range configs {
		for _, f := range fields(cfg) {
			known[Name(f.key)] = true
			if f.secret() {
				known[Name(f.key)+"_FILE"] = true
			}
		}
	}
	var out []Stray
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		ours := slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
		if ours && !known[name] {
			out = append(out, Stray{Name: name, Nearest: nearest(name, known)})
		}
	}
	slices.SortFunc(out, func(a, b Stray) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// nearest returns the known name with the smallest edit distance, if that is less than a third of the name's length.
func nearest(name string, known map[string]bool) string {
	best, least := "", len(name)/3
	for _, k := range slices.Sorted(maps.Keys(known)) {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance returns the Levenshtein distance.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
