package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// ErrDamaged means that a file is not a complete backup.
var ErrDamaged = errors.New("the file is not a complete backup: it was truncated or changed, or is not a backup")

// trailer returns a gzip member with the sum as text. It is assembled by hand so that exactly one form is valid and every
// changed bit is noticed.
func trailer(sum [sha256.Size]byte) []byte {
	text := []byte(`{"sha256":"` + hex.EncodeToString(sum[:]) + `"}` + "\n")
	b := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff} // gzip, deflate, no name, no time, no system
	b = append(b, 1)                                   // one stored block, the last
	b = binary.LittleEndian.AppendUint16(b, uint16(len(text)))
	b = binary.LittleEndian.AppendUint16(b, ^uint16(len(text)))
	b = append(b, text...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(text))
	return binary.LittleEndian.AppendUint32(b, uint32(len(text)))
}

var trailerSize = int64(len(trailer([sha256.Size]byte{})))

// verify reads the whole file and returns the part before the trailer.
func verify(f io.ReadSeeker) (*io.LimitedReader, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	if size <= trailerSize {
		return nil, ErrDamaged
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	sum := sha256.New()
	if _, err := io.CopyN(sum, f, size-trailerSize); err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	end, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	if !bytes.Equal(end, trailer([sha256.Size]byte(sum.Sum(nil)))) {
		return nil, ErrDamaged
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	return &io.LimitedReader{R: f, N: size - trailerSize}, nil
}
