-- name: OpenPostings :many
-- Read in pages: a board may have many postings with long ids.
SELECT id, native_id, content_hash, stamp FROM crawler.job_post
WHERE target_id = @target_id AND closed_at IS NULL AND native_id > @after::text ORDER BY native_id LIMIT @most;

-- name: OpenAddresses :many
SELECT native_id, url FROM crawler.job_post WHERE target_id = @target_id AND closed_at IS NULL;

-- name: TouchPostings :exec
UPDATE crawler.job_post SET last_seen_at = @now, last_pull_id = @pull_id::uuid
WHERE id = ANY(@ids::uuid[]) AND target_id = @target_id;

-- name: TouchBoard :execrows
UPDATE crawler.job_post SET last_seen_at = @now, last_pull_id = @pull_id::uuid
WHERE target_id = @target_id AND closed_at IS NULL;

-- name: Restamp :exec
UPDATE crawler.job_post p SET stamp = nullif(s.stamp, '')
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@stamps::text[]) AS stamp) s
WHERE p.id = s.id AND p.target_id = @target_id;

-- name: ReopenPostings :execrows
UPDATE crawler.job_post SET last_seen_at = @now, last_pull_id = @pull_id::uuid, closed_at = NULL
WHERE target_id = @target_id AND native_id = ANY(@native_ids::text[]) AND closed_at IS NOT NULL;

-- name: MarkUnconfirmed :execrows
-- Marks the open postings that no pull has confirmed since the pulls of the board stopped being complete.
UPDATE crawler.job_post SET unconfirmed_since = greatest(@since::timestamptz, last_seen_at)
WHERE target_id = @target_id AND closed_at IS NULL AND unconfirmed_since IS NULL AND greatest(@since::timestamptz, last_seen_at) <= @before::timestamptz;

-- name: ConfirmPostings :exec
UPDATE crawler.job_post SET unconfirmed_since = NULL
WHERE target_id = @target_id AND closed_at IS NULL AND unconfirmed_since IS NOT NULL AND last_seen_at >= @now::timestamptz;

-- name: ClosePostings :execrows
UPDATE crawler.job_post SET closed_at = @now::timestamptz, unconfirmed_since = NULL
WHERE id = ANY(@ids::uuid[]) AND target_id = @target_id AND closed_at IS NULL;

-- name: OpenPostingIDs :many
SELECT id FROM crawler.job_post WHERE target_id = @target_id AND closed_at IS NULL;

-- name: UnseenSince :many
-- Returns which of these were also missing in an earlier pull.
SELECT id FROM crawler.job_post WHERE id = ANY(@ids::uuid[]) AND last_seen_at < @since;

-- name: FindPostings :many
SELECT native_id, id, content_hash, (closed_at IS NOT NULL)::boolean AS closed
FROM crawler.job_post WHERE target_id = @target_id AND native_id = ANY(@native_ids::text[]);

-- name: InsertPostings :copyfrom
INSERT INTO crawler.job_post (id, target_id, native_id, title, url, description, location, board, posted_at,
    first_seen_at, last_seen_at, last_pull_id, content_hash, stamp, repost_key,
    workplace_type, employment_type, career_level, compensation_min, compensation_max, compensation_min_exact, compensation_max_exact,
    compensation_currency, compensation_period, languages, skills, requirements, experience_years_min, experience_years_max,
    fact_sources, fact_evidence, enrichment_status, enrichment_version)
VALUES (@id, @target_id, @native_id, @title, @url, @description, @location, @board, @posted_at,
    @first_seen_at, @last_seen_at, @last_pull_id, @content_hash, @stamp, @repost_key,
    @workplace_type, @employment_type, @career_level, @compensation_min, @compensation_max, @compensation_min_exact, @compensation_max_exact,
    @compensation_currency, @compensation_period, @languages, @skills, @requirements, @experience_years_min, @experience_years_max,
    @fact_sources, @fact_evidence, @enrichment_status, @enrichment_version);

-- name: UpdatePosting :batchexec
-- first_seen_at stays, and so do the facts until the posting is enriched again.
UPDATE crawler.job_post
SET title = @title, url = @url, description = @description, location = sqlc.narg(location), board = @board,
    posted_at = sqlc.narg(posted_at), last_seen_at = @now, last_pull_id = @pull_id::uuid, closed_at = NULL, stamp = sqlc.narg(stamp), repost_key = @repost_key,
    enrichment_status = CASE WHEN content_hash = @content_hash THEN enrichment_status ELSE 'pending' END,
    enrichment_attempts = CASE WHEN content_hash = @content_hash THEN enrichment_attempts ELSE 0 END,
    content_hash = @content_hash
WHERE id = @id AND target_id = @target_id;

-- name: InsertLocations :copyfrom
INSERT INTO crawler.job_post_location (post_id, position, city, region, country, country_code, is_primary)
VALUES (@post_id, @position, @city, @region, @country, @country_code, @is_primary);

-- name: DeleteLocations :exec
DELETE FROM crawler.job_post_location WHERE post_id = ANY(@post_ids::uuid[]);

-- name: LinkReposts :exec
-- Links a new posting to a closed one with the same title and places.
UPDATE crawler.job_post n
SET repost_of = (SELECT o.id FROM crawler.job_post o
                 WHERE o.target_id = @target_id AND o.repost_key = n.repost_key AND o.closed_at IS NOT NULL
                 ORDER BY o.closed_at DESC, o.id DESC LIMIT 1)
WHERE n.target_id = @target_id AND n.closed_at IS NULL AND n.repost_of IS NULL AND n.first_seen_at >= @since AND n.repost_key <> ''
  AND EXISTS (SELECT FROM crawler.job_post o WHERE o.target_id = @target_id AND o.repost_key = n.repost_key AND o.closed_at IS NOT NULL);

-- name: NotifyChanges :exec
-- Wakes job search when the transaction commits.
SELECT pg_notify('crawler_changes', '');
