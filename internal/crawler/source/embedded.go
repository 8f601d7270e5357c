package source

import (
	"bytes"
	"context"
	"encoding/json"
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
