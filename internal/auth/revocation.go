package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/google/uuid"
)

// RevocationInterval is how often a verifier asks for ended sessions: well inside the ten seconds promised.
const RevocationInterval = 3 * time.Second

// Revocation is a session that ended before its tokens did.
type Revocation struct {
	SessionID uuid.UUID `json:"sid"`
	RevokedAt time.Time `json:"revokedAt"`
}

// RevocationSource lists the sessions ended after the cursor, and the next cursor.
type RevocationSource func(ctx context.Context, since string) (items []Revocation, next string, err error)

// Revocations knows the sessions that have ended.
type Revocations struct {
	source RevocationSource
	keep   time.Duration // no token of a session outlives its end by more
	now    func() time.Time

	mu     sync.RWMutex
	ended  map[uuid.UUID]time.Time
	cursor string
	loaded bool
}

// NewRevocations follows a source. Lifespan is that of a token.
func NewRevocations(source RevocationSource, lifespan time.Duration) *Revocations {
	return &Revocations{source: source, keep: lifespan + time.Minute, now: time.Now, ended: map[uuid.UUID]time.Time{}}
}

// Ended tells whether the session has ended. Until the list was read once nothing is known, and ready is false.
func (r *Revocations) Ended(session uuid.UUID) (ended, ready bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, ended = r.ended[session]
	return ended, r.loaded
}

// End marks a session as ended at once, in the process where it happened.
func (r *Revocations) End(sessions ...uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range sessions {
		r.ended[s] = r.now()
	}
}

// RunOnce reads what is new.
func (r *Revocations) RunOnce(ctx context.Context) (added int, err error) {
	for {
		r.mu.RLock()
		cursor := r.cursor
		r.mu.RUnlock()
		items, next, err := r.source(ctx, cursor)
		if err != nil {
			return added, fmt.Errorf("read ended sessions: %w", err)
		}
		r.add(items, next)
		added += len(items)
		if len(items) == 0 || next == cursor {
			return added, nil
		}
	}
}

func (r *Revocations) add(items []Revocation, next string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range items {
		r.ended[it.SessionID] = it.RevokedAt
	}
	for id, at := range r.ended {
		if r.now().Sub(at) > r.keep {
			delete(r.ended, id)
		}
	}
	r.cursor, r.loaded = next, true
}

// Follow reads the list until the context ends. Failures are logged when they begin and when they end, not each time.
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

// FromIdentity asks identity's internal endpoint.
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
		return fmt.Errorf("%s answered something else than JSON: %w", req.URL.Path, err)
	}
	return nil
}
