package backup

import (
	"bufio"
	"errors"
	"io"
)

// endOfRows is a line that COPY never writes: it escapes a backslash.
const endOfRows = "\\.\n"

// rowReader reads the rows of one table, including the line that ends them. A row may be longer than the buffer.
type rowReader struct {
	from  *bufio.Reader
	fresh bool   // the next byte begins a line
	rest  []byte // read but not yet returned
	ended bool
	bytes int64
}

func (r *rowReader) Read(p []byte) (n int, err error) {
	// Whole buffers, not single rows: each Read becomes a message to the server.
	for n < len(p) && err == nil {
		if len(r.rest) == 0 {
			if err = r.next(); err != nil {
				break
			}
		}
		c := copy(p[n:], r.rest)
		r.rest = r.rest[c:]
		n += c
	}
	if n > 0 && err == io.EOF {
		return n, nil
	}
	return n, err
}

func (r *rowReader) next() error {
	if r.ended {
		return io.EOF
	}
	piece, err := r.from.ReadSlice('\n')
	switch {
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	case err != nil && !errors.Is(err, bufio.ErrBufferFull):
		return err
	case r.fresh && string(piece) == endOfRows:
		r.ended = true
		return io.EOF
	}
	r.fresh = err == nil
	r.rest = piece
	r.bytes += int64(len(piece))
	return nil
}
