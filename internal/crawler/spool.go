package crawler

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
)

// batchRows and batchBytes limit what is written with one statement.
const (
	batchRows  = 500
	batchBytes = 2 << 20
)

// spool holds rows in a temporary file between their pull and their write: a pull may take minutes, a transaction must
// not, and the memory of a crawl must not grow with its boards.
type spool struct {
	file *os.File // nil without rows; has no name, so that nothing is left after a crash
	buf  *bufio.Writer
	enc  *gob.Encoder
	rows int
}

func (s *spool) add(r *row) error {
	if s.file == nil {
		if err := s.open(); err != nil {
			return fmt.Errorf("create a temporary file: %w", err)
		}
	}
	s.rows++
	if err := s.enc.Encode(r); err != nil {
		return fmt.Errorf("write to a temporary file: %w", err)
	}
	return nil
}

func (s *spool) open() error {
	f, err := os.CreateTemp("", "rolecall-pull-*")
	if err != nil {
		return err
	}
	if err := os.Remove(f.Name()); err != nil {
		return errors.Join(err, f.Close())
	}
	s.file, s.buf = f, bufio.NewWriter(f)
	s.enc = gob.NewEncoder(s.buf)
	return nil
}

// batches passes the rows to write in the order in which they were added. It may be called again.
func (s *spool) batches(write func([]row) error) error {
	if s.file == nil {
		return nil
	}
	if err := s.buf.Flush(); err != nil {
		return fmt.Errorf("write to a temporary file: %w", err)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read a temporary file: %w", err)
	}
	dec := gob.NewDecoder(bufio.NewReader(s.file))
	var batch []row
	size := 0
	for n := range s.rows {
		var r row
		if err := dec.Decode(&r); err != nil {
			return fmt.Errorf("read a temporary file: %w", err)
		}
		batch = append(batch, r)
		size += r.size()
		if n+1 == s.rows || len(batch) == batchRows || size >= batchBytes {
			if err := write(batch); err != nil {
				return err
			}
			batch, size = nil, 0
		}
	}
	return nil
}

func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
	}
}
