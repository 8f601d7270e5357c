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
ALTER TABLE crawler.job_post ADD COLUMN place_names text[] NOT NULL DEFAULT '{}';

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
