package pg

import (
	"fmt"
	"strconv"
	"strings"
)

// Where builds the conditions of a statement from closed choices: the words are constants of ours, the values are
// parameters. Each '?' of a condition takes the next value; a literal question mark is written '??'.
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

// When adds a condition only if the first argument holds.
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

// Clause is " WHERE a AND b", or "" without conditions.
func (w *Where) Clause() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.conditions, " AND ")
}

// Args are the values, in the order of their placeholders.
func (w *Where) Args() []any { return w.args }
