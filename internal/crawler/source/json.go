package source

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

// errManyElements refuses a posting with a list beyond its bound.
var errManyElements = errors.New("a list is longer than allowed")

// JSONStream walks a document value by value and never holds more than one of them, within the bounds of a value.
// Every fault of the document is an [*Error] of kind Broken, faults of the connection pass.
type JSONStream struct {
	r   *bufio.Reader
	buf []byte
}

// NewJSON starts at the beginning of a document.
func NewJSON(r io.Reader) *JSONStream { return &JSONStream{r: bufio.NewReaderSize(r, 16<<10)} }

// Object walks one object. The callback must consume the value with Value, Object, Skip or
// [Each]. Anything but an object is a fault.
func (s *JSONStream) Object(field func(key string) error) error {
	return s.members('{', '}', func() error {
		var name string
		if err := s.Value(&name); err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		return field(name)
	})
}

// members calls each for every member of an object or array, which must consume it.
func (s *JSONStream) members(opening, closing byte, each func() error) error {
	if err := s.expect(opening); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := s.next()
		if err != nil {
			return err
		}
		if c == closing && first {
			break
		}
		if !first {
			if c == closing {
				break
			}
			if err := s.expect(','); err != nil {
				return err
			}
		}
		if err := each(); err != nil {
			return err
		}
	}
	return s.expect(closing)
}

// Value decodes one value, which must be small enough to hold.
func (s *JSONStream) Value(v any) error {
	data, err := s.read()
	if err != nil {
		return err
	}
	if data == nil {
		return Errorf(Broken, "one JSON value is larger than %d MiB", maxValue>>20)
	}
	return InPlace(len(data), func() error { return fault(json.Unmarshal(data, v)) })
}

// Skip passes over one value of any size.
func (s *JSONStream) Skip() error {
	_, err := s.read()
	return err
}

// End makes sure that nothing follows and that the answer was received to its end.
func (s *JSONStream) End() error {
	c, err := s.peek()
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return fault(err)
	default:
		return Errorf(Broken, "something follows the JSON document: %q", c)
	}
}

// Each decodes the elements of one array. An element of another shape than T, or beyond the bounds of a value, is
// passed over and counted as rejected; count includes it. Element must not wait for the network.
func Each[T any](s *JSONStream, element func(T) error) (count, rejected int, err error) {
	err = s.members('[', ']', func() error {
		if count++; count > MaxPostings {
			return Errorf(Broken, "the board holds more than %d postings", MaxPostings)
		}
		data, err := s.read()
		if err != nil {
			return err
		}
		if data == nil {
			rejected++
			return nil
		}
		return InPlace(len(data), func() error {
			var v T
			err := json.Unmarshal(data, &v)
			if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); wrongType || errors.Is(err, errManyElements) {
				rejected++
				return nil
			}
			if err != nil {
				return fault(err)
			}
			return element(v)
		})
	})
	return count, rejected, err
}

// expect consumes one character of structure.
func (s *JSONStream) expect(want byte) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != want {
		return Errorf(Broken, "JSON of another shape: %c where %c was expected", c, want)
	}
	_, err = s.r.Discard(1)
	return err
}

// next is peek where the document must go on.
func (s *JSONStream) next() (byte, error) {
	c, err := s.peek()
	return c, fault(err)
}

