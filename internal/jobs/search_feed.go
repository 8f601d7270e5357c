package jobs

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoFeed       = fault.New(fault.NotFound, "", "There is no such feed.")
	errTooManyFeeds = fault.New(fault.Conflict, "Limit Reached", "You have 50 feeds. Remove one to make another.")
	errFeedSearch   = fault.InvalidField("filters", "Give either savedFilterId or filters.")
)

// feedSize is the number of postings in a feed.
const feedSize = 50

// SearchFeed is a feed with its secret.
type SearchFeed struct {
	store.SearchFeedsRow
	Token string
}

// NewSearchFeed defines a feed: a saved search, or filters under a name.
type NewSearchFeed struct {
	Saved   *uuid.UUID
	Name    string
	Filters []byte
}

// feedKey derives the key that makes tokens.
func feedKey(key auth.ServiceKey) ([]byte, error) {
	if !key.Set() {
		return nil, errors.New("platform.internal.service-key is not set")
	}
	return hkdf.Key(sha256.New, []byte(key.Reveal()), nil, "rolecall/jobs/feed", sha256.Size)
}

// feedToken derives the token of a feed from its nonce. The table has the nonce and a hash of the token: the service can show
// the token again, but the table alone opens no feed.
func (s *Service) feedToken(feed uuid.UUID, nonce []byte) (token string, hash []byte) {
	mac := hmac.New(sha256.New, s.feedKey)
	mac.Write(feed[:])
	mac.Write(nonce)
	token = base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	return token, tokenHash(token)
}

func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

func newNonce() []byte {
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails
	return nonce
}

// SearchFeeds lists a user's feeds, oldest first.
func (s *Service) SearchFeeds(ctx context.Context, user uuid.UUID) ([]SearchFeed, error) {
	rows, err := s.q.SearchFeeds(ctx, s.db, user)
	if err != nil {
		return nil, pg.Fault(err)
	}
	list := make([]SearchFeed, len(rows))
	for i, row := range rows {
		token, hash := s.feedToken(row.ID, row.Nonce)
		if !bytes.Equal(hash, row.TokenHash) { // the service key has changed, and the old address ended with it
			if token, err = s.newFeedToken(ctx, user, row.ID); err != nil {
				return nil, err
			}
		}
		list[i] = SearchFeed{row, token}
	}
	return list, nil
}

// searchFeed returns one feed of a user.
func (s *Service) searchFeed(ctx context.Context, user, id uuid.UUID) (SearchFeed, error) {
	list, err := s.SearchFeeds(ctx, user)
	if err != nil {
		return SearchFeed{}, err
	}
	i := slices.IndexFunc(list, func(f SearchFeed) bool { return f.ID == id })
	if i < 0 {
		return SearchFeed{}, errNoFeed
	}
	return list[i], nil
}

// AddSearchFeed makes the feed of a search, or returns the one it has.
func (s *Service) AddSearchFeed(ctx context.Context, user uuid.UUID, in NewSearchFeed) (SearchFeed, error) {
	if (in.Saved == nil) == (in.Filters == nil) {
		return SearchFeed{}, errFeedSearch
	}
	var id uuid.UUID
	err := s.locked(ctx, "feeds", user, func(tx pgx.Tx) (err error) {
		if in.Saved != nil {
			id, err = s.q.SearchFeedOfSaved(ctx, tx, store.SearchFeedOfSavedParams{UserID: user, SavedFilterID: in.Saved})
		} else {
			id, err = s.q.SearchFeedOfFilters(ctx, tx, store.SearchFeedOfFiltersParams{UserID: user, Filters: in.Filters})
		}
		if err = pg.Fault(err, pg.Absent(errNoFeed)); fault.Is(err, fault.NotFound) {
			id, err = s.insertSearchFeed(ctx, tx, user, in)
		}
		return err
	})
	if err != nil {
		return SearchFeed{}, err
	}
	return s.searchFeed(ctx, user, id)
}

