package jobs

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rolecall/internal/auth"
	"rolecall/internal/jobs/oas"
)

// feedCache lets a feed reader keep a feed for a while, but no cache in between.
const feedCache = "private, max-age=300"

func (h *handler) ListFeeds(ctx context.Context) (*oas.FeedList, error) {
	list, err := h.svc.SearchFeeds(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := &oas.FeedList{Items: make([]oas.Feed, len(list))}
	for i, f := range list {
		feed, err := h.wireFeed(f, nil)
		if err != nil {
			return nil, err
		}
		out.Items[i] = *feed
	}
	return out, nil
}

func (h *handler) AddFeed(ctx context.Context, req *oas.NewFeed) (*oas.Feed, error) {
	in := NewSearchFeed{Saved: optional(req.SavedFilterId)}
	if f, ok := req.Filters.Get(); ok {
		var err error
		if in.Filters, err = storedFilters(&f); err != nil {
			return nil, err
		}
		in.Name = cmp.Or(strings.TrimSpace(req.Name.Or("")), strings.TrimSpace(f.Keyword.Or("")), "All postings")
	}
	return h.wireFeed(h.svc.AddSearchFeed(ctx, auth.UserFrom(ctx).ID, in))
}

func (h *handler) ResetFeed(ctx context.Context, p oas.ResetFeedParams) (*oas.Feed, error) {
	return h.wireFeed(h.svc.ResetSearchFeed(ctx, auth.UserFrom(ctx).ID, p.ID))
}

func (h *handler) RemoveFeed(ctx context.Context, p oas.RemoveFeedParams) error {
	return h.svc.RemoveSearchFeed(ctx, auth.UserFrom(ctx).ID, p.ID)
}

func (h *handler) GetAtomFeed(ctx context.Context, p oas.GetAtomFeedParams) (oas.GetAtomFeedRes, error) {
	c, err := h.readFeed(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	changed := c.Changed.UTC().Format(http.TimeFormat)
	if c.unchanged("atom", p.IfNoneMatch.Or(""), p.IfModifiedSince.Or("")) {
		return &oas.GetAtomFeedNotModified{CacheControl: feedCache, Etag: c.etag("atom"), LastModified: changed}, nil
	}
	body, err := c.atom(h.svc.home)
	return &oas.GetAtomFeedOKHeaders{CacheControl: feedCache, Etag: c.etag("atom"), LastModified: changed,
		Response: oas.GetAtomFeedOK{Data: bytes.NewReader(body)}}, err
}

func (h *handler) GetFeedDocument(ctx context.Context, p oas.GetFeedDocumentParams) (oas.GetFeedDocumentRes, error) {
	c, err := h.readFeed(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	changed := c.Changed.UTC().Format(http.TimeFormat)
	if c.unchanged("json", p.IfNoneMatch.Or(""), p.IfModifiedSince.Or("")) {
		return &oas.GetFeedDocumentNotModified{CacheControl: feedCache, Etag: c.etag("json"), LastModified: changed}, nil
	}
	return &oas.JsonFeedHeaders{CacheControl: feedCache, Etag: c.etag("json"), LastModified: changed, Response: c.json(h.svc.home)}, nil
}

// readFeed waits in the queue of searches: programs that read feeds must not slow people down.
func (h *handler) readFeed(ctx context.Context, token string) (FeedContent, error) {
	return searching(ctx, h.svc, func() (FeedContent, error) { return h.svc.ReadSearchFeed(ctx, token) })
}

func (h *handler) wireFeed(f SearchFeed, err error) (*oas.Feed, error) {
	if err != nil {
		return nil, err
	}
	out := &oas.Feed{ID: f.ID, Name: f.Name, SavedFilterId: nilID(f.SavedFilterID), CreatedAt: f.CreatedAt}
	if err := out.Filters.UnmarshalJSON(f.Filters); err != nil {
		return nil, fmt.Errorf("read the filters of feed %s: %w", f.ID, err)
	}
	for format, address := range map[string]*url.URL{"atom": &out.AtomUrl, "json": &out.JsonUrl} {
		parsed, err := url.Parse(feedAddress(h.svc.home, format, f.Token))
		if err != nil {
			return nil, err
		}
		*address = *parsed
	}
	return out, nil
}
