-- +goose Up

-- A saved filter with an alert: its owner is told of postings that newly match. Evaluators hold all alerts in memory and
-- read those whose stamp change_xid they have not seen; the stamp also moves when the filters change.
CREATE TABLE job.alert (
    filter_id   uuid PRIMARY KEY REFERENCES job.saved_filter (id) ON DELETE CASCADE,
    user_id     uuid        NOT NULL,
    rhythm      text        NOT NULL CONSTRAINT alert_rhythm_known CHECK (rhythm IN ('AT_ONCE', 'DAILY', 'WEEKLY')),
    muted_until timestamptz,                            -- the year 9999 is for ever
    since       timestamptz NOT NULL DEFAULT now(),     -- by the clock of the database, as in crawler.posting_change
    change_xid  xid8        NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX alert_change ON job.alert (change_xid);
CREATE INDEX alert_owner ON job.alert (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.alert TO rolecall_jobs;

-- +goose StatementBegin
CREATE FUNCTION job.stamp_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE job.alert SET change_xid = pg_current_xact_id() WHERE filter_id = NEW.id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER saved_filter_change AFTER UPDATE OF filters ON job.saved_filter
    FOR EACH ROW WHEN (OLD.filters <> NEW.filters) EXECUTE FUNCTION job.stamp_alert();

-- Postings that newly matched. The primary key states that a user is told of a posting once, whichever filter found it, so
-- rows stay when they are taken; they go when the posting has been closed for long.
CREATE TABLE job.alert_hit (
    user_id     uuid        NOT NULL,
    job_id      uuid        NOT NULL,
    id          uuid        NOT NULL,                   -- version 7: in the order of time
    filter_id   uuid        NOT NULL,
    matched_at  timestamptz NOT NULL,
    reasons     jsonb       NOT NULL,
    title_marks jsonb       NOT NULL,
    taken_at    timestamptz,
    PRIMARY KEY (user_id, job_id),
    CONSTRAINT alert_hit_id UNIQUE (id)
);
CREATE INDEX alert_hit_waiting ON job.alert_hit (id) WHERE taken_at IS NULL;
CREATE INDEX alert_hit_posting ON job.alert_hit (job_id);
GRANT SELECT, INSERT, UPDATE (taken_at), DELETE ON job.alert_hit TO rolecall_jobs;
