package jsonld

import (
	"context"

	"rolecall/internal/crawler/source"
)

// Load reads the page of one posting for a family whose vendor describes postings with schema.org. A page without a
// posting is an error, because the vendor's list names it.
func Load(ctx context.Context, f *source.Fetcher, memory *source.Memory, req source.Request) (source.Posting, error) {
	req.Format, req.MaxBody = source.HTML, source.MaxPage
	res, err := f.Fetch(ctx, req)
	if err != nil {
		return source.Posting{}, err
	}
	defer res.Body.Close()
	pg, drop, err := (&pull{memory: memory}).page(res)
	if err != nil {
		return source.Posting{}, err
	}
	defer drop()
	n, err := pg.posting()
	if err != nil {
		return source.Posting{}, source.Errorf(source.Broken, "the page describes no posting: %v", err)
	}
	return n.posting(pg, req.URL), nil
}
