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

func nilInt(n *int64) oas.NilInt64 {
	if n == nil {
		return oas.NilInt64{Null: true}
	}
	return oas.NewNilInt64(*n)
}

func nilTime(t *time.Time) oas.NilDateTime {
	if t == nil {
		return oas.NilDateTime{Null: true}
	}
	return oas.NewNilDateTime(*t)
}

// happened writes the zero time, which means never, as null.
func happened(t time.Time) oas.NilDateTime {
	if t.IsZero() {
		return oas.NilDateTime{Null: true}
	}
	return oas.NewNilDateTime(t)
}

func nilID(id *uuid.UUID) oas.NilUUID {
	if id == nil {
		return oas.NilUUID{Null: true}
	}
	return oas.NewNilUUID(*id)
}

// nilAddress writes what is not an address as null: a bad logo must not cost the posting.
func nilAddress(text *string) oas.NilURI {
	u := webAddress(text)
	if u == nil {
		return oas.NilURI{Null: true}
	}
	return oas.NewNilURI(*u)
}

// nilWord has the shape of the generated nullable enums.
func nilWord[E ~string](word *string) struct {
	Value E
	Null  bool
} {
	if word == nil {
		return struct {
			Value E
			Null  bool
		}{Null: true}
	}
	return struct {
		Value E
		Null  bool
	}{Value: E(*word)}
}

// present returns the list, empty rather than absent.
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func optional(text oas.OptNilString) *string {
	if v, ok := text.Get(); ok {
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
