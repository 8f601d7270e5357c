-- +goose Up

-- A keyword in a place is what people look for most. The places of a posting are in a table of their own, which no index
-- of words can look into, so their names are kept with the posting as well: each city, each country, and each city with its
-- country, joined by a sign that no name has.
-- +goose StatementBegin
CREATE FUNCTION crawler.names_of_places(post uuid) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
    SELECT ARRAY(SELECT DISTINCT n.name COLLATE "C" FROM crawler.job_post_location l,
            LATERAL (VALUES (l.city), (l.country), (l.city || E'\x1e' || l.country)) n(name)
        WHERE l.post_id = post AND n.name IS NOT NULL ORDER BY 1)
$$;
-- +goose StatementEnd
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

-- The indexes of words are made anew with these keys in them, after the table is filled.
DROP INDEX crawler.job_post_open_words;
DROP INDEX crawler.job_post_open_words_8;
DROP INDEX crawler.job_post_open_words_32;
DROP INDEX crawler.job_post_open_words_256;
ALTER TABLE crawler.job_post ADD COLUMN place_names text[] NOT NULL DEFAULT '{}';
UPDATE crawler.job_post p SET place_names = crawler.names_of_places(p.id)
    WHERE EXISTS (SELECT FROM crawler.job_post_location l WHERE l.post_id = p.id);
CREATE INDEX job_post_open_words ON crawler.job_post USING gin (document, to_tsvector('simple', crawler.apart(title)),
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL;
CREATE INDEX job_post_open_words_8 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 7 = 0;
CREATE INDEX job_post_open_words_32 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) & 31 = 0;
CREATE INDEX job_post_open_words_256 ON crawler.job_post USING gin (document,
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND get_byte(uuid_send(id), 15) = 0;

-- Writers set the names with the posting, because a row is written once then. Whatever else changes places, the names
-- follow before it is committed.
-- +goose StatementBegin
CREATE FUNCTION crawler.keep_place_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    post  uuid;
    names text[];
BEGIN
    FOREACH post IN ARRAY CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.post_id] WHEN 'DELETE' THEN ARRAY[OLD.post_id] ELSE ARRAY[NEW.post_id, OLD.post_id] END LOOP
        -- A look is several times cheaper than an UPDATE that finds nothing to do, and nearly always enough.
        names := crawler.names_of_places(post);
        IF EXISTS (SELECT FROM crawler.job_post WHERE id = post AND place_names <> names) THEN
            -- Who waited for another writer must see that one's places too: the names are made after the wait.
            PERFORM FROM crawler.job_post WHERE id = post FOR NO KEY UPDATE;
            UPDATE crawler.job_post SET place_names = crawler.names_of_places(post) WHERE id = post;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER job_post_location_names AFTER INSERT OR UPDATE OR DELETE ON crawler.job_post_location
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION crawler.keep_place_names();
