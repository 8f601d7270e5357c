-- A feed of a saved search has that search's name and filters.

-- name: SearchFeeds :many
SELECT f.id, f.saved_filter_id, coalesce(f.name, s.name)::text AS name, coalesce(f.filters, s.filters)::jsonb AS filters, f.nonce,
    f.token_hash, f.created_at
FROM job.search_feed f LEFT JOIN job.saved_filter s ON s.id = f.saved_filter_id
WHERE f.user_id = @user_id ORDER BY f.created_at, f.id;

-- name: SearchFeedOfSaved :one
SELECT id FROM job.search_feed WHERE user_id = @user_id AND saved_filter_id = @saved_filter_id;

-- name: SearchFeedOfFilters :one
SELECT id FROM job.search_feed WHERE user_id = @user_id AND filters = @filters::jsonb;

-- name: SavedFilterExists :one
SELECT EXISTS (SELECT FROM job.saved_filter WHERE id = @id AND user_id = @user_id);

-- name: CountSearchFeeds :one
SELECT count(*) FROM job.search_feed WHERE user_id = @user_id;

-- name: InsertSearchFeed :exec
INSERT INTO job.search_feed (id, user_id, saved_filter_id, name, filters, nonce, token_hash, changed_at, created_at)
VALUES (@id, @user_id, @saved_filter_id, @name, @filters, @nonce, @token_hash, @now, @now);

-- name: ResetSearchFeed :execrows
UPDATE job.search_feed SET nonce = @nonce, token_hash = @token_hash WHERE id = @id AND user_id = @user_id;

-- name: DeleteSearchFeed :execrows
DELETE FROM job.search_feed WHERE id = @id AND user_id = @user_id;

-- name: DeleteSearchFeeds :exec
DELETE FROM job.search_feed WHERE user_id = @user_id;

-- name: SearchFeedByToken :one
SELECT f.id, f.user_id, coalesce(f.name, s.name)::text AS name, coalesce(f.filters, s.filters)::jsonb AS filters, f.content_hash,
    f.changed_at
FROM job.search_feed f LEFT JOIN job.saved_filter s ON s.id = f.saved_filter_id
WHERE f.token_hash = @token_hash;

-- name: NoteSearchFeedContent :one
-- Readers of one feed at the same time agree on when its content changed.
UPDATE job.search_feed SET changed_at = CASE WHEN content_hash IS DISTINCT FROM @content_hash THEN @now ELSE changed_at END,
    content_hash = @content_hash
WHERE id = @id AND user_id = @user_id
RETURNING changed_at;
