package source

import (
	"context"
	"io"
)

// Listed is an entry of a list whose text is in a document of its own.
type Listed interface {
	// Key is the posting's native id.
	Key() string
	// Fields are the texts of the entry: if one of them changes, the document is read again.
	Fields() []string
}

// Entries collects the entries of a list.
type Entries[T Listed] struct {
	all    []T
	memory *Memory
}

// NewEntries returns an empty collection for a pull of the board.
func NewEntries[T Listed](b Board) *Entries[T] { return &Entries[T]{memory: b.Memory} }

// Add adds an entry.
func (e *Entries[T]) Add(entry T) error {
	size := 700 // the entry and its detail
	for _, f := range entry.Fields() {
		size += len(f)
	}
	e.all = append(e.all, entry)
	return e.memory.Add(size)
}

// Pull loads and yields the postings of all entries. A failure of single documents is a remark about the result.
func (e *Entries[T]) Pull(ctx context.Context, b Board, load func(context.Context, T) (Posting, error),
	yield func(Posting) error, res *Result) error {
	list := make([]Detail, len(e.all))
	for i, entry := range e.all {
		list[i] = Detail{
			NativeID: entry.Key(),
			Stamp:    Stamp(entry.Fields()...),
			Load:     func(ctx context.Context) (Posting, error) { return load(ctx, entry) },
		}
	}
	note, err := Details(ctx, b, list, yield)
	if res.Reason == "" {
		res.Reason = note
	}
	return err
}

// FetchValue fetches a document that is one JSON value.
func FetchValue[T any](ctx context.Context, f *Fetcher, req Request) (v T, err error) {
	req.Format = JSON
	res, err := f.Fetch(ctx, req)
	if err != nil {
		return v, err
	}
	defer res.Body.Close()
	return v, ReadValue(res.Body, &v)
}

// ReadRows reads one page of a list: an object whose field key lists the rows and, unless total is empty, whose field
// total states how many there are in all.
func ReadRows[T any](body io.Reader, key, total string, row func(T) error, others map[string]any) (p Page, err error) {
	var n *Number
	if total != "" {
		fields := map[string]any{total: &n}
		for name, v := range others {
			fields[name] = v
		}
		others = fields
	}
	p.Rows, p.Rejected, err = ReadList(body, key, row, others)
	switch {
	case err != nil || total == "":
		return p, err
	case n == nil:
		return p, Errorf(Broken, "no %s in the answer", total)
	}
	count := int(*n)
	p.Total = &count
	return p, nil
}

// ReadArray reads a document that is an array of rows.
func ReadArray[T any](body io.Reader, row func(T) error) (count, rejected int, err error) {
	s := NewJSON(body)
	if count, rejected, err = Each(s, row); err != nil {
		return count, rejected, err
	}
	return count, rejected, s.End()
}
