package pg

import (
	"fmt"
	"strconv"
	"strings"
)

// Where builds the WHERE clause of a statement. Conditions are constants, values become parameters. Each '?' in a
// condition takes the next value; a literal question mark is written '??'.
type Where struct {
	conditions []string
	args       []any
}

// And adds a condition.
func (w *Where) And(condition string, values ...any) {
	var b strings.Builder
	used := 0
	for i := 0; i < len(condition); i++ {
		switch {
		case condition[i] != '?':
			b.WriteByte(condition[i])
		case i+1 < len(condition) && condition[i+1] == '?':
			b.WriteByte('?')
			i++
		default:
			if used == len(values) {
				panic(fmt.Sprintf("pg: %q wants more than %d values", condition, len(values)))
			}
			b.WriteString(w.Arg(values[used]))
			used++
		}
	}
	if used != len(values) {
		panic(fmt.Sprintf("pg: %q uses %d of %d values", condition, used, len(values)))
	}
	w.conditions = append(w.conditions, b.String())
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
