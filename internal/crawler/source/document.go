package source

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"slices"
)

// PullDocument fetches the one document that holds a whole board and reads it, unless it is unchanged.
func PullDocument(ctx context.Context, f *Fetcher, req Request, read func(res *Response, out *Result) error) (Result, error) {
	res, err := f.Fetch(ctx, req)
	if err != nil {
		return Result{}, err
	}
	defer res.Body.Close()
	out := Result{Outcome: Complete, Status: res.Status, Validator: res.Validator}
	if res.NotModified() {
		out.Outcome = Unchanged
		return out, nil
	}
	err = read(res, &out)
	return out, err
}

// ReadList reads an object whose field key lists postings, and decodes the fields named in others into their values.
// It returns an error unless it read the whole document and found the list: otherwise an empty board and a changed
// format would look the same.
func ReadList[T any](body io.Reader, key string, element func(T) error, others map[string]any) (count, rejected int, err error) {
	s := NewJSON(body)
	listed := false
	err = s.Object(func(name string) (err error) {
		if name == key {
			listed = true
			count, rejected, err = Each(s, element)
			return err
		}
		if v, ok := others[name]; ok {
			return s.Value(v)
		}
		return s.Skip()
	})
	switch {
	case err != nil:
		return count, rejected, err
	case !listed:
		return count, rejected, Errorf(Broken, "no %s in the answer", key)
	}
	return count, rejected, s.End()
}

// ReadValue decodes a document that is one JSON value.
func ReadValue(body io.Reader, v any) error {
	s := NewJSON(body)
	if err := s.Value(v); err != nil {
		return err
	}
	return s.End()
}

// ReadElements decodes the elements with the given name, or all if it is empty, among the children of the root (in RSS:
// of the channel). It returns an error unless the root is one of roots and the document was read to its end.
func ReadElements[T any](body io.Reader, roots []string, name string, element func(T) error) error {
	dec := NewXML(body)
	root := ""
	for {
		t, err := dec.Token()
		if errors.Is(err, io.EOF) && root != "" {
			return nil
		}
		if err != nil {
			return XMLFault(err)
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch {
		case root == "" && slices.Contains(roots, start.Name.Local):
			root = start.Name.Local
		case root == "":
			return Errorf(Broken, "expected XML with the root %s, got %q", roots[0], start.Name.Local)
		case root == "rss" && start.Name.Local == "channel":
		case name == "" || name == start.Name.Local:
			var v T
			if err := dec.DecodeElement(&v, &start); err != nil {
				return XMLFault(err)
			}
			if err := element(v); err != nil {
				return err
			}
		default:
			if err := dec.Skip(); err != nil {
				return XMLFault(err)
			}
		}
	}
}
