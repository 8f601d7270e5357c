-- +goose Up

-- Searches that their owner reads as a feed. The token in the address is made from the nonce with a key of the service, and
-- only its hash is stored: the table alone opens no feed.
CREATE TABLE job.search_feed (
    id              uuid PRIMARY KEY,
    user_id         uuid        NOT NULL,
    saved_filter_id uuid REFERENCES job.saved_filter ON DELETE CASCADE,
    name            text,  -- of a search that is not saved
    filters         jsonb, -- likewise
    nonce           bytea       NOT NULL,
    token_hash      bytea       NOT NULL,
    content_hash    bytea,
    changed_at      timestamptz NOT NULL, -- when the content changed last
    created_at      timestamptz NOT NULL,
    CONSTRAINT search_feed_search CHECK (num_nonnulls(saved_filter_id, filters) = 1 AND (filters IS NULL) = (name IS NULL)),
    CONSTRAINT search_feed_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX search_feed_owner ON job.search_feed (user_id, created_at, id);
CREATE UNIQUE INDEX search_feed_saved ON job.search_feed (saved_filter_id);
CREATE UNIQUE INDEX search_feed_filters ON job.search_feed (user_id, md5(filters::text)) WHERE filters IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (nonce, token_hash, content_hash, changed_at) ON job.search_feed TO rolecall_jobs;
