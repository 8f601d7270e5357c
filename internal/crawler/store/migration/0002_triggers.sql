-- +goose Up

-- The control record of spec 1: job search asks, the crawler claims under a lease.
CREATE TABLE crawler.trigger_request (
    id               uuid PRIMARY KEY,
    kind             text        NOT NULL,
    status           text        NOT NULL DEFAULT 'queued',
    requested_by     uuid        NOT NULL,
    requested_at     timestamptz NOT NULL DEFAULT now(),
    started_at       timestamptz,
    finished_at      timestamptz,
    result_summary   text,
    error_reason     text,
    locked_by        text,
    lease_expires_at timestamptz,
    attempts         integer     NOT NULL DEFAULT 0,
    progress         jsonb,
    CONSTRAINT trigger_request_kind_known CHECK (kind IN ('crawl', 'enrichment')),
    CONSTRAINT trigger_request_status_known CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
    CONSTRAINT trigger_request_lease CHECK ((status = 'running') = (locked_by IS NOT NULL AND lease_expires_at IS NOT NULL)),
    CONSTRAINT trigger_request_finished CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL))
);
-- One request of a kind under way, however many are sent at once.
CREATE UNIQUE INDEX trigger_request_one_active ON crawler.trigger_request (kind) WHERE status IN ('queued', 'running');
CREATE INDEX trigger_request_queue ON crawler.trigger_request (kind, requested_at, id) WHERE status = 'queued';
CREATE INDEX trigger_request_newest ON crawler.trigger_request (kind, requested_at DESC, id DESC);

-- A finished request never changes again, whatever a late holder tries.
-- +goose StatementBegin
CREATE FUNCTION crawler.keep_finished_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'trigger request % is finished', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'trigger_request_final';
END $$;
-- +goose StatementEnd
CREATE TRIGGER trigger_request_final BEFORE UPDATE ON crawler.trigger_request
    FOR EACH ROW WHEN (OLD.status IN ('succeeded', 'failed')) EXECUTE FUNCTION crawler.keep_finished_trigger();

-- Triggered and scheduled passes of a kind share one lock, held under a lease.
CREATE TABLE crawler.pass_lock (
    kind             text PRIMARY KEY CHECK (kind IN ('crawl', 'enrichment')),
    locked_by        text,
    lease_expires_at timestamptz,
    scheduled_at     timestamptz                          -- begin of the last scheduled pass: replicas share one schedule
);
INSERT INTO crawler.pass_lock (kind) VALUES ('crawl'), ('enrichment');

GRANT SELECT, UPDATE ON crawler.trigger_request, crawler.pass_lock TO rolecall_crawler;
GRANT SELECT, INSERT ON crawler.trigger_request TO rolecall_jobs;
