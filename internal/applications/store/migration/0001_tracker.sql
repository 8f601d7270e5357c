-- +goose Up
CREATE SCHEMA IF NOT EXISTS applications; -- created before the first migration; repeated for sqlc

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
    CONSTRAINT application_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')),
    CONSTRAINT application_ended CHECK ((status IN ('ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX application_one_per_posting ON applications.application (user_id, job_post_id) WHERE job_post_id IS NOT NULL;
-- All lists of one user. The status is included so that counts read the index alone.
CREATE INDEX application_owner ON applications.application (user_id, updated_at DESC, id) INCLUDE (status);
CREATE INDEX application_stale ON applications.application (last_activity_at, id)
    WHERE status IN ('APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');
-- Few applications have a next step, so both stay small as the table grows.
CREATE INDEX application_step_day ON applications.application (next_step_date)
    WHERE next_step_label IS NOT NULL AND next_step_date IS NOT NULL
      AND status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');
CREATE INDEX application_step_reminder ON applications.application (next_step_reminder_at)
    WHERE next_step_label IS NOT NULL AND next_step_reminder_at IS NOT NULL
      AND status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');

CREATE TABLE applications.timeline (
    application_id uuid        NOT NULL REFERENCES applications.application (id) ON DELETE CASCADE,
    position       integer     NOT NULL CHECK (position > 0), -- counted under the application's lock, so the order does not depend on clocks
    status         text        NOT NULL,
    occurred_at    timestamptz NOT NULL,
    operation_id   uuid, -- the service operation that made the move, to recognise a repeat
    PRIMARY KEY (application_id, position),
    CONSTRAINT timeline_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED'))
);
CREATE UNIQUE INDEX timeline_operation_once ON applications.timeline (application_id, operation_id) WHERE operation_id IS NOT NULL;

GRANT SELECT, INSERT, DELETE ON applications.application TO rolecall_applications;
-- Owner, posting and creation time never change.
GRANT UPDATE (status, job_title, company, location, url, notes, contact, portal_url, next_step_label, next_step_date,
    next_step_reminder_at, applied_at, ended_at, updated_at, last_activity_at) ON applications.application TO rolecall_applications;
-- History is never changed; it is deleted with its application.
GRANT SELECT, INSERT ON applications.timeline TO rolecall_applications;
