-- +goose Up
CREATE SCHEMA IF NOT EXISTS crawler; -- the migration tool creates it first; repeated for sqlc
GRANT USAGE ON SCHEMA crawler TO rolecall_jobs; -- job search reads what the crawler writes

-- Columns of type xid8 are stamps, which the search index follows. A stamp is the number of the transaction that last changed
-- what the index knows of a row. A reader remembers the snapshot (pg_snapshot) up to which it has read, and next time reads
-- the rows whose stamp that snapshot could not see. A sequence would not do: its numbers are not committed in the order in
-- which they are given out, and a reader that has seen number 12 would never look for a late number 11.

-- A pull target is one employer's board.
CREATE TABLE crawler.pull_target (
    id                   uuid PRIMARY KEY,
    source_type          text        NOT NULL,             -- the family; not listed here, so that a new one needs no migration
    token                text        NOT NULL CHECK (btrim(token) <> ''),
    company_name         text        NOT NULL CHECK (btrim(company_name) <> ''), -- with the logo, shown while no company is resolved
    company_logo_url     text,
    company_id           uuid REFERENCES job.company (id),
    status               text        NOT NULL DEFAULT 'active',
    etag                 text,                             -- validators of the last complete pull, in the source's form
    last_success_at      timestamptz,
    last_attempt_at      timestamptz,
    next_attempt_at      timestamptz,                      -- the next scheduled pull; after a failure the end of the back-off
    consecutive_failures integer     NOT NULL DEFAULT 0,
    last_error           text,
    absent_since         timestamptz,                      -- first of an unbroken row of "no such board" answers
    absent_pulls         integer     NOT NULL DEFAULT 0,
    doubted_pull         uuid,                             -- a complete pull that would close so much that a second one has to agree
    created_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    change_xid           xid8        NOT NULL DEFAULT pg_current_xact_id(), -- stamp of the name and the confirmation
    name_xid             xid8        NOT NULL DEFAULT pg_current_xact_id(), -- stamp of the name alone
    unconfirmed_since    timestamptz,                      -- first of an unbroken row of pulls that were not complete
    -- How often a board is pulled by schedule follows from how often it changes; boards with followers come first.
    followers            integer     NOT NULL DEFAULT 0 CHECK (followers >= 0),
    pull_interval        interval    NOT NULL DEFAULT '6 hours' CHECK (pull_interval > interval '0'),
    last_change_at       timestamptz,                      -- last pull that found a posting new, changed or gone
    host                 text,                             -- first host that the last pull asked
    requests             integer     NOT NULL DEFAULT 0 CHECK (requests >= 0), -- cost of the last pull
    bytes                bigint      NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    company_website      text,                             -- if the board was found through it; the new company gets it
    deleted_at           timestamptz,                      -- the row stays, because postings that users saved belong to it
    CONSTRAINT pull_target_board_key UNIQUE (source_type, token),
    CONSTRAINT pull_target_source_name CHECK (source_type ~ '^[a-z][a-z0-9]{1,30}$'),
    CONSTRAINT pull_target_status_known CHECK (status IN ('active', 'paused', 'gone')),
    CONSTRAINT pull_target_deleted_is_gone CHECK (deleted_at IS NULL OR status = 'gone')
);
CREATE INDEX pull_target_company ON crawler.pull_target (company_id);
CREATE INDEX pull_target_unresolved ON crawler.pull_target (id) WHERE company_id IS NULL;
CREATE INDEX pull_target_name ON crawler.pull_target (lower(company_name));
CREATE INDEX pull_target_change ON crawler.pull_target (change_xid);
CREATE INDEX pull_target_rename ON crawler.pull_target (name_xid);
GRANT SELECT, INSERT, UPDATE ON crawler.pull_target TO rolecall_crawler;
GRANT SELECT, UPDATE (company_id) ON crawler.pull_target TO rolecall_jobs; -- job search resolves the company

-- A renamed board changes all of its postings, but their stamps stay: a posting that another transaction has inserted and
-- not committed could not be reached from here, and would keep the old name in the index. The reader reads all postings of
-- a renamed board again, and later ones with the name that the board has then.
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
    FOR EACH ROW WHEN ((OLD.company_name, OLD.last_success_at, OLD.doubted_pull)
        IS DISTINCT FROM (NEW.company_name, NEW.last_success_at, NEW.doubted_pull))
    EXECUTE FUNCTION crawler.stamp_board();

-- How many users follow the employer of a board, for boards that somebody follows. The view reads with the rights of its
-- owner: the crawler learns how many there are, and not who.
CREATE VIEW crawler.follower_count AS
SELECT t.id AS target_id, count(DISTINCT f.user_id)::integer AS followers
FROM job.follow f
JOIN crawler.pull_target b ON b.id = f.target_id
JOIN crawler.pull_target t ON coalesce(t.company_id, t.id) = coalesce(b.company_id, b.id)
GROUP BY t.id;
GRANT SELECT ON crawler.follower_count TO rolecall_crawler;

-- One row per pull, for the admin page and as proof of when a posting was last seen.
CREATE TABLE crawler.pull_log (
    id          uuid PRIMARY KEY,
    pass_id     uuid,                                      -- the row of trigger_request, if it was part of a pass
    target_id   uuid        NOT NULL REFERENCES crawler.pull_target (id),
    pulled_at   timestamptz NOT NULL DEFAULT now(),
    outcome     text        NOT NULL CHECK (outcome IN ('complete', 'unchanged', 'partial', 'failed')),
    http_status integer,
    seen        integer     NOT NULL DEFAULT 0,
    created     integer     NOT NULL DEFAULT 0,
    changed     integer     NOT NULL DEFAULT 0,
    reopened    integer     NOT NULL DEFAULT 0,
    closed      integer     NOT NULL DEFAULT 0,
    duration_ms bigint      NOT NULL DEFAULT 0,
    error       text,
    requests    integer     NOT NULL DEFAULT 0,
    bytes       bigint      NOT NULL DEFAULT 0
);
CREATE INDEX pull_log_newest ON crawler.pull_log (target_id, pulled_at DESC);
-- A worker that takes over a pass continues where the last holder stopped.
CREATE UNIQUE INDEX pull_log_of_pass ON crawler.pull_log (pass_id, target_id);
CREATE INDEX pull_log_age ON crawler.pull_log (pulled_at);
GRANT SELECT, INSERT, DELETE ON crawler.pull_log TO rolecall_crawler;
GRANT SELECT ON crawler.pull_log TO rolecall_jobs;

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

-- Tokens that a family did not know, so that it is not asked again for a while.
CREATE TABLE crawler.board_miss (
    source_type text        NOT NULL,
    token       text        NOT NULL,
    missed_at   timestamptz NOT NULL,
    PRIMARY KEY (source_type, token)
);
CREATE INDEX board_miss_age ON crawler.board_miss (missed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON crawler.board_miss TO rolecall_crawler;
