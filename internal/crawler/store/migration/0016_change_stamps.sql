-- +goose Up

-- The search index follows these tables by stamps. A stamp is the number of the transaction that last changed what the
-- index knows of a row. A reader remembers the snapshot (pg_snapshot) up to which it has read, and next time reads the
-- rows whose stamp that snapshot could not see. A sequence would not do: numbers are given out in one order and
-- committed in another, and a reader that has seen number 12 would never look for a late number 11.
--
-- pg_current_xact_id() is stable, not volatile. So the new columns need no rewrite of the table, every row there is
-- gets the number of this migration, and COPY stays as fast as it was.

ALTER TABLE crawler.job_post ADD COLUMN change_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE crawler.pull_target ADD COLUMN change_xid xid8 NOT NULL DEFAULT pg_current_xact_id(), -- of name or confirmation
    ADD COLUMN name_xid xid8 NOT NULL DEFAULT pg_current_xact_id();                               -- of the name alone
CREATE INDEX job_post_change ON crawler.job_post (change_xid);
CREATE INDEX pull_target_change ON crawler.pull_target (change_xid);
CREATE INDEX pull_target_rename ON crawler.pull_target (name_xid);

-- Every pull confirms every open posting. That must neither call a function nor touch an index: the trigger lists the
-- indexed columns, and fires only when one of them really differs. The long text is compared last.
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
        (OLD.closed_at, OLD.target_id, OLD.title, OLD.posted_at, OLD.first_seen_at, OLD.workplace_type, OLD.employment_type, OLD.career_level,
         OLD.compensation_min, OLD.compensation_max, OLD.compensation_currency, OLD.compensation_period, OLD.languages, OLD.skills,
         OLD.experience_years_min, OLD.requirements, OLD.description)
        IS DISTINCT FROM
        (NEW.closed_at, NEW.target_id, NEW.title, NEW.posted_at, NEW.first_seen_at, NEW.workplace_type, NEW.employment_type, NEW.career_level,
         NEW.compensation_min, NEW.compensation_max, NEW.compensation_currency, NEW.compensation_period, NEW.languages, NEW.skills,
         NEW.experience_years_min, NEW.requirements, NEW.description))
    EXECUTE FUNCTION crawler.stamp_posting();

-- A posting has changed when its places have. The crawler writes both in one transaction, so that nearly always the
-- stamp is there already; to look costs less than an UPDATE that finds nothing to do.
-- +goose StatementBegin
CREATE FUNCTION crawler.stamp_moved_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    post uuid;
BEGIN
    FOREACH post IN ARRAY CASE TG_OP WHEN 'INSERT' THEN ARRAY[NEW.post_id] WHEN 'DELETE' THEN ARRAY[OLD.post_id] ELSE ARRAY[NEW.post_id, OLD.post_id] END LOOP
        IF EXISTS (SELECT FROM crawler.job_post WHERE id = post AND change_xid <> pg_current_xact_id()) THEN
            UPDATE crawler.job_post SET change_xid = pg_current_xact_id() WHERE id = post;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_location_change AFTER INSERT OR UPDATE OR DELETE ON crawler.job_post_location
    FOR EACH ROW EXECUTE FUNCTION crawler.stamp_moved_posting();

-- A renamed board changes all of its postings. Their stamps are left alone: a posting that another transaction has
-- inserted and not committed yet could not be reached from here, and would keep the old name in the index. The reader
-- takes all postings of a renamed board again, and later ones with the name that the board has then.
-- +goose StatementBegin
CREATE FUNCTION crawler.stamp_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.change_xid := pg_current_xact_id();
    IF NEW.company_name <> OLD.company_name THEN
        NEW.name_xid := pg_current_xact_id();
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER pull_target_change BEFORE UPDATE OF company_name, last_success_at, doubted_pull ON crawler.pull_target
    FOR EACH ROW WHEN ((OLD.company_name, OLD.last_success_at, OLD.doubted_pull) IS DISTINCT FROM (NEW.company_name, NEW.last_success_at, NEW.doubted_pull))
    EXECUTE FUNCTION crawler.stamp_board();

-- No service may delete a posting. An owner may, by hand, and the index must hear of it. A row takes some 60 bytes, so
-- nobody prunes this; the owner may, once every replica of job search has run since.
CREATE TABLE crawler.job_post_deleted (
    id         uuid NOT NULL,
    change_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX job_post_deleted_change ON crawler.job_post_deleted (change_xid);
-- +goose StatementBegin
CREATE FUNCTION crawler.note_deleted_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO crawler.job_post_deleted (id) VALUES (OLD.id);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER job_post_deleted AFTER DELETE ON crawler.job_post FOR EACH ROW EXECUTE FUNCTION crawler.note_deleted_posting();
GRANT SELECT ON crawler.job_post_deleted TO rolecall_jobs;
