-- +goose Up

-- The words of a title, joined with the pair of workplace and employment, come with the age as well: "engineer/7" and
-- "engineer/7/2563". Whoever looks for the newest of two thousand titles reads those of the last days, not all of them.
-- Ages are counted in the same units of eight shifts as in crawler.search_tags. Job search makes the same keys
-- (internal/jobs/store/titled.go).
-- +goose StatementBegin
CREATE FUNCTION crawler.title_keys(title text, workplace text, employment text, listed_at timestamptz) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    pair  integer := coalesce(array_position('{remote,hybrid,onsite}', workplace), 0) * 6
        + coalesce(array_position('{full-time,part-time,contract,freelance,internship}', employment), 0);
    shift integer := least(greatest(floor(date_part('epoch', listed_at AT TIME ZONE 'UTC') / 28800), 0), 131071);
    words text[] := tsvector_to_array(to_tsvector('simple', crawler.apart(title)));
    keys  text[] := '{}';
    word  text;
BEGIN
    FOREACH word IN ARRAY words LOOP
        keys := keys || (word || '/' || pair) || (word || '/' || pair || '/' || (shift >> 3));
    END LOOP;
    RETURN keys;
END $$;
-- +goose StatementEnd
CREATE INDEX job_post_open_title_keys ON crawler.job_post USING gin (crawler.title_keys(title, workplace_type, employment_type, listed_at))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
-- crawler.title_kinds and its index stay for a build of the release before, which goes on working during an upgrade.