func (s *Service) insertSearchFeed(ctx context.Context, tx pgx.Tx, user uuid.UUID, in NewSearchFeed) (uuid.UUID, error) {
	if in.Saved != nil {
		known, err := s.q.SavedFilterExists(ctx, tx, store.SavedFilterExistsParams{ID: *in.Saved, UserID: user})
		if err != nil {
			return uuid.Nil, pg.Fault(err)
		}
		if !known {
			return uuid.Nil, errNoFilter
		}
	}
	n, err := s.q.CountSearchFeeds(ctx, tx, user)
	if err != nil {
		return uuid.Nil, pg.Fault(err)
	}
	if n >= maxSearchFeeds {
		return uuid.Nil, errTooManyFeeds
	}
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, err
	}
	row := store.InsertSearchFeedParams{ID: id, UserID: user, SavedFilterID: in.Saved, Nonce: newNonce(), Now: s.now()}
	if in.Saved == nil {
		row.Name, row.Filters = &in.Name, in.Filters
	}
	_, row.TokenHash = s.feedToken(id, row.Nonce)
	return id, pg.Fault(s.q.InsertSearchFeed(ctx, tx, row))
}

// ResetSearchFeed replaces the addresses of a feed; the old ones stop working.
func (s *Service) ResetSearchFeed(ctx context.Context, user, id uuid.UUID) (SearchFeed, error) {
	if _, err := s.newFeedToken(ctx, user, id); err != nil {
		return SearchFeed{}, err
	}
	return s.searchFeed(ctx, user, id)
}

func (s *Service) newFeedToken(ctx context.Context, user, id uuid.UUID) (string, error) {
	nonce := newNonce()
	token, hash := s.feedToken(id, nonce)
	n, err := s.q.ResetSearchFeed(ctx, s.db, store.ResetSearchFeedParams{ID: id, UserID: user, Nonce: nonce, TokenHash: hash})
	if err == nil && n == 0 {
		return "", errNoFeed
	}
	return token, pg.Fault(err)
}

// RemoveSearchFeed ends a feed.
func (s *Service) RemoveSearchFeed(ctx context.Context, user, id uuid.UUID) error {
	n, err := s.q.DeleteSearchFeed(ctx, s.db, store.DeleteSearchFeedParams{ID: id, UserID: user})
	if err == nil && n == 0 {
		return errNoFeed
	}
	return pg.Fault(err)
}

// FeedContent is the current content of a feed.
type FeedContent struct {
	ID       uuid.UUID
	Name     string
	Token    string
	Filters  oas.JobFilters
	Postings []store.Posting
	Hash     []byte    // hash of the content
	Changed  time.Time // time of the last change of the hash
}

// ReadSearchFeed runs the search of a token, with the rules of its owner.
func (s *Service) ReadSearchFeed(ctx context.Context, token string) (FeedContent, error) {
	row, err := s.q.SearchFeedByToken(ctx, s.db, tokenHash(token))
	if err != nil {
		return FeedContent{}, pg.Fault(err, pg.Absent(errNoFeed))
	}
	out := FeedContent{ID: row.ID, Name: row.Name, Token: token, Changed: row.ChangedAt}
	if err := out.Filters.UnmarshalJSON(row.Filters); err != nil {
		return out, fmt.Errorf("read the filters of feed %s: %w", row.ID, err)
	}
	f := feedFilters(&out.Filters)
	if f.Rules, err = s.RulesOf(ctx, row.UserID); err != nil {
		return out, err
	}
	result, err := s.Search(ctx, f, Paging{Sort: index.Newest, Size: feedSize})
	if err != nil {
		return out, err
	}
	out.Postings = result.Postings
	text, err := json.Marshal([]any{out.Name, out.entries(s.home)})
	if err != nil {
		return out, err
	}
	if out.Hash = tokenHash(string(text)); !bytes.Equal(out.Hash, row.ContentHash) {
		out.Changed, err = s.q.NoteSearchFeedContent(ctx, s.db,
			store.NoteSearchFeedContentParams{ID: row.ID, UserID: row.UserID, ContentHash: out.Hash, Now: s.now()})
	}
	return out, pg.Fault(err, pg.Absent(errNoFeed))
}
