package pg

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// Row gives the columns of a row one after the other, each by the method of its type. It is for the few lists that are
// read all day: it asks for no memory per value but carves texts and pointers out of common blocks. Whoever keeps one
// value of a result keeps its block, so it is for rows that are answered and forgotten.
//
// A column of another type, a NULL without a place, too few or too many columns: the first of these is the error of
// the whole result, and what was read is thrown away.
type Row struct {
	fields []pgconn.FieldDescription
	values [][]byte
	column int
	err    error

	text  strings.Builder
	texts block[string]
	times block[time.Time]
	ids   block[uuid.UUID]
}

// Collect reads all rows and closes them. Most is how many there can be; 0 is unknown.
func Collect[T any](rows pgx.Rows, most int, read func(*Row, *T)) ([]T, error) {
	defer rows.Close()
	first := 32
	if most > 0 {
		first = min(most, first)
	}
	out := make([]T, 0, first)
	var r Row
	for rows.Next() {
		if n := len(out); n == cap(out) {
			out = append(make([]T, 0, max(most, 2*n)), out...)
		}
		out = out[:len(out)+1] // where nothing was before
		r.fields, r.values, r.column = rows.FieldDescriptions(), rows.RawValues(), 0
		read(&r, &out[len(out)-1])
		if err := r.end(); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// Each visits the rows one after the other and closes them. It is for answers of which little is kept: the slices and
// pointers that a row gives out are used again for the next one, while its texts stay good.
func Each(rows pgx.Rows, visit func(*Row)) error {
	defer rows.Close()
	var r Row
	for rows.Next() {
		r.fields, r.values, r.column = rows.FieldDescriptions(), rows.RawValues(), 0
		r.texts.again()
		r.times.again()
		r.ids.again()
		visit(&r)
		if err := r.end(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// UUID reads a uuid.
func (r *Row) UUID() uuid.UUID { return required(r, pgtype.UUIDOID, readUUID) }

// OptUUID reads a uuid that may be NULL.
func (r *Row) OptUUID() *uuid.UUID { return optional(r, pgtype.UUIDOID, readUUID, &r.ids) }

// Text reads a text or varchar.
func (r *Row) Text() string {
	src := r.next(pgtype.TextOID)
	if src == nil {
		r.fail(errNull)
	}
	return r.keepText(src)
}

// OptText reads a text or varchar that may be NULL.
func (r *Row) OptText() *string {
	src := r.next(pgtype.TextOID)
	if src == nil {
		return nil
	}
	return r.texts.keep(r.keepText(src))
}

// Texts reads an array of texts.
func (r *Row) Texts() []string {
	src := r.next(pgtype.TextArrayOID)
	if src == nil {
		r.fail(errNull)
		return nil
	}
	number, at, err := arrayHeader(src, pgtype.TextOID)
	if err != nil {
		r.fail(err)
		return nil
	}
	out := r.texts.some(number)
	r.fail(cutTexts(out, src[at:], r.keepText(src[at:])))
	return out
}

// Passing reads a text or varchar that may be NULL, which is nil. It is not kept: it is good until the next row.
func (r *Row) Passing() []byte { return r.next(pgtype.TextOID) }

// PassingTexts adds the texts of an array to a slice; NULL has none. They are good until the next row.
func (r *Row) PassingTexts(to [][]byte) [][]byte {
	src := r.next(pgtype.TextArrayOID)
	if src == nil {
		return to
	}
	number, at, err := arrayHeader(src, pgtype.TextOID)
	for elements := src[at:]; err == nil && number > 0; number-- {
		var start, end int
		if start, end, err = arrayElement(elements, 0); err == nil {
			to, elements = append(to, elements[start:end]), elements[end:]
		}
	}
	r.fail(err)
	return to
}

// Time reads a timestamptz.
func (r *Row) Time() time.Time { return required(r, pgtype.TimestamptzOID, readTime) }

// OptTime reads a timestamptz that may be NULL.
func (r *Row) OptTime() *time.Time { return optional(r, pgtype.TimestamptzOID, readTime, &r.times) }

// Times reads an array of timestamptz.
func (r *Row) Times() []time.Time { return required(r, pgtype.TimestamptzArrayOID, readTimes) }

// OptDate reads a date that may be NULL.
func (r *Row) OptDate() *time.Time { return optional(r, pgtype.DateOID, readDate, &r.times) }

// Bool reads a boolean.
func (r *Row) Bool() bool { return required(r, pgtype.BoolOID, readBool) }

// Int64 reads a bigint.
func (r *Row) Int64() int64 { return required(r, pgtype.Int8OID, readInt8) }

var errNull = errors.New("is NULL")

func required[T any](r *Row, oid uint32, read func([]byte) (T, error)) (v T) {
	src := r.next(oid)
	if src == nil {
		r.fail(errNull)
		return v
	}
	v, err := read(src)
	r.fail(err)
	return v
}

func optional[T any](r *Row, oid uint32, read func([]byte) (T, error), b *block[T]) *T {
	src := r.next(oid)
	if src == nil {
		return nil
	}
	v, err := read(src)
	r.fail(err)
	return b.keep(v)
}

// next is the value of the next column, which must be of this type. It is nil for NULL, and after an error.
func (r *Row) next(oid uint32) []byte {
	i := r.column
	r.column++
	if r.err != nil {
		return nil
	}
	if i >= len(r.values) || i >= len(r.fields) {
		r.err = fmt.Errorf("the result has %d columns; another one was expected", len(r.values))
		return nil
	}
	f := &r.fields[i]
	if !holds(f, oid) {
		r.fail(fmt.Errorf("has type %d in form %d; type %d was expected", f.DataTypeOID, f.Format, oid))
		return nil
	}
	return r.values[i]
}

// holds tells whether a column is of a type, in its binary form. A text has only one form, whatever its declared length.
func holds(f *pgconn.FieldDescription, oid uint32) bool {
	if oid == pgtype.TextOID {
		return f.DataTypeOID == pgtype.TextOID || f.DataTypeOID == pgtype.VarcharOID
	}
	return f.DataTypeOID == oid && f.Format == pgtype.BinaryFormatCode
}

// fail keeps the first error, with the name of the column just read.
func (r *Row) fail(err error) {
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("column %s: %w", r.fields[r.column-1].Name, err)
	}
}

func (r *Row) end() error {
	if r.err == nil && r.column != len(r.values) {
		r.err = fmt.Errorf("%d of the result's %d columns were read", r.column, len(r.values))
	}
	return r.err
}

const (
	textBlock = 4 << 10 // bytes
	longText  = 1 << 10 // has memory of its own
)

func (r *Row) keepText(src []byte) string {
	if len(src) > longText {
		return string(src)
	}
	if r.text.Cap()-r.text.Len() < len(src) {
		size := min(max(2*r.text.Cap(), 256), textBlock)
		r.text = strings.Builder{}
		r.text.Grow(max(size, len(src)))
	}
	start := r.text.Len()
	r.text.Write(src) // never grows, so what was given out before stays where it is
	return r.text.String()[start:]
}

// block gives out pointers into slices, each twice as long as the one before.
type block[T any] struct {
	last []T // what was asked for last
	free []T // the end of it
}

// again gives out the same places anew.
func (b *block[T]) again() { b.free = b.last }

func (b *block[T]) keep(v T) *T {
	p := &b.some(1)[0]
	*p = v
	return p
}

// some gives out a slice that cannot grow into its neighbour.
func (b *block[T]) some(n int) []T {
	if n == 0 {
		return []T{} // not nil, whatever the block holds
	}
	if len(b.free) < n {
		b.last = make([]T, max(min(max(2*len(b.last), 4), 128), n))
		b.free = b.last
	}
	out := b.free[:n:n]
	b.free = b.free[n:]
	return out
}
