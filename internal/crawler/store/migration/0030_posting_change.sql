-- +goose Up

-- Postings that are new or changed since alerts were last evaluated. before has the old values of the columns that differ,
-- and the old places where they were written anew; it is NULL for a new posting. When a posting changes again, the oldest
-- values stay. Only what the search index knows of a posting counts, and only while it is open: a closed one is told to
-- nobody.
CREATE TABLE crawler.posting_change (
    job_id     uuid PRIMARY KEY,
    before     jsonb CHECK (jsonb_typeof(before) = 'object'),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON crawler.posting_change TO rolecall_crawler;
-- FOR UPDATE asks for the right to update some column.
GRANT SELECT, UPDATE (changed_at), DELETE ON crawler.posting_change TO rolecall_jobs;

-- +goose StatementBegin
CREATE FUNCTION crawler.note_new_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.posting_change (job_id) SELECT id FROM added WHERE closed_at IS NULL ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_added AFTER INSERT ON crawler.job_post REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION crawler.note_new_postings();

-- Row by row, because a trigger that sees whole statements cannot name its columns: it would copy every posting that a
-- pull confirms.
--
-- An evaluation that is just deleting the row has not seen this change. The insert waits for it, and writes a new row.
-- +goose StatementBegin
CREATE FUNCTION crawler.note_changed_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.posting_change AS c (job_id, before)
    SELECT NEW.id, jsonb_object_agg(v.name, v.was) FROM (VALUES
        ('title', to_jsonb(OLD.title), to_jsonb(NEW.title)),
        ('description', to_jsonb(OLD.description), to_jsonb(NEW.description)),
        ('requirements', to_jsonb(OLD.requirements), to_jsonb(NEW.requirements)),
        ('closed_at', to_jsonb(OLD.closed_at), to_jsonb(NEW.closed_at)),
        ('workplace_type', to_jsonb(OLD.workplace_type), to_jsonb(NEW.workplace_type)),
        ('employment_type', to_jsonb(OLD.employment_type), to_jsonb(NEW.employment_type)),
        ('career_level', to_jsonb(OLD.career_level), to_jsonb(NEW.career_level)),
        ('compensation_min', to_jsonb(OLD.compensation_min), to_jsonb(NEW.compensation_min)),
        ('compensation_max', to_jsonb(OLD.compensation_max), to_jsonb(NEW.compensation_max)),
        ('compensation_min_exact', to_jsonb(OLD.compensation_min_exact), to_jsonb(NEW.compensation_min_exact)),
        ('compensation_max_exact', to_jsonb(OLD.compensation_max_exact), to_jsonb(NEW.compensation_max_exact)),
        ('compensation_currency', to_jsonb(OLD.compensation_currency), to_jsonb(NEW.compensation_currency)),
        ('yearly_min', to_jsonb(OLD.yearly_min), to_jsonb(NEW.yearly_min)),
        ('yearly_max', to_jsonb(OLD.yearly_max), to_jsonb(NEW.yearly_max)),
        ('languages', to_jsonb(OLD.languages), to_jsonb(NEW.languages)),
        ('skills', to_jsonb(OLD.skills), to_jsonb(NEW.skills)),
        ('experience_years_min', to_jsonb(OLD.experience_years_min), to_jsonb(NEW.experience_years_min))) v (name, was, is_now)
    WHERE v.was IS DISTINCT FROM v.is_now
    HAVING count(*) > 0
    ON CONFLICT (job_id) DO UPDATE SET before = excluded.before || c.before WHERE c.before IS NOT NULL;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_changed AFTER UPDATE OF title, description, requirements, closed_at, workplace_type, employment_type, career_level,
    compensation_min, compensation_max, compensation_min_exact, compensation_max_exact, compensation_currency, compensation_period,
    languages, skills, experience_years_min ON crawler.job_post
    FOR EACH ROW WHEN (NEW.closed_at IS NULL) EXECUTE FUNCTION crawler.note_changed_posting();

-- The crawler replaces all places of a posting at once: what it deletes is what there was.
-- +goose StatementBegin
CREATE FUNCTION crawler.note_removed_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.posting_change AS c (job_id, before)
    SELECT l.post_id, jsonb_build_object('places', jsonb_agg(jsonb_build_array(l.city, l.region, l.country) ORDER BY l.position))
    FROM removed l JOIN crawler.job_post p ON p.id = l.post_id AND p.closed_at IS NULL
    GROUP BY l.post_id
    ON CONFLICT (job_id) DO UPDATE SET before = excluded.before || c.before WHERE c.before IS NOT NULL;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_location_removed AFTER DELETE ON crawler.job_post_location REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION crawler.note_removed_places();

-- Where nothing was deleted, there was no place before. A row that this transaction has inserted is left alone: it is of a
-- new posting, or has the places, and no evaluation can be deleting it.
-- +goose StatementBegin
CREATE FUNCTION crawler.note_added_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.posting_change AS c (job_id, before)
    SELECT DISTINCT l.post_id, jsonb '{"places": []}' FROM added l JOIN crawler.job_post p ON p.id = l.post_id AND p.closed_at IS NULL
    WHERE NOT EXISTS (SELECT FROM crawler.posting_change q
        WHERE q.job_id = l.post_id AND q.xmin = pg_current_xact_id()::xid AND (q.before IS NULL OR q.before ? 'places'))
    ON CONFLICT (job_id) DO UPDATE SET before = excluded.before || c.before WHERE c.before IS NOT NULL;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_location_added AFTER INSERT ON crawler.job_post_location REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION crawler.note_added_places();

-- A repost is looked for among open postings too, and on the other boards of its company.
CREATE INDEX job_post_repost ON crawler.job_post (target_id, repost_key);
DROP INDEX crawler.job_post_predecessor;
