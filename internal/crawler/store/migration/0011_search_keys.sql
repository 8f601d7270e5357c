-- +goose Up

-- What a posting is found by beside its words: the places, in lower case, and behind a slash that no place begins with,
-- remote work, which is everywhere, its skills and its languages. Job search makes the same keys
-- (internal/jobs/store/key.go).
-- +goose StatementBegin
CREATE FUNCTION crawler.search_keys(names text[], workplace text, skills text[], languages text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    keys text[] := crawler.lowered(names);
BEGIN
    IF workplace = 'remote' THEN
        keys := keys || '/remote'::text;
    END IF;
    IF skills <> '{}' THEN
        keys := keys || string_to_array('/s/' || replace(lower(array_to_string(skills, E'\x1f')), E'\x1f', E'\x1f/s/'), E'\x1f');
    END IF;
    IF languages <> '{}' THEN
        keys := keys || string_to_array('/l/' || replace(array_to_string(languages, E'\x1f'), E'\x1f', E'\x1f/l/'), E'\x1f');
    END IF;
    RETURN keys;
END $$;
-- +goose StatementEnd

-- The indexes of words, with these keys in them. The old ones are dropped in a step of its own: until then searches go on.
CREATE INDEX job_post_open_search ON crawler.job_post USING gin (document, to_tsvector('simple', crawler.apart(title)),
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_open_search_8 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 7 = 0;
CREATE INDEX job_post_open_search_32 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 31 = 0;
CREATE INDEX job_post_open_search_256 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) = 0;
