package source

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

// errManyElements rejects a posting that has a list of more than maxList elements.
var errManyElements = errors.New("a list is too long")

// JSONStream reads a document value by value and holds one value of at most maxValue bytes at a time. [json.Decoder]
// cannot do that: it buffers a value of any size, and cannot skip one. Faults of the document are [*Error]s of kind
// Broken; faults of the connection pass.
type JSONStream struct {
	r   *bufio.Reader
	buf []byte
}

// NewJSON returns a stream at the beginning of a document.
func NewJSON(r io.Reader) *JSONStream { return &JSONStream{r: bufio.NewReaderSize(r, 16<<10)} }

// Object reads one object. The callback must consume each value with Value, Object, Skip or [Each].
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

// members calls each for every member of an object or array; each must consume it.
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

// Value decodes one value of at most maxValue bytes.
func (s *JSONStream) Value(v any) error {
	data, err := s.read()
	if err != nil {
		return err
	}
	if data == nil {
		return Errorf(Broken, "one JSON value is larger than %d MiB", maxValue>>20)
	}
	return DecodeSlot(len(data), func() error { return fault(json.Unmarshal(data, v)) })
}

// Skip skips one value of any size.
func (s *JSONStream) Skip() error {
	_, err := s.read()
	return err
}

// End checks that nothing follows and that the whole response was received.
func (s *JSONStream) End() error {
	c, err := s.peek()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return fault(err)
	default:
		return Errorf(Broken, "unexpected %q after the JSON document", c)
	}
}

// Each decodes the elements of one array. An element that is not a T or is too large is skipped and counted as rejected;
// count includes it. Element must not wait for the network.
func Each[T any](s *JSONStream, element func(T) error) (count, rejected int, err error) {
	err = s.members('[', ']', func() error {
		if count++; count > MaxPostings {
			return Errorf(Broken, "the board has more than %d postings", MaxPostings)
		}
		data, err := s.read()
		if err != nil {
			return err
		}
		if data == nil {
			rejected++
			return nil
		}
		return DecodeSlot(len(data), func() error {
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

// expect consumes one structural character.
func (s *JSONStream) expect(want byte) error {
	c, err := s.next()
	if err != nil {
		return err
	}
	if c != want {
		return Errorf(Broken, "unexpected JSON: expected %c, got %c", want, c)
	}
	_, err = s.r.Discard(1)
	return err
}

// next returns the next byte like peek, but an error at the end of the document.
func (s *JSONStream) next() (byte, error) {
	c, err := s.peek()
	return c, fault(err)
}

// peek returns the next character that is not white space.
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

// read returns the text of one value, valid until the next call, or nil if it is too large and was skipped. It finds
// only the end of the value; decoding checks the rest. Strings are cut at about maxString, so that a posting with an
// oversized text is cut and not rejected.
func (s *JSONStream) read() ([]byte, error) {
	if _, err := s.next(); err != nil {
		return nil, err
	}
	if cap(s.buf) > largeValue {
		s.buf = nil // do not keep the memory of one large value
	}
	s.buf = s.buf[:0]
	var v valueScan
	for {
		chunk, err := s.chunk()
		if errors.Is(err, io.EOF) && v.scalar() {
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

// chunk returns the buffered bytes, at least one.
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
	over    bool // the value is too large
	text    int  // bytes of the current string
	dropped bool // the rest of the current string is not kept
}

// scalar reports whether the value may end with the document.
func (v *valueScan) scalar() bool { return v.begun && v.depth == 0 && !v.quoted }

// scan appends the bytes of the value to out and returns how many bytes of the chunk it used.
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

// inString takes the next piece of a string, including its closing quote.
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

// shorten drops the rest of a string, unless it would cut an escape sequence.
func (v *valueScan) shorten(out *[]byte) {
	const longestEscape = 6
	for end := len(*out); end > len(*out)-longestEscape; end-- {
		if (*out)[end-1] == '\\' {
			return // the next chunk may do
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
		return &Error{Kind: Broken, Detail: "the JSON is cut off", Cause: err}
	}
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, wrongType := errors.AsType[*json.UnmarshalTypeError](err)
	if syntax || wrongType || errors.Is(err, errManyElements) {
		return &Error{Kind: Broken, Detail: "unexpected JSON: " + err.Error(), Cause: err}
	}
	return err // error of the connection
}
