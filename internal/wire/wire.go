// Package wire translates between rows and the generated types of the contracts.
//
// Each service has its own types for the same shapes. The functions here return unnamed structs, which can be assigned to
// any of them.
package wire

import "time"

// Nullable has the shape of every generated type for a value that may be null.
type Nullable[T any] = struct {
	Value T
	Null  bool
}

// Null returns the value, or null for nil.
func Null[T any](v *T) Nullable[T] {
	if v == nil {
		return Nullable[T]{Null: true}
	}
	return Nullable[T]{Value: *v}
}

// NullTime returns the time in UTC, or null for nil.
func NullTime(t *time.Time) Nullable[time.Time] {
	if t == nil {
		return Nullable[time.Time]{Null: true}
	}
	return Nullable[time.Time]{Value: t.UTC()}
}

// NullWord returns the word of an enum, or null for nil.
func NullWord[E ~string](word *string) Nullable[E] {
	if word == nil {
		return Nullable[E]{Null: true}
	}
	return Nullable[E]{Value: E(*word)}
}

// NonZero returns the value, or null for a zero one, such as an empty text.
func NonZero[T comparable](v T) Nullable[T] {
	var zero T
	return Nullable[T]{Value: v, Null: v == zero}
}

// Optional returns a pointer to a value, or nil if it is absent: it takes what Get of a generated type returns.
func Optional[T any](v T, given bool) *T {
	if !given {
		return nil
	}
	return &v
}

// OptionalText does the same for a type of texts.
func OptionalText[T ~string](v T, given bool) *string { return Optional(string(v), given) }

// All translates every row. It never returns nil, which would be encoded as null.
func All[R, W any](rows []R, translate func(R) W) []W {
	out := make([]W, len(rows))
	for i, r := range rows {
		out[i] = translate(r)
	}
	return out
}
