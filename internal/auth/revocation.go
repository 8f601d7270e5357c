package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/google/uuid"
)

// RevocationInterval is the interval at which a verifier reads ended sessions. Sessions must end everywhere within ten
// seconds.
const RevocationInterval = 3 * time.Second

// Revocation is a session that ended before its tokens did.
type Revocation struct {
	SessionID uuid.UUID `json:"sid"`
	RevokedAt time.Time `json:"revokedAt"`
}

// RevocationSource returns the sessions that ended after the cursor, and the next cursor.
type RevocationSource func(ctx context.Context, since string) (items []Revocation, next string, err error)

// Revocations holds the sessions that have ended.
type Revocations struct {
	source RevocationSource
	reread time.Duration // interval at which the whole list is read
	now    func() time.Time

	mu     sync.RWMutex
	ended  map[uuid.UUID]time.Time
	cursor string
	loaded bool
	read   time.Time // time of the last read of the whole list
}

// NewRevocations returns an empty set that reads from a source. lifespan is the life of a token.
func NewRevocations(source RevocationSource, lifespan time.Duration) *Revocations {
	return &Revocations{source: source, reread: lifespan/8 + time.Minute, now: time.Now, ended: map[uuid.UUID]time.Time{}}
}

// Ended reports whether the session has ended. Ready is false until the list has been read once.
func (r *Revocations) Ended(session uuid.UUID) (ended, ready bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, ended = r.ended[session]
	return ended, r.loaded
}

// End marks sessions as ended immediately, in the process that ended them.
func (r *Revocations) End(sessions ...uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range sessions {
		r.ended[s] = r.now()
	}
}

// RunOnce reads new entries. At longer intervals it reads the whole list and drops sessions that are no longer on it:
// only the source can tell when the last token of a session has expired, because the configured lifespan may have
// changed.
func (r *Revocations) RunOnce(ctx context.Context) (added int, err error) {
	start := r.now()
	r.mu.RLock()
	cursor, whole := r.cursor, !r.loaded || start.Sub(r.read) >= r.reread
	r.mu.RUnlock()
	if whole {
		cursor = ""
	}
	listed := map[uuid.UUID]time.Time{}
	for {
		items, next, err := r.source(ctx, cursor)
		if err != nil {
			return added, fmt.Errorf("read ended sessions: %w", err)
		}
		for _, it := range items {
			listed[it.SessionID] = it.RevokedAt
		}
		if !whole {
			r.add(listed, next)
			clear(listed)
		}
		added += len(items)
		if len(items) == 0 || next == cursor {
			if whole {
				r.replace(listed, next, start)
			}
			return added, nil
		}
		cursor = next
	}
}

func (r *Revocations) add(listed map[uuid.UUID]time.Time, next string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(r.ended, listed)
	r.cursor = next
}

// replace sets the whole list, plus the sessions that ended in this process while it was being read.
func (r *Revocations) replace(listed map[uuid.UUID]time.Time, next string, begun time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, at := range r.ended {
		if !at.Before(begun) {
			listed[id] = at
		}
	}
	r.ended, r.cursor, r.loaded, r.read = listed, next, true, begun
}

// Follow reads the list repeatedly until the context ends. It logs when failures begin and when they end.
func (r *Revocations) Follow(ctx context.Context, log *slog.Logger) {
	failing := false
	for {
		_, err := r.RunOnce(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && !failing:
			log.WarnContext(ctx, "ended sessions cannot be read", "error", err)
		case err == nil && failing:
			log.InfoContext(ctx, "ended sessions can be read again")
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-time.After(RevocationInterval):
		}
	}
}

// FromIdentity returns a source that reads from identity's internal endpoint.
func FromIdentity(client *http.Client, identityURL string, key ServiceKey) RevocationSource {
	return func(ctx context.Context, since string) ([]Revocation, string, error) {
		var page struct {
			Items []Revocation `json:"items"`
			Next  string       `json:"next"`
		}
		address := identityURL + "/auth/internal/revocations"
		if since != "" {
			address += "?since=" + url.QueryEscape(since)
		}
		if err := getJSON(ctx, client, address, key, &page); err != nil {
			return nil, "", err
		}
		return page.Items, page.Next, nil
	}
}

func getJSON(ctx context.Context, client *http.Client, address string, key ServiceKey, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	if key.Set() {
		req.Header.Set(ServiceKeyHeader, key.Reveal())
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", req.URL.Path, res.Status)
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(into); err != nil {
		return fmt.Errorf("%s: decode the response: %w", req.URL.Path, err)
	}
	return nil
}
