-- +goose Up

-- When a board is pulled by schedule follows from how often it changes. next_attempt_at is the next pull; after a failure it
-- is the end of the back-off.
ALTER TABLE crawler.pull_target
    ADD COLUMN followers      integer  NOT NULL DEFAULT 0 CHECK (followers >= 0), -- users who follow the employer; such boards come first
    ADD COLUMN pull_interval  interval NOT NULL DEFAULT '6 hours' CHECK (pull_interval > interval '0'),
    ADD COLUMN last_change_at timestamptz,                                         -- last pull that found a posting new, changed or gone
    ADD COLUMN host           text,                                                -- first host that the last pull asked
    ADD COLUMN requests       integer  NOT NULL DEFAULT 0 CHECK (requests >= 0),   -- cost of the last pull
    ADD COLUMN bytes          bigint   NOT NULL DEFAULT 0 CHECK (bytes >= 0);

ALTER TABLE crawler.pull_log
    ADD COLUMN requests integer NOT NULL DEFAULT 0,
    ADD COLUMN bytes    bigint  NOT NULL DEFAULT 0;

-- Requests to each host by the hour, and how many of them scheduled passes may send. All workers share it.
CREATE TABLE crawler.host_usage (
    host     text        NOT NULL,
    hour     timestamptz NOT NULL,
    requests integer     NOT NULL DEFAULT 0,
    bytes    bigint      NOT NULL DEFAULT 0,
    budget   integer     NOT NULL DEFAULT 0, -- 0 means none
    PRIMARY KEY (host, hour)
);
CREATE INDEX host_usage_age ON crawler.host_usage (hour);

GRANT SELECT, INSERT, UPDATE, DELETE ON crawler.host_usage TO rolecall_crawler;
GRANT SELECT ON crawler.host_usage TO rolecall_jobs;
