package source

import (
	"bytes"
	"context"
	"encoding/json"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// FetchEmbedded fetches a web page and decodes the JSON value that follows the marker in one of its scripts.
func FetchEmbedded(ctx context.Context, f *Fetcher, memory *Memory, req Request, marker string, v any) error {
	doc, err := FetchPage(ctx, f, memory, req)
	if err != nil {
		return err
	}
	defer memory.Drop(doc)
	_, rest, ok := bytes.Cut(doc, []byte(marker))
	if !ok {
		return Errorf(Broken, "no %s in the page", marker)
	}
	return DecodeSlot(len(rest), func() error { return fault(json.NewDecoder(bytes.NewReader(rest)).Decode(v)) })
}

// FetchPage fetches a web page whole; memory.Drop frees it.
func FetchPage(ctx context.Context, f *Fetcher, memory *Memory, req Request) ([]byte, error) {
	req.Format, req.MaxBody = HTML, MaxPage
	res, err := f.Fetch(ctx, req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return memory.ReadAll(res.Body, MaxPage)
}

// ReadText reads a web page whole, as UTF-8; memory.Drop frees it. Most pages that do not state their encoding, or not at
// their start, are in UTF-8 already.
func ReadText(res *Response, memory *Memory) ([]byte, error) {
	doc, err := memory.ReadAll(res.Body, MaxPage)
	if err != nil {
		return nil, err
	}
	if len(doc) > 0 && utf8.Valid(doc) {
		return doc, nil
	}
	defer memory.Drop(doc)
	text, err := charset.NewReader(bytes.NewReader(doc), res.Header.Get("Content-Type"))
	if err != nil {
		return nil, Errorf(Broken, "the page is empty: %w", err)
	}
	return memory.ReadAll(text, MaxPage)
}
