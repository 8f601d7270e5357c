-- +goose Up

-- What search stands on. Postings come in two halves, open and closed, and nearly every search wants the open half
-- alone: its cost must not grow with history. So an index comes once per half, and a posting is in one of the two.

-- Pay per year, so that an hourly wage compares with a salary: the lower and the upper end, or the only figure there
-- is. A figure beyond belief is cut rather than refused: it must not stop the board it came from.
ALTER TABLE crawler.job_post
    ADD COLUMN yearly_min bigint GENERATED ALWAYS AS (least(coalesce(compensation_min, compensation_max), 1000000000000)
        * CASE compensation_period WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END) STORED,
    ADD COLUMN yearly_max bigint GENERATED ALWAYS AS (least(coalesce(compensation_max, compensation_min), 1000000000000)
        * CASE compensation_period WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END) STORED;

-- Arrays compared without case. The functions inside are immutable for text; only their general forms are not.
-- +goose StatementBegin
CREATE FUNCTION crawler.lowered(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT pg_catalog.string_to_array(pg_catalog.lower(pg_catalog.array_to_string(words, E'\x1f')), E'\x1f') $$;
-- +goose StatementEnd

-- The order of a result. The columns carried along are the filters that no index finds well on its own: they are
-- judged while walking, and a page deep down is reached without touching a posting.
CREATE INDEX job_post_open_newest ON crawler.job_post (listed_at DESC, id DESC)
    INCLUDE (workplace_type, employment_type, career_level, yearly_max, compensation_currency) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_newest ON crawler.job_post (listed_at DESC, id DESC)
    INCLUDE (workplace_type, employment_type, career_level, yearly_max, compensation_currency) WHERE closed_at IS NOT NULL;
CREATE INDEX job_post_open_best_paid ON crawler.job_post (yearly_max DESC NULLS LAST, listed_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_best_paid ON crawler.job_post (yearly_max DESC NULLS LAST, listed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX job_post_open_least_paid ON crawler.job_post (yearly_min, listed_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_least_paid ON crawler.job_post (yearly_min, listed_at DESC, id DESC) WHERE closed_at IS NOT NULL;

-- What finds few among many. New entries wait in a list that every search reads, so it is kept short.
CREATE INDEX job_post_open_document ON crawler.job_post USING gin (document) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_document ON crawler.job_post USING gin (document) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NOT NULL;
CREATE INDEX job_post_open_title ON crawler.job_post USING gin (to_tsvector('simple', title)) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_open_skills ON crawler.job_post USING gin (crawler.lowered(skills)) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_skills ON crawler.job_post USING gin (crawler.lowered(skills)) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NOT NULL;
CREATE INDEX job_post_open_languages ON crawler.job_post USING gin (languages) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;

-- The planner tells rare words from common ones by the sample it keeps; the default knows a few hundred words.
ALTER TABLE crawler.job_post ALTER COLUMN document SET STATISTICS 1000;
CREATE STATISTICS crawler.job_post_title_words ON (to_tsvector('simple', title)) FROM crawler.job_post;
CREATE STATISTICS crawler.job_post_skill_names ON (crawler.lowered(skills)) FROM crawler.job_post;

-- Ranking reads whole documents; lz4 unpacks them several times faster. Not every build of PostgreSQL has it.
-- +goose StatementBegin
DO $$ BEGIN
    ALTER TABLE crawler.job_post ALTER COLUMN document SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;
-- +goose StatementEnd
