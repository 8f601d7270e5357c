package pg

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// The binary form of the values that our rows are made of, as PostgreSQL sends it. None of these is given NULL.

func readUUID(src []byte) (uuid.UUID, error) {
	if len(src) != 16 {
		return uuid.UUID{}, wrongLength("uuid", src)
	}
	return uuid.UUID(src), nil
}

func readText(src []byte) (string, error) { return string(src), nil }

func readBool(src []byte) (bool, error) {
	if len(src) != 1 {
		return false, wrongLength("boolean", src)
	}
	return src[0] != 0, nil
}

func readInt8(src []byte) (int64, error) {
	if len(src) != 8 {
		return 0, wrongLength("bigint", src)
	}
	return int64(binary.BigEndian.Uint64(src)), nil
}

// epoch is PostgreSQL's, in Unix time.
const epoch = 946_684_800

// readTime gives UTC wherever the process runs: what a service answers must not depend on its machine.
func readTime(src []byte) (time.Time, error) {
	if len(src) != 8 {
		return time.Time{}, wrongLength("timestamptz", src)
	}
	since := int64(binary.BigEndian.Uint64(src)) // microseconds
	if since == math.MaxInt64 || since == math.MinInt64 {
		return time.Time{}, errors.New("an infinite timestamptz is no time")
	}
	return time.Unix(epoch+since/1e6, since%1e6*1e3).UTC(), nil
}

func readDate(src []byte) (time.Time, error) {
	if len(src) != 4 {
		return time.Time{}, wrongLength("date", src)
	}
	days := int32(binary.BigEndian.Uint32(src))
	if days == math.MaxInt32 || days == math.MinInt32 {
		return time.Time{}, errors.New("an infinite date is no day")
	}
	return time.Unix(epoch+int64(days)*86_400, 0).UTC(), nil
}

func readUUIDs(src []byte) ([]uuid.UUID, error) { return readArray(src, pgtype.UUIDOID, readUUID) }

func readTimes(src []byte) ([]time.Time, error) {
	return readArray(src, pgtype.TimestamptzOID, readTime)
}

func readArray[T any](src []byte, oid uint32, element func([]byte) (T, error)) ([]T, error) {
	number, at, err := arrayHeader(src, oid)
	if err != nil {
		return nil, err
	}
	out := make([]T, number)
	for i := range out {
		start, end, err := arrayElement(src, at)
		if err != nil {
			return nil, err
		}
		if out[i], err = element(src[start:end]); err != nil {
			return nil, err
		}
		at = end
	}
	return out, nil
}

func readTexts(src []byte) ([]string, error) {
	number, at, err := arrayHeader(src, pgtype.TextOID)
	if err != nil {
		return nil, err
	}
	out := make([]string, number)
	return out, cutTexts(out, src[at:], string(src[at:]))
}

// cutTexts fills a slice with the elements of an array, which are parts of one copy of them all.
func cutTexts(to []string, elements []byte, kept string) error {
	at := 0
	for i := range to {
		start, end, err := arrayElement(elements, at)
		if err != nil {
			return err
		}
		to[i], at = kept[start:end], end
	}
	return nil
}

// arrayHeader gives the number of elements, whatever the dimensions, and where the first one begins.
func arrayHeader(src []byte, oid uint32) (number, at int, err error) {
	const header, dimension = 12, 8
	if len(src) < header {
		return 0, 0, wrongLength("array", src)
	}
	dimensions := int(binary.BigEndian.Uint32(src))
	if got := binary.BigEndian.Uint32(src[8:]); got != oid {
		return 0, 0, fmt.Errorf("an array of type %d where one of %d was expected", got, oid)
	}
	if dimensions == 0 {
		return 0, header, nil
	}
	at = header + dimensions*dimension
	if dimensions > 6 || len(src) < at { // PostgreSQL allows six
		return 0, 0, wrongLength("array", src)
	}
	number = 1
	for i := range dimensions {
		number *= int(binary.BigEndian.Uint32(src[header+i*dimension:]))
		if number > len(src)/4 { // the length alone takes four bytes of each
			return 0, 0, wrongLength("array", src)
		}
	}
	return number, at, nil
}

// arrayElement gives the bounds of the element at a place. NULL is refused: a slice of plain values has no room for it.
func arrayElement(src []byte, at int) (start, end int, err error) {
	start = at + 4
	if len(src) < start {
		return 0, 0, wrongLength("array", src)
	}
	size := int(int32(binary.BigEndian.Uint32(src[at:])))
	if size < 0 {
		return 0, 0, errors.New("an element of the array is NULL")
	}
	if end = start + size; len(src) < end {
		return 0, 0, wrongLength("array", src)
	}
	return start, end, nil
}

func wrongLength(name string, src []byte) error {
	return fmt.Errorf("%d bytes are no %s", len(src), name)
}
