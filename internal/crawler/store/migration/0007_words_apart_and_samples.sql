-- +goose Up

-- Workplace and employment come as one number too, beside those that are joined with an age: a search whose words are
-- rare looks at postings of every age, and one short list is quicker to intersect than two long ones.
-- Job search knows the same numbers (internal/jobs/store/age.go).
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION crawler.search_tags(workplace text, employment text, level text, listed_at timestamptz) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    place integer := coalesce(array_position('{remote,hybrid,onsite}', workplace), 0);
    work  integer := coalesce(array_position('{full-time,part-time,contract,freelance,internship}', employment), 0);
    rank  integer := coalesce(array_position('{internship,junior,mid,senior,lead,principal,manager,director}', level), 0);
    shift integer := least(greatest(floor(date_part('epoch', listed_at AT TIME ZONE 'UTC') / 28800), 0), 131071);
    age   integer := 536870912;
    pair  integer := place * 6 + work;
    kind  integer := 268435456 + pair * 1048576;
BEGIN
    RETURN ARRAY[100 + place, 200 + work, 300 + rank, 400 + pair, age + shift, age + 33554432 + (shift >> 3), kind + shift, kind + 33554432 + (shift >> 3)];
END $$;
-- +goose StatementEnd
-- The parser takes "iOS/Android" for the path of a file: one word, which neither "ios" nor "android" finds. Boards join
-- alternatives with a slash all the time, so it is taken apart. A slash of a tag has no letter on one of its sides.
-- +goose StatementBegin
CREATE FUNCTION crawler.apart(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT pg_catalog.regexp_replace(words, '(?<=[[:alnum:]+#])/(?=[[:alnum:]])', ' ', 'g') $$;
-- +goose StatementEnd

-- The expression of a column cannot be changed; its indexes and statistics go with it and come again.
DROP STATISTICS crawler.job_post_title_words;
ALTER TABLE crawler.job_post DROP COLUMN document;
ALTER TABLE crawler.job_post ADD COLUMN document tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', crawler.apart(title)), 'A') || setweight(to_tsvector('simple', crawler.apart(left(description, 200000))), 'D')) STORED;
ALTER TABLE crawler.job_post ALTER COLUMN document SET STATISTICS 1000;
-- +goose StatementBegin
DO $$ BEGIN
    ALTER TABLE crawler.job_post ALTER COLUMN document SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;
-- +goose StatementEnd
DROP INDEX IF EXISTS crawler.job_post_open_words; -- it went with the column
CREATE INDEX job_post_open_words ON crawler.job_post USING gin (document, to_tsvector('simple', crawler.apart(title)),
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at)) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_closed_document ON crawler.job_post USING gin (document) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NOT NULL;
CREATE STATISTICS crawler.job_post_title_words ON (to_tsvector('simple', crawler.apart(title))) FROM crawler.job_post;

-- Facets and totals of a keyword that is in very many postings come from a sample: one posting in 8, 32 or 256, as the
-- last byte of its id tells. An index over the sample alone answers in a fraction of the time that the whole takes,
-- because its lists of words are as much shorter. Job search names the same conditions (internal/jobs/store/sample.go).
CREATE INDEX job_post_open_words_8 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at)) WITH (gin_pending_list_limit = 512)
    WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 7 = 0;
CREATE INDEX job_post_open_words_32 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at)) WITH (gin_pending_list_limit = 512)
    WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 31 = 0;
CREATE INDEX job_post_open_words_256 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at)) WITH (gin_pending_list_limit = 512)
    WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) = 0;

-- A keyword with a workplace and an employment beside it is the commonest search of all. The words of a title come joined
-- with that pair as well, "engineer/7": few postings have both, and no list of all that is remote needs to be read to
-- find them. Job search makes the same keys (internal/jobs/store/titled.go).
-- +goose StatementBegin
CREATE FUNCTION crawler.title_kinds(title text, workplace text, employment text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(SELECT word || '/' || (coalesce(array_position('{remote,hybrid,onsite}', workplace), 0) * 6
            + coalesce(array_position('{full-time,part-time,contract,freelance,internship}', employment), 0))
        FROM unnest(tsvector_to_array(to_tsvector('simple', crawler.apart(title)))) word)
$$;
-- +goose StatementEnd
CREATE INDEX job_post_open_title_kinds ON crawler.job_post USING gin (crawler.title_kinds(title, workplace_type, employment_type))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
