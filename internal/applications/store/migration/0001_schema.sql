-- +goose Up
CREATE SCHEMA IF NOT EXISTS applications; -- the migration tool creates it first; repeated for sqlc

CREATE TABLE applications.application (
    id                    uuid PRIMARY KEY,
    user_id               uuid        NOT NULL,
    job_post_id           uuid, -- the crawled posting it was made from; the snapshot below outlives it
    status                text        NOT NULL,
    job_title             text        NOT NULL CHECK (btrim(job_title) <> ''),
    company               text        NOT NULL CHECK (btrim(company) <> ''),
    company_logo_url      text,
    location              text, -- as the board or the user writes it
    places                text[]      NOT NULL DEFAULT '{}', -- as job search understands it, for the interest profile
    url                   text,
    description           text,
    skills                text[]      NOT NULL DEFAULT '{}',
    notes                 text,
    contact               text,
    portal_url            text,
    next_step_label       text CHECK (btrim(next_step_label) <> ''), -- never blank: the indexes below rely on it
    next_step_date        date,
    next_step_reminder_at timestamptz,
    applied_at            timestamptz,
    ended_at              timestamptz,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    last_activity_at      timestamptz NOT NULL,
    ghosting              boolean     NOT NULL DEFAULT true, -- may be marked as ghosted when nothing happens for long
    -- Where the card stands: the highest rank is on top. Numeric, because there is always a number between two others.
    rank                  numeric     NOT NULL DEFAULT 0,
    tags                  text[]      NOT NULL DEFAULT '{}',
    archived_at           timestamptz, -- when the user put it away
    CONSTRAINT application_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')),
    CONSTRAINT application_ended CHECK ((status IN ('ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX application_one_per_posting ON applications.application (user_id, job_post_id) WHERE job_post_id IS NOT NULL;
-- All lists of one user. The status is included so that counts read the index alone.
CREATE INDEX application_owner ON applications.application (user_id, updated_at DESC, id) INCLUDE (status);
CREATE INDEX application_board ON applications.application (user_id, rank DESC, id);
CREATE INDEX application_stale ON applications.application (last_activity_at, id)
    WHERE status IN ('APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');
-- Few applications have a next step, so both stay small as the table grows.
CREATE INDEX application_step_day ON applications.application (next_step_date)
    WHERE next_step_label IS NOT NULL AND next_step_date IS NOT NULL
      AND status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');
CREATE INDEX application_step_reminder ON applications.application (next_step_reminder_at)
    WHERE next_step_label IS NOT NULL AND next_step_reminder_at IS NOT NULL
      AND status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');
-- Owner, posting, creation time and what the user cannot edit never change.
GRANT SELECT, INSERT, DELETE, UPDATE (status, job_title, company, location, url, notes, contact, portal_url, next_step_label,
    next_step_date, next_step_reminder_at, applied_at, ended_at, updated_at, last_activity_at, ghosting, rank, tags, archived_at)
    ON applications.application TO rolecall_applications;

CREATE TABLE applications.timeline (
    application_id uuid        NOT NULL REFERENCES applications.application (id) ON DELETE CASCADE,
    position       integer     NOT NULL CHECK (position > 0), -- counted under the application's lock: no order by clocks
    status         text        NOT NULL,
    occurred_at    timestamptz NOT NULL,
    operation_id   uuid, -- the service operation that made the move, to recognise a repeat
    moved_at       timestamptz NOT NULL DEFAULT '-infinity', -- when the user made the move; it can be undone for a while
    set_applied    boolean     NOT NULL DEFAULT false, -- the move set the application's applied_at
    corrected      boolean     NOT NULL DEFAULT false, -- entered or changed afterwards
    left_rank      numeric, -- the card's rank before the move, for undoing it
    PRIMARY KEY (application_id, position),
    CONSTRAINT timeline_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED'))
);
CREATE UNIQUE INDEX timeline_operation_once ON applications.timeline (application_id, operation_id) WHERE operation_id IS NOT NULL;
-- A user may correct what happened and when.
GRANT SELECT, INSERT, DELETE, UPDATE (status, occurred_at, corrected) ON applications.timeline TO rolecall_applications;

-- How far each application got, for the statistics and for the list of what is behind a figure.
CREATE VIEW applications.journey AS
SELECT a.id, a.user_id, a.status,
       coalesce(a.applied_at, a.created_at) AS started_at,
       t.furthest, -- 0 saved, 1 sent, 2 screening, 3 interview, 4 offer, 5 accepted
       t.answered_at IS NOT NULL AS answered,
       -- Days. An application that was entered together with its answer has no waiting time.
       CASE WHEN t.answer > 1 AND a.applied_at IS NOT NULL
            THEN greatest(0, extract(epoch FROM t.answered_at - a.applied_at) / 86400)::float8 END AS waited,
       -- From APPLIED through the stages in which it ever stood to where it is now; empty if it was never sent.
       CASE WHEN t.furthest = 0 THEN '{}'::text[]
            ELSE array_remove(ARRAY['APPLIED', t.screening, t.interview, t.offer,
                CASE WHEN a.ended_at IS NULL THEN 'OPEN' ELSE a.status END], NULL) END AS path
FROM applications.application a
CROSS JOIN LATERAL (
    SELECT max(CASE m.status WHEN 'SAVED' THEN 0 WHEN 'SCREENING' THEN 2 WHEN 'INTERVIEW' THEN 3 WHEN 'OFFER' THEN 4
               WHEN 'ACCEPTED' THEN 5 ELSE 1 END)::integer AS furthest,
           min(m.row) FILTER (WHERE m.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answer,
           min(m.occurred_at) FILTER (WHERE m.status IN ('SCREENING', 'INTERVIEW', 'OFFER', 'ACCEPTED', 'REJECTED')) AS answered_at,
           max(m.status) FILTER (WHERE m.status = 'SCREENING') AS screening,
           max(m.status) FILTER (WHERE m.status = 'INTERVIEW') AS interview,
           max(m.status) FILTER (WHERE m.status = 'OFFER') AS offer
    FROM (SELECT status, occurred_at, row_number() OVER (ORDER BY occurred_at, position) AS row
        FROM applications.timeline WHERE application_id = a.id) m
) t;
GRANT SELECT ON applications.journey TO rolecall_applications;

-- Deleted applications, as long as they can be restored.
CREATE TABLE applications.deleted (
    id          uuid PRIMARY KEY,
    user_id     uuid        NOT NULL,
    deleted_at  timestamptz NOT NULL,
    call_key    text        NOT NULL, -- of the call in the outbox that reports the deletion afterwards
    application jsonb       NOT NULL, -- every column, so a migration that adds one extends these too
    timeline    jsonb       NOT NULL
);
CREATE INDEX deleted_owner ON applications.deleted (user_id);
CREATE INDEX deleted_age ON applications.deleted (deleted_at);
GRANT SELECT, INSERT, DELETE ON applications.deleted TO rolecall_applications;

-- Changes of many applications at once, as long as they can be undone.
CREATE TABLE applications.bulk (
    id      uuid PRIMARY KEY,
    user_id uuid        NOT NULL,
    action  text        NOT NULL,
    tag     text,
    made_at timestamptz NOT NULL,
    items   jsonb       NOT NULL, -- [{"id": …, "position": of the row in the timeline that a move added}]
    CONSTRAINT bulk_action_known CHECK (action IN ('move', 'tag', 'untag', 'archive', 'unarchive', 'delete'))
);
CREATE INDEX bulk_owner ON applications.bulk (user_id);
CREATE INDEX bulk_age ON applications.bulk (made_at);
GRANT SELECT, INSERT, DELETE ON applications.bulk TO rolecall_applications;

-- Saved views of the tracker.
CREATE TABLE applications.view (
    id      uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    name    text NOT NULL CHECK (btrim(name) <> ''),
    page    text NOT NULL,
    query   text NOT NULL,
    CONSTRAINT view_page_known CHECK (page IN ('board', 'table'))
);
CREATE UNIQUE INDEX view_name ON applications.view (user_id, lower(name));
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.view TO rolecall_applications;

-- One row per user who has a setting; without a row the defaults apply.
CREATE TABLE applications.setting (
    user_id     uuid PRIMARY KEY,
    ghosting    boolean NOT NULL, -- whether any of the user's applications may be marked as ghosted
    saved_until timestamptz -- until when the saved jobs of job search have been put on the board; null means never
);
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.setting TO rolecall_applications;

-- One import per user at a time, across all replicas. The row of a process that died is valid until its time has passed.
CREATE TABLE applications.import_run (
    user_id uuid PRIMARY KEY,
    id      uuid        NOT NULL,
    until   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.import_run TO rolecall_applications;

-- Deleted applications are reported to notifications, which cancels their reminders.
-- Mail and calls to be made, written in the transaction of what they are about (see package outbox).
-- The service's role needs SELECT, INSERT, UPDATE and DELETE on it.
CREATE TABLE applications.outbox (
    id              uuid PRIMARY KEY,
    kind            text        NOT NULL,
    dedupe_key      text        NOT NULL,
    owner           uuid,                 -- whose share of a batch it uses; null counts as one more owner
    payload         bytea,                -- emptied once delivered or given up
    sealed          boolean     NOT NULL DEFAULT false,
    attempts        integer     NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    due_at          timestamptz NOT NULL, -- when it is to go out; its age counts from here
    next_attempt_at timestamptz NOT NULL, -- due_at at first, then the next try; while leased, the end of the lease
    locked_by       text,
    locked_until    timestamptz,
    delivered_at    timestamptz,
    given_up_at     timestamptz,
    last_error      text,
    CONSTRAINT outbox_dedupe_key UNIQUE (dedupe_key),
    CONSTRAINT outbox_one_end CHECK (delivered_at IS NULL OR given_up_at IS NULL),
    CONSTRAINT outbox_lease CHECK ((locked_by IS NULL) = (locked_until IS NULL)),
    CONSTRAINT outbox_emptied CHECK (payload IS NULL OR (delivered_at IS NULL AND given_up_at IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);

-- A claim reads the oldest rows from the first, and steps from owner to owner along the second.
CREATE INDEX outbox_waiting ON applications.outbox (next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outbox_waiting_of_owner ON applications.outbox (owner, next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
-- For pruning, and for counting what was given up.
CREATE INDEX outbox_finished ON applications.outbox ((coalesce(delivered_at, given_up_at)))
    WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON applications.outbox (given_up_at) WHERE given_up_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.outbox TO rolecall_applications;
