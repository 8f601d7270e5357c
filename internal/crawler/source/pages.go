package source

import (
	"context"
	"fmt"
)

const (
	maxListPages    = 25_000 // pages of one board
	maxTotalChanges = 3      // changes of the total while pages are read; a board that changes it more often is given up
)

// Page holds what one page of a list states about the whole list.
type Page struct {
	Rows     int  // received, those included that could not be read
	Rejected int  // rows that could not be read
	Total    *int // rows of the whole list, nil if the page does not state it
	Last     bool // the page states that none follows; an empty one after the first proves nothing
}

// Pages reads a list in pages. The list is complete if the board stated its total and sent that many different rows,
// or, without a total, if it said which page is the last.
type Pages[T any] struct {
	// Request returns the request for a page, by its number from 0 on and by the rows received before: vendors ignore
	// the page size that they are asked for.
	Request func(page, received int) Request
	// Read reads a page and calls row for each entry.
	Read func(res *Response, row func(T) error) (Page, error)
	// ID returns the identity of a row; rows that several pages contain count once.
	ID func(T) string
	// Row is called for every different row.
	Row func(T) error
}

// Pull reads all pages, or the first for a preview.
func (l Pages[T]) Pull(ctx context.Context, f *Fetcher, b Board) (Result, error) {
	p := pagesRun[T]{Pages: l, memory: b.Memory, seen: map[string]bool{}}
	for page := range maxListPages {
		done, err := p.next(ctx, f, page)
		if err != nil {
			if page > 0 {
				err = LaterPage(err)
			}
			return p.result, err
		}
		if done || b.Preview {
			p.setOutcome()
			return p.result, nil
		}
	}
	return p.result, Errorf(Broken, "the board has more than %d pages", maxListPages)
}

type pagesRun[T any] struct {
	Pages[T]
	memory   *Memory
	result   Result
	seen     map[string]bool
	received int
	first    *int // total of the first page
	changes  int
	changed  string
	last     bool
}

func (p *pagesRun[T]) next(ctx context.Context, f *Fetcher, page int) (done bool, err error) {
	res, err := f.Fetch(ctx, p.Request(page, p.received))
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	if page == 0 {
		p.result.Status = res.Status
	}
	before := len(p.seen)
	got, err := p.Read(res, p.row)
	if err != nil {
		return false, err
	}
	p.received += got.Rows
	p.result.Rejected += got.Rejected
	p.last = got.Last && (page == 0 || got.Rows > 0) // an earlier page promised this one
	p.compare(page, got.Total)
	reached := p.first != nil && p.received >= *p.first
	return got.Last || reached || len(p.seen) == before || p.changes > maxTotalChanges, nil
}

func (p *pagesRun[T]) row(v T) error {
	id := p.ID(v)
	if id == "" || p.seen[id] {
		return nil
	}
	if len(p.seen) >= MaxPostings {
		return Errorf(Broken, "the board has more than %d postings", MaxPostings)
	}
	const idSize = 48
	if err := p.memory.Add(idSize + len(id)); err != nil {
		return err
	}
	p.seen[id] = true
	return p.Row(v)
}

// compare notes a total that is not the one before. Postings came or went between two pages, and others may have been
// missed.
func (p *pagesRun[T]) compare(page int, total *int) {
	switch {
	case page == 0:
		p.first = total
		if total != nil {
			p.result.Total = *total
		}
	case total != nil && p.first != nil && *total != *p.first:
		p.changed = fmt.Sprintf("the total changed from %d to %d while the pages were read", *p.first, *total)
		p.changes++
		p.first = total
	}
}

func (p *pagesRun[T]) setOutcome() {
	p.result.Outcome = Partial
	switch {
	case p.changed != "":
		p.result.Reason = p.changed
	case p.first != nil && *p.first != len(p.seen)+p.result.Rejected:
		p.result.Reason = fmt.Sprintf("the board sent %d of %d postings", len(p.seen), *p.first)
	case p.first == nil && !p.last:
		p.result.Reason = fmt.Sprintf("the board sent %d postings and does not say whether that is all", len(p.seen))
	default:
		p.result.Outcome = Complete
	}
}