// peek finds the next character that is not white space.
func (s *JSONStream) peek() (byte, error) {
	for {
		b, err := s.r.Peek(1)
		if err != nil {
			return 0, err
		}
		if !isSpace(b[0]) {
			return b[0], nil
		}
		_, _ = s.r.Discard(1)
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// read takes one value as it stands in the document, valid until the next call. It is nil when the value is larger
// than allowed: then it was passed over. Only its extent is checked here, the rest when it is decoded. Long strings lose
// their end, so that one giant text costs its posting nothing but that.
func (s *JSONStream) read() ([]byte, error) {
	if _, err := s.next(); err != nil {
		return nil, err
	}
	if cap(s.buf) > largeValue {
		s.buf = nil // one large value is no reason to keep its room
	}
	s.buf = s.buf[:0]
	var v valueScan
	for {
		chunk, err := s.chunk()
		if err == io.EOF && v.scalar() {
			break
		}
		if err != nil {
			return nil, fault(err)
		}
		n, done := v.scan(chunk, &s.buf)
		_, _ = s.r.Discard(n)
		if done {
			break
		}
	}
	if v.over {
		return nil, nil
	}
	return s.buf, nil
}

// chunk is what lies ready, at least one byte.
func (s *JSONStream) chunk() ([]byte, error) {
	if _, err := s.r.Peek(1); err != nil {
		return nil, err
	}
	return s.r.Peek(s.r.Buffered())
}

// valueScan finds the end of a value.
type valueScan struct {
	depth   int
	quoted  bool
	escaped bool
	begun   bool
	over    bool // larger than allowed
	text    int  // bytes of the string at hand
	dropped bool // the rest of the string at hand
}

// scalar reports whether the end of the document may be the end of the value.
func (v *valueScan) scalar() bool { return v.begun && v.depth == 0 && !v.quoted }

// scan appends what belongs to the value and says how much of the chunk it used.
func (v *valueScan) scan(chunk []byte, out *[]byte) (used int, done bool) {
	for i := 0; i < len(chunk); {
		if v.quoted {
			n := v.inString(chunk[i:], out)
			if i += n; !v.quoted && v.depth == 0 {
				return i, true
			}
			continue
		}
		start := i
		for ; i < len(chunk) && !v.quoted && !done; i++ {
			switch c := chunk[i]; {
			case c == '"':
				v.quoted, v.text, v.dropped = true, 0, false
			case c == '{' || c == '[':
				v.depth++
			case v.depth == 0 && (c == '}' || c == ']' || v.begun && (c == ',' || isSpace(c))):
				v.keep(out, chunk[start:i]) // the end of a number or a word
				return i, true
			case c == '}' || c == ']':
				v.depth--
				done = v.depth == 0
			}
			v.begun = true
		}
		if v.keep(out, chunk[start:i]); done {
			return i, true
		}
	}
	return len(chunk), false
}

// inString takes a piece of a string, up to and with its end.
func (v *valueScan) inString(chunk []byte, out *[]byte) (n int) {
	for ; n < len(chunk); n++ {
		c := chunk[n]
		if v.escaped {
			v.escaped = false
		} else if c == '\\' {
			v.escaped = true
		} else if c == '"' {
			v.quoted = false
			break
		}
	}
	if v.text += n; !v.dropped {
		v.keep(out, chunk[:n])
		if v.text > maxString {
			v.shorten(out)
		}
	}
	if !v.quoted {
		v.keep(out, chunk[n:n+1])
		n++
	}
	return n
}

// shorten drops the rest of a string, from where no escape and no character is under way.
func (v *valueScan) shorten(out *[]byte) {
	const longestEscape = 6
	for end := len(*out); end > len(*out)-longestEscape; end-- {
		if (*out)[end-1] == '\\' {
			return // perhaps later
		}
	}
	v.dropped = true
}

func (v *valueScan) keep(out *[]byte, piece []byte) {
	if v.over = v.over || len(*out)+len(piece) > maxValue; !v.over {
		*out = append(*out, piece...)
	}
}

func fault(err error) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*Error](err); known {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Kind: Broken, Detail: "the JSON ends in the middle", Cause: err}
	}
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, wrongType := errors.AsType[*json.UnmarshalTypeError](err)
	if syntax || wrongType || errors.Is(err, errManyElements) {
		return &Error{Kind: Broken, Detail: "not the expected JSON: " + err.Error(), Cause: err}
	}
	return err // of the connection
}
