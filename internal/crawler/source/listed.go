package source

import (
	"cmp"
	"context"
	"io"
	"maps"
)

// Listed is an entry of a list whose text is in a separate document.
type Listed interface {
	// Key returns the posting's native id.
	Key() string
	// Fields returns the texts of the entry. Its document is fetched again when one of them changes.
	Fields() []string
}

// Entries collects the entries of a list.
type Entries[T Listed] struct {
	all    []T
	memory *Memory
}

// NewEntries returns an empty collection for a pull of the board.
func NewEntries[T Listed](b Board) *Entries[T] { return &Entries[T]{memory: b.Memory} }

// entrySize is an estimate of the bytes that an entry takes besides its texts.
const entrySize = 700

// Add adds an entry.
func (e *Entries[T]) Add(entry T) error {
	size := entrySize
	for _, f := range entry.Fields() {
		size += len(f)
	}
	e.all = append(e.all, entry)
	return e.memory.Add(size)
}

// Pull loads and yields the postings of all entries. If single documents fail, the pull still succeeds and res.Reason
// mentions it, unless it already has another text.
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
	res.Reason = cmp.Or(res.Reason, note)
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
	err = ReadValue(res.Body, &v)
	return v, err
}

// ReadRows reads one page of a list. The rows are in the field named key. If total is not empty, it names the field with
// the number of rows on all pages, and a page without that field is an error. Further fields go to others, as in ReadList.
func ReadRows[T any](body io.Reader, key, total string, row func(T) error, others map[string]any) (p Page, err error) {
	var n *Number
	if total != "" {
		fields := map[string]any{total: &n}
		maps.Copy(fields, others)
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
