-- +goose Up

-- A search for words with filters, newest first, is one question to one index: which postings have the words in their
-- text or title, and are of the wanted kinds and age. Kinds and age come as numbers. The age is the date in units of 8
-- and of 64 hours since 1970, so that any span of time is a few numbers; a date beyond belief is cut. Either comes
-- once more joined with the kind of work: short lists are quicker to intersect than long ones.
-- Job search knows the same numbers (internal/jobs/store/age.go).
-- +goose StatementBegin
CREATE FUNCTION crawler.search_tags(workplace text, employment text, level text, listed_at timestamptz) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    place integer := coalesce(array_position('{remote,hybrid,onsite}', workplace), 0);
    work  integer := coalesce(array_position('{full-time,part-time,contract,freelance,internship}', employment), 0);
    rank  integer := coalesce(array_position('{internship,junior,mid,senior,lead,principal,manager,director}', level), 0);
    shift integer := least(greatest(floor(date_part('epoch', listed_at AT TIME ZONE 'UTC') / 28800), 0), 131071);
    age   integer := 536870912;
    kind  integer := 268435456 + (place * 6 + work) * 1048576;
BEGIN
    RETURN ARRAY[100 + place, 200 + work, 300 + rank, age + shift, age + 33554432 + (shift >> 3), kind + shift, kind + 33554432 + (shift >> 3)];
END $$;
-- +goose StatementEnd

-- It takes the place of the two that knew the text and the title alone.
CREATE INDEX job_post_open_words ON crawler.job_post USING gin (document, to_tsvector('simple', title),
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at)) WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
DROP INDEX crawler.job_post_open_document, crawler.job_post_open_title;
