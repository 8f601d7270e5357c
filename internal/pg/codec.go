package pg

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// register teaches a connection the short way between PostgreSQL's types and the Go types of our rows. pgx would come
// to the same values, but finds its way by reflection for every pointer of every query, and takes a uuid.UUID through
// its text. What is not named here stays with pgx.
func register(m *pgtype.Map) {
	for _, t := range []*pgtype.Type{
		{Name: "uuid", OID: pgtype.UUIDOID, Codec: codec[uuid.UUID]{pgtype.UUIDCodec{}, readUUID, appendUUID}},
		{Name: "text", OID: pgtype.TextOID, Codec: codec[string]{pgtype.TextCodec{}, readText, nil}},
		{Name: "varchar", OID: pgtype.VarcharOID, Codec: codec[string]{pgtype.TextCodec{}, readText, nil}},
		{Name: "date", OID: pgtype.DateOID, Codec: codec[time.Time]{pgtype.DateCodec{}, readDate, nil}},
		{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: codec[time.Time]{&pgtype.TimestamptzCodec{ScanLocation: time.UTC}, readTime, nil}},
	} {
		m.RegisterType(t)
	}
	for _, a := range []struct {
		name         string
		oid, element uint32
		codec        func(pgtype.Codec) pgtype.Codec
	}{
		{"_uuid", pgtype.UUIDArrayOID, pgtype.UUIDOID, array(readUUIDs)},
		{"_text", pgtype.TextArrayOID, pgtype.TextOID, array(readTexts)},
		{"_timestamptz", pgtype.TimestamptzArrayOID, pgtype.TimestamptzOID, array(readTimes)},
	} {
		element, _ := m.TypeForOID(a.element)
		m.RegisterType(&pgtype.Type{Name: a.name, OID: a.oid, Codec: a.codec(&pgtype.ArrayCodec{ElementType: element})})
	}
}

// codec reads the form that pgx asks for (binary, but for text, which has only one) straight into a T or a *T that may be
// nil, and everything else as pgx does.
type codec[T any] struct {
	pgtype.Codec
	read   func([]byte) (T, error)
	append func(T, []byte) []byte // nil leaves writing to pgx
}

func (c codec[T]) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if format == c.PreferredFormat() {
		switch target.(type) {
		case *T:
			return intoValue[T](c.read)
		case **T:
			return intoPointer[T](c.read)
		}
	}
	return c.Codec.PlanScan(m, oid, format, target)
}

func (c codec[T]) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(T); ok && c.append != nil && format == pgtype.BinaryFormatCode {
		return fromValue[T](c.append)
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

type intoValue[T any] func([]byte) (T, error)

func (read intoValue[T]) Scan(src []byte, target any) (err error) {
	to := target.(*T)
	if src == nil {
		return fmt.Errorf("cannot scan NULL into %T", target)
	}
	*to, err = read(src)
	return err
}

type intoPointer[T any] func([]byte) (T, error)

func (read intoPointer[T]) Scan(src []byte, target any) error {
	to := target.(**T)
	if src == nil {
		*to = nil
		return nil
	}
	v, err := read(src)
	*to = &v
	return err
}

type fromValue[T any] func(T, []byte) []byte

func (write fromValue[T]) Encode(value any, buf []byte) ([]byte, error) {
	return write(value.(T), buf), nil
}

func appendUUID(id uuid.UUID, buf []byte) []byte { return append(buf, id[:]...) }

// arrayCodec reads an array into a []T, NULL as nil, and everything else as pgx does.
type arrayCodec[T any] struct {
	pgtype.Codec
	read func([]byte) ([]T, error)
}

func array[T any](read func([]byte) ([]T, error)) func(pgtype.Codec) pgtype.Codec {
	return func(rest pgtype.Codec) pgtype.Codec { return arrayCodec[T]{rest, read} }
}

func (c arrayCodec[T]) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*[]T); ok && format == pgtype.BinaryFormatCode {
		return intoSlice[T](c.read)
	}
	return c.Codec.PlanScan(m, oid, format, target)
}

type intoSlice[T any] func([]byte) ([]T, error)

func (read intoSlice[T]) Scan(src []byte, target any) (err error) {
	to := target.(*[]T)
	if src == nil {
		*to = nil
		return nil
	}
	*to, err = read(src)
	return err
}
