-- +goose Up

-- How the search index and alerts learn what changed.

-- Every pull confirms every open posting. That must neither call a function nor touch an index: the triggers list the columns
-- that the index knows, and fire only if one of them differs. The long text is compared last.
-- +goose StatementBegin
CREATE FUNCTION crawler.stamp_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.change_xid := pg_current_xact_id();
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_change BEFORE UPDATE OF target_id, title, description, requirements, posted_at, first_seen_at, closed_at,
    workplace_type, employment_type, career_level, compensation_min, compensation_max, compensation_currency, compensation_period,
    languages, skills, experience_years_min ON crawler.job_post
    FOR EACH ROW WHEN (
        (OLD.closed_at, OLD.target_id, OLD.title, OLD.posted_at, OLD.first_seen_at, OLD.workplace_type, OLD.employment_type,
         OLD.career_level, OLD.compensation_min, OLD.compensation_max, OLD.compensation_currency, OLD.compensation_period, OLD.languages, OLD.skills,
         OLD.experience_years_min, OLD.requirements, OLD.description)
        IS DISTINCT FROM
        (NEW.closed_at, NEW.target_id, NEW.title, NEW.posted_at, NEW.first_seen_at, NEW.workplace_type, NEW.employment_type,
         NEW.career_level, NEW.compensation_min, NEW.compensation_max, NEW.compensation_currency, NEW.compensation_period, NEW.languages, NEW.skills,
         NEW.experience_years_min, NEW.requirements, NEW.description))
    EXECUTE FUNCTION crawler.stamp_posting();

-- A trigger of its own for confirmations, which are far more frequent: it has to compare three columns only.
CREATE TRIGGER job_post_confirmation BEFORE UPDATE OF unconfirmed_since, compensation_min_exact, compensation_max_exact ON crawler.job_post
    FOR EACH ROW WHEN ((OLD.unconfirmed_since, OLD.compensation_min_exact, OLD.compensation_max_exact)
        IS DISTINCT FROM (NEW.unconfirmed_since, NEW.compensation_min_exact, NEW.compensation_max_exact))
    EXECUTE FUNCTION crawler.stamp_posting();

-- A posting has changed when its places have. The crawler writes both in one transaction, so the stamp is nearly always set
-- already; the check costs less than an UPDATE that changes nothing.
-- +goose StatementBegin
CREATE FUNCTION crawler.stamp_moved_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    post uuid;
BEGIN
    FOREACH post IN ARRAY CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.post_id] WHEN 'DELETE' THEN ARRAY[OLD.post_id]
        ELSE ARRAY[NEW.post_id, OLD.post_id] END LOOP
        IF EXISTS (SELECT FROM crawler.job_post WHERE id = post AND change_xid <> pg_current_xact_id()) THEN
            UPDATE crawler.job_post SET change_xid = pg_current_xact_id() WHERE id = post;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_location_change AFTER INSERT OR UPDATE OR DELETE ON crawler.job_post_location
    FOR EACH ROW EXECUTE FUNCTION crawler.stamp_moved_posting();

-- No service may delete a posting. An owner may, by hand, and the index must learn of it. A row takes some 60 bytes, so nothing
-- prunes this; the owner may, once every replica of job search has run since.
CREATE TABLE crawler.job_post_deleted (
    id         uuid NOT NULL,
    change_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX job_post_deleted_change ON crawler.job_post_deleted (change_xid);
GRANT SELECT ON crawler.job_post_deleted TO rolecall_jobs;
-- +goose StatementBegin
CREATE FUNCTION crawler.note_deleted_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.job_post_deleted (id) VALUES (OLD.id);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_deleted AFTER DELETE ON crawler.job_post FOR EACH ROW EXECUTE FUNCTION crawler.note_deleted_posting();

-- Postings that are new or changed since alerts were last evaluated. before has the old values of the columns that differ,
-- and the old places if they were written again; it is NULL for a new posting. When a posting changes again, the oldest
-- values stay. Only what the search index knows of a posting counts, and only while it is open: alerts tell nobody of a
-- closed one.
CREATE TABLE crawler.posting_change (
    job_id     uuid PRIMARY KEY,
    before     jsonb CHECK (jsonb_typeof(before) = 'object'),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON crawler.posting_change TO rolecall_crawler;
-- FOR UPDATE needs the right to update some column.
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

-- Row by row, because a trigger that sees whole statements cannot name its columns: it would copy every posting that a pull
-- confirms. An evaluation that is deleting the row at this moment has not seen this change; the insert waits for it and
-- writes a new row.
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

-- If nothing was deleted, there was no place before. A row that this transaction has inserted is left alone: it is of a new
-- posting, or has the places already, and no evaluation can be deleting it.
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
