-- +goose Up

-- Requests about single boards: job search inserts them for users, the crawler claims them under a lease and writes what
-- came of them. A find looks for the board of an employer; an add makes a pull target of a board that a find brought, and
-- pulls it at once; a forget deletes what a user asked for, whose account is gone. All are deleted after two days.
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
    target_id        uuid REFERENCES crawler.pull_target (id), -- of an add
    locked_by        text,
    lease_expires_at timestamptz,
    attempts         integer     NOT NULL DEFAULT 0,
    CONSTRAINT board_request_kind_known CHECK (kind IN ('find', 'add', 'forget')),
    CONSTRAINT board_request_status_known CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
    CONSTRAINT board_request_what CHECK (CASE kind WHEN 'find' THEN btrim(query) <> '' AND length(query) <= 300 ELSE query IS NULL END
        AND CASE kind WHEN 'add' THEN find_id IS NOT NULL AND choice >= 0 ELSE find_id IS NULL AND choice IS NULL END),
    CONSTRAINT board_request_lease CHECK ((status = 'running') = (locked_by IS NOT NULL AND lease_expires_at IS NOT NULL)),
    CONSTRAINT board_request_finished CHECK ((status IN ('succeeded', 'failed')) = (finished_at IS NOT NULL))
);
-- One find of a user at a time, and one addition of a board, however many are sent at once.
CREATE UNIQUE INDEX board_request_one_find ON crawler.board_request (requested_by) WHERE kind = 'find' AND status IN ('queued', 'running');
CREATE UNIQUE INDEX board_request_one_add ON crawler.board_request (find_id, choice) WHERE status <> 'failed';
CREATE INDEX board_request_waiting ON crawler.board_request (requested_at, id) WHERE status IN ('queued', 'running');
CREATE INDEX board_request_budget ON crawler.board_request (requested_by, requested_at) WHERE kind = 'find';
CREATE INDEX board_request_age ON crawler.board_request (requested_at);

-- Tokens that a family did not know, so that it is not asked again for a while.
CREATE TABLE crawler.board_miss (
    source_type text        NOT NULL,
    token       text        NOT NULL,
    missed_at   timestamptz NOT NULL,
    PRIMARY KEY (source_type, token)
);
CREATE INDEX board_miss_age ON crawler.board_miss (missed_at);

GRANT SELECT, UPDATE, DELETE ON crawler.board_request TO rolecall_crawler;
GRANT SELECT, INSERT, UPDATE, DELETE ON crawler.board_miss TO rolecall_crawler;
GRANT SELECT, INSERT (id, kind, requested_by, requested_at, query, find_id, choice) ON crawler.board_request TO rolecall_jobs;
