-- +goose Up

-- The control record of passes: job search inserts what administrators request, and the crawler claims it under a lease.
-- Scheduled passes have a row too. Nobody requested them, and the crawler inserts no others: it may not write requested_by.
CREATE TABLE crawler.trigger_request (
    id               uuid PRIMARY KEY,
    kind             text        NOT NULL,
    status           text        NOT NULL DEFAULT 'queued',
    requested_by     uuid,
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
-- One request of a kind at a time, however many are sent at once.
CREATE UNIQUE INDEX trigger_request_one_active ON crawler.trigger_request (kind) WHERE status IN ('queued', 'running');
CREATE INDEX trigger_request_queue ON crawler.trigger_request (kind, requested_at, id) WHERE status = 'queued';
CREATE INDEX trigger_request_newest ON crawler.trigger_request (kind, requested_at DESC, id DESC);
CREATE INDEX trigger_request_history ON crawler.trigger_request (requested_at DESC, id DESC);
CREATE INDEX trigger_request_scheduled_age ON crawler.trigger_request (finished_at) WHERE requested_by IS NULL;
GRANT SELECT, UPDATE, DELETE, INSERT (id, kind, status, requested_at, started_at, locked_by, lease_expires_at, attempts)
    ON crawler.trigger_request TO rolecall_crawler;
GRANT SELECT, INSERT ON crawler.trigger_request TO rolecall_jobs;

-- A finished request never changes again, whatever a late holder tries.
-- +goose StatementBegin
CREATE FUNCTION crawler.keep_finished_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'trigger request % is finished', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'trigger_request_final';
END $$;
-- +goose StatementEnd
CREATE TRIGGER trigger_request_final BEFORE UPDATE ON crawler.trigger_request
    FOR EACH ROW WHEN (OLD.status IN ('succeeded', 'failed')) EXECUTE FUNCTION crawler.keep_finished_trigger();

-- Requested and scheduled passes of a kind share one lock, held under a lease.
CREATE TABLE crawler.pass_lock (
    kind             text PRIMARY KEY CHECK (kind IN ('crawl', 'enrichment')),
    locked_by        text,
    lease_expires_at timestamptz,
    scheduled_at     timestamptz,                          -- begin of the last scheduled pass: replicas share one schedule
    by_schedule      boolean NOT NULL DEFAULT false,       -- the holder, if there is one, runs a scheduled pass
    succeeded_at     timestamptz                           -- end of the last scheduled pass that succeeded
);
INSERT INTO crawler.pass_lock (kind) VALUES ('crawl'), ('enrichment');
GRANT SELECT, UPDATE ON crawler.pass_lock TO rolecall_crawler;
GRANT SELECT (kind, lease_expires_at, by_schedule, scheduled_at, succeeded_at) ON crawler.pass_lock TO rolecall_jobs;

-- Requests about single boards, which job search inserts and the crawler claims under a lease. All are deleted after two days.
--   find                          look for the board of an employer
--   add                           make a pull target of a board that a find brought, and pull it at once
--   forget                        delete the requests of a user whose account is gone
--   pause, resume, retry, delete  an administrator's action on a board
CREATE TABLE crawler.board_request (
    id               uuid PRIMARY KEY,
    kind             text        NOT NULL,
    requested_by     uuid        NOT NULL,
    requested_at     timestamptz NOT NULL DEFAULT now(),
    query            text,                                    -- of a find: an employer's name or an address
    find_id          uuid REFERENCES crawler.board_request (id) ON DELETE CASCADE, -- of an add
    choice           integer,                                 -- of an add: which board of the find, from 0 on
    status           text        NOT NULL DEFAULT 'queued',
    started_at       timestamptz,
    finished_at      timestamptz,
    error_reason     text,                                    -- of an add that succeeded: why the first pull failed
    steps            jsonb       NOT NULL DEFAULT '[]',       -- of a find: what was tried so far
    found            jsonb,                                   -- of a find: the boards
    target_id        uuid REFERENCES crawler.pull_target (id), -- of an add: its result; of an action: the board
    locked_by        text,
    lease_expires_at timestamptz,
    attempts         integer     NOT NULL DEFAULT 0,
    CONSTRAINT board_request_kind_known CHECK (kind IN ('find', 'add', 'forget', 'pause', 'resume', 'retry', 'delete')),
    CONSTRAINT board_request_status_known CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
    CONSTRAINT board_request_what CHECK (CASE kind WHEN 'find' THEN btrim(query) <> '' AND length(query) <= 300 ELSE query IS NULL END
        AND CASE kind WHEN 'add' THEN find_id IS NOT NULL AND choice >= 0 ELSE find_id IS NULL AND choice IS NULL END
        AND (kind NOT IN ('pause', 'resume', 'retry', 'delete') OR target_id IS NOT NULL)),
    CONSTRAINT board_request_lease CHECK ((status = 'running') = (locked_by IS NOT NULL AND lease_expires_at IS NOT NULL)),
    CONSTRAINT board_request_finished CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL))
);
-- One find of a user, one addition of a board and one action on a board at a time, however many are sent at once.
CREATE UNIQUE INDEX board_request_one_find ON crawler.board_request (requested_by) WHERE kind = 'find' AND status IN ('queued', 'running');
CREATE UNIQUE INDEX board_request_one_add ON crawler.board_request (find_id, choice) WHERE status <> 'failed';
CREATE UNIQUE INDEX board_request_one_action ON crawler.board_request (target_id)
    WHERE kind IN ('pause', 'resume', 'retry', 'delete') AND status IN ('queued', 'running');
CREATE INDEX board_request_actions ON crawler.board_request (target_id, requested_at DESC)
    WHERE kind IN ('pause', 'resume', 'retry', 'delete');
CREATE INDEX board_request_waiting ON crawler.board_request (requested_at, id) WHERE status IN ('queued', 'running');
CREATE INDEX board_request_budget ON crawler.board_request (requested_by, requested_at) WHERE kind = 'find';
CREATE INDEX board_request_age ON crawler.board_request (requested_at);
GRANT SELECT, UPDATE, DELETE ON crawler.board_request TO rolecall_crawler;
GRANT SELECT, INSERT (id, kind, requested_by, requested_at, query, find_id, choice, target_id) ON crawler.board_request TO rolecall_jobs;
