package pg

import (
	"fmt"
	"strconv"
	"strings"
)

// Where builds the WHERE clause of a statement. Conditions are constants, values become parameters. Each '?' in a
// condition takes the next value.
type Where struct {
	conditions []string
	args       []any
}

// And adds a condition.
func (w *Where) And(condition string, values ...any) {
	parts := strings.Split(condition, "?")
	if len(parts)-1 != len(values) {
		panic(fmt.Sprintf("pg: %q takes %d values, not %d", condition, len(parts)-1, len(values)))
	}
	text := parts[0]
	for i, value := range values {
		text += w.Arg(value) + parts[i+1]
	}
	w.conditions = append(w.conditions, text)
}

// When adds a condition if holds is true.
func (w *Where) When(holds bool, condition string, values ...any) {
	if holds {
		w.And(condition, values...)
	}
}

// Arg adds a value and returns its placeholder, for use outside the conditions (LIMIT, ORDER BY).
func (w *Where) Arg(value any) string {
	w.args = append(w.args, value)
	return "$" + strconv.Itoa(len(w.args))
}

// Clause returns " WHERE a AND b", or "" without conditions.
func (w *Where) Clause() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// Args returns the values in the order of their placeholders.
func (w *Where) Args() []any { return w.args }
