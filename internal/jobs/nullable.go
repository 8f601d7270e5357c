package jobs

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
)

// nilString writes a blank text as null too.
func nilString(text *string) oas.NilString {
	if text == nil || strings.TrimSpace(*text) == "" {
		return oas.NilString{Null: true}
	}
	return oas.NewNilString(*text)
}

// nullable has the shape of the generated nullable types, so that it can be converted to them.
type nullable[T any] struct {
	Value T
	Null  bool
}

func nilOf[T any](value *T) nullable[T] {
	if value == nil {
		return nullable[T]{Null: true}
	}
	return nullable[T]{Value: *value}
}

func nilInt(n *int64) oas.NilInt64 { return oas.NilInt64(nilOf(n)) }

func nilTime(t *time.Time) oas.NilDateTime { return oas.NilDateTime(nilOf(t)) }

func nilID(id *uuid.UUID) oas.NilUUID { return oas.NilUUID(nilOf(id)) }

// nilAddress writes what is not an address as null: a bad logo must not cost the posting.
func nilAddress(text *string) oas.NilURI { return oas.NilURI(nilOf(webAddress(text))) }

// happened writes the zero time, which means never, as null.
func happened(t time.Time) oas.NilDateTime { return oas.NilDateTime{Value: t, Null: t.IsZero()} }

func nilWord[E ~string](word *string) nullable[E] {
	if word == nil {
		return nullable[E]{Null: true}
	}
	return nullable[E]{Value: E(*word)}
}

// convert returns what each entry of a list becomes, never nil.
func convert[From, To any](list []From, one func(From) To) []To {
	out := make([]To, len(list))
	for i, v := range list {
		out[i] = one(v)
	}
	return out
}

// present returns the list, empty rather than absent.
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// optional returns nil for what was not given.
func optional[T any](given interface{ Get() (T, bool) }) *T {
	if v, ok := given.Get(); ok {
		return &v
	}
	return nil
}

func optTime(t *time.Time) oas.OptDateTime {
	if t == nil {
		return oas.OptDateTime{}
	}
	return oas.NewOptDateTime(*t)
}

func optNumber(n *float64) oas.OptFloat64 {
	if n == nil {
		return oas.OptFloat64{}
	}
	return oas.NewOptFloat64(*n)
}
