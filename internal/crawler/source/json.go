package source

import (
	"encoding/json"
	"errors"
	"io"
)

// maxElement bounds one JSON value, so that memory stays small however large a board is and
// whatever a hostile one sends.
const maxElement = 8 << 20

// JSONStream walks a document value by value and never holds more than one element of it.
// Every fault of the document is an [*Error] of kind Broken, faults of the connection pass.
type JSONStream struct {
	dec *json.Decoder
	lim *elementLimit
}

// NewJSON starts at the beginning of a document.
func NewJSON(r io.Reader) *JSONStream {
	lim := &elementLimit{src: r, left: maxElement}
	return &JSONStream{dec: json.NewDecoder(lim), lim: lim}
}

// Object walks one object. The callback must consume the value with Value, Object, Skip or
// [Each]. Anything but an object is a fault.
func (s *JSONStream) Object(field func(key string) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	for s.dec.More() {
		key, err := s.token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := field(name); err != nil {
			return err
		}
	}
	return s.expect('}')
}

// Value decodes one value, which must be small enough to hold.
func (s *JSONStream) Value(v any) error {
	s.lim.left = maxElement
	return s.fault(s.dec.Decode(v))
}

// Skip passes over one value of any size.
func (s *JSONStream) Skip() error {
	for depth := 0; ; {
		t, err := s.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// End makes sure that nothing follows and that the answer was received to its end.
func (s *JSONStream) End() error {
	s.lim.left = maxElement
	switch _, err := s.dec.Token(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return s.fault(err)
	default:
		return Errorf(Broken, "something follows the JSON document")
	}
}

// Each decodes the elements of one array. An element of another shape than T is passed over
// and counted as rejected; count includes it.
func Each[T any](s *JSONStream, element func(T) error) (count, rejected int, err error) {
	if err := s.expect('['); err != nil {
		return 0, 0, err
	}
	for s.dec.More() {
		var v T
		s.lim.left = maxElement
		count++
		if err := s.dec.Decode(&v); err != nil {
			if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); !wrongType {
				return count, rejected, s.fault(err)
			}
			rejected++
			continue
		}
		if err := element(v); err != nil {
			return count, rejected, err
		}
	}
	return count, rejected, s.expect(']')
}

func (s *JSONStream) expect(want json.Delim) error {
	t, err := s.token()
	if err != nil {
		return err
	}
	if t != want {
		return Errorf(Broken, "JSON of another shape: %v where %v was expected", t, want)
	}
	return nil
}

func (s *JSONStream) token() (json.Token, error) {
	s.lim.left = maxElement
	t, err := s.dec.Token()
	return t, s.fault(err)
}

func (s *JSONStream) fault(err error) error {
	if err == nil {
		return nil
	}
	if s.lim.err != nil && s.lim.err != io.EOF {
		return s.lim.err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Kind: Broken, Detail: "the JSON ends in the middle", Cause: err}
	}
	return &Error{Kind: Broken, Detail: "not the expected JSON: " + err.Error(), Cause: err}
}

// elementLimit allows a bounded number of bytes between two resets of left. The decoder reads
// ahead by at most its buffer, so left is close to the size of one element.
type elementLimit struct {
	src  io.Reader
	left int
	err  error
}

func (l *elementLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		l.err = Errorf(Broken, "one JSON value is larger than allowed")
		return 0, l.err
	}
	n, err := l.src.Read(p[:min(len(p), l.left)])
	l.left -= n
	if err != nil {
		l.err = err
	}
	return n, err
}
