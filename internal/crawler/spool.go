package crawler

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// spoolMemory is what the rows of one board may take before they go to a file. Boards under way times this is what a
	// crawl needs, whatever their size.
	spoolMemory = 1 << 20
	// batchRows and batchBytes bound what is written with one statement.
	batchRows  = 500
	batchBytes = 2 << 20
)

// spool holds rows between their pull and their write: the pull may take minutes, and a transaction must not.
type spool struct {
	limit int
	rows  []row
	size  int

	file *os.File // nil while everything fits; has no name, so nothing stays behind whatever happens
	buf  *bufio.Writer
	enc  *gob.Encoder
	kept int // rows in the file
}

func newSpool() *spool { return &spool{limit: spoolMemory} }

func (s *spool) add(r row) error {
	s.rows = append(s.rows, r)
	s.size += r.size()
	if s.size <= s.limit {
		return nil
	}
	return s.spill()
}

func (s *spool) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "rolecall-pull-*")
		if err != nil {
			return fmt.Errorf("keep a large board: %w", err)
		}
		if err := os.Remove(f.Name()); err != nil {
			return errors.Join(fmt.Errorf("keep a large board: %w", err), f.Close())
		}
		s.file, s.buf = f, bufio.NewWriterSize(f, 64<<10)
		s.enc = gob.NewEncoder(s.buf)
	}
	for i := range s.rows {
		if err := s.enc.Encode(&s.rows[i]); err != nil {
			return fmt.Errorf("keep a large board: %w", err)
		}
	}
	s.kept += len(s.rows)
	clear(s.rows)
	s.rows, s.size = s.rows[:0], 0
	return nil
}

// batches hands the rows out in the order they came, a bounded number at a time.
func (s *spool) batches(write func([]row) error) error {
	var batch []row
	size := 0
	take := func(r row) error {
		batch = append(batch, r)
		size += r.size()
		if len(batch) < batchRows && size < batchBytes {
			return nil
		}
		err := write(batch)
		batch, size = batch[:0], 0
		return err
	}
	if s.file != nil {
		if err := s.replay(take); err != nil {
			return err
		}
	}
	for _, r := range s.rows {
		if err := take(r); err != nil {
			return err
		}
	}
	if len(batch) > 0 {
		return write(batch)
	}
	return nil
}

func (s *spool) replay(take func(row) error) error {
	if err := s.buf.Flush(); err != nil {
		return fmt.Errorf("keep a large board: %w", err)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read a large board: %w", err)
	}
	dec := gob.NewDecoder(bufio.NewReaderSize(s.file, 64<<10))
	for range s.kept {
		var r row
		if err := dec.Decode(&r); err != nil {
			return fmt.Errorf("read a large board: %w", err)
		}
		if err := take(r); err != nil {
			return err
		}
	}
	return nil
}

func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
	}
}
