package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// Text is a field that should be a string. Boards also send numbers, booleans, null, or an object
// with a label; what cannot be text is empty and does not fail the posting.
type Text string

// UnmarshalJSON never fails on valid JSON.
func (t *Text) UnmarshalJSON(data []byte) error {
	*t = ""
	switch {
	case len(data) == 0 || bytes.Equal(data, []byte("null")):
	case data[0] == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*t = Text(strings.TrimSpace(s))
	case data[0] == '{':
		var o struct{ Label, Name, Descriptor quoted }
		if json.Unmarshal(data, &o) == nil {
			for _, s := range []quoted{o.Label, o.Name, o.Descriptor} {
				if *t == "" {
					*t = Text(strings.TrimSpace(string(s)))
				}
			}
		}
	case data[0] == '[':
	case data[0] == 't' || data[0] == 'f':
	default:
		*t = Text(data)
	}
	return nil
}

// quoted is a string, empty if the field is anything else.
type quoted string

// UnmarshalJSON never fails on valid JSON.
func (q *quoted) UnmarshalJSON(data []byte) error {
	if *q = ""; len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(q))
	}
	return nil
}

func (t Text) String() string { return string(t) }

// SizeOf returns the bytes of all texts.
func SizeOf(texts ...Text) (n int) {
	for _, t := range texts {
		n += len(t)
	}
	return n
}

// PayRange is pay as several vendors write it.
type PayRange struct {
	Min      Number `json:"min"`
	Max      Number `json:"max"`
	Currency Text   `json:"currency"`
	Period   Text   `json:"period"`
}

// Pay returns the range, or nil if it states nothing usable.
func (r PayRange) Pay() *Pay {
	return ParsePay(float64(r.Min), float64(r.Max), r.Currency.String(), r.Period.String())
}

// Number is a field that should be a number. Boards also send strings, null and nonsense.
type Number float64

// UnmarshalJSON never fails on valid JSON.
func (n *Number) UnmarshalJSON(data []byte) error {
	*n = 0
	text := strings.Trim(string(data), `"`)
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
		*n = Number(f)
	}
	return nil
}

// Flag is a field that should be a boolean. Set is false for anything else.
type Flag struct{ Set, True bool }

// UnmarshalJSON never fails on valid JSON.
func (f *Flag) UnmarshalJSON(data []byte) error {
	switch strings.ToLower(strings.Trim(string(data), `"`)) {
	case "true":
		*f = Flag{Set: true, True: true}
	case "false":
		*f = Flag{Set: true}
	default:
		*f = Flag{}
	}
	return nil
}

// List is an array without the elements that are not a T. A single object counts as a list of one,
// anything else as an empty list.
type List[T any] []T

// UnmarshalJSON fails on valid JSON only if the list has more than maxList elements.
func (l *List[T]) UnmarshalJSON(data []byte) error {
	*l = nil
	if len(data) == 0 || (data[0] != '[' && data[0] != '{') {
		return nil
	}
	if data[0] == '{' {
		return l.add(data)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	_, _ = dec.Token()
	for n := 0; dec.More(); n++ {
		if n == maxList {
			*l = nil
			return errManyElements
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			break
		}
		if err := l.add(raw); err != nil {
			return err
		}
	}
	return nil
}

func (l *List[T]) add(raw json.RawMessage) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	var v T
	err := json.Unmarshal(raw, &v)
	if errors.Is(err, errManyElements) {
		return err
	}
	if err == nil {
		*l = append(*l, v)
	}
	return nil
}

// Loose is an object that may arrive as anything else; OK reports whether it was an object.
type Loose[T any] struct {
	V  T
	OK bool
}

// UnmarshalJSON fails on valid JSON only if a list in it has more than maxList elements.
func (l *Loose[T]) UnmarshalJSON(data []byte) error {
	*l = Loose[T]{}
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	var v T
	err := json.Unmarshal(data, &v)
	if errors.Is(err, errManyElements) {
		return err
	}
	if err == nil {
		*l = Loose[T]{V: v, OK: true}
	}
	return nil
}

var timeLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04",
	"2006-01-02T15:04:05.999999999Z0700",
	"2006-01-02T15:04Z07:00",
	"2006-01-02 15:04:05 MST",
	"2006-01-02 15:04:05 -0700",
	"2006-01-02 15:04:05",
	time.DateOnly,
	"2006-1-2",
	"2.1.2006",
	"Jan 2, 2006",
	"January 2, 2006",
	"2 January 2006",
	"Mon Jan 2 15:04:05 MST 2006",
	time.RFC1123Z,
	time.RFC1123,
	"Mon, 2 Jan 2006 15:04:05 -0700",
	"Mon, 2 Jan 2006 15:04:05 MST",
}

// ParseTime parses the formats that boards use. A time without a zone is in UTC; what is not a time is the zero value.
// Midnight in another zone means a date, which stays the same date in UTC.
func ParseTime(s string) time.Time {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 40 {
		return time.Time{}
	}
	for _, layout := range timeLayouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if h, m, sec := t.Clock(); h+m+sec == 0 {
			y, month, d := t.Date()
			return time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
		}
		return t.UTC()
	}
	return time.Time{}
}
