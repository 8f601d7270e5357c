-- +goose Up
CREATE SCHEMA IF NOT EXISTS applications; -- made before the first migration; said again for sqlc
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE applications.application (
    id                    uuid PRIMARY KEY,
    user_id               uuid        NOT NULL,
    job_post_id           uuid, -- the crawled posting it was made from; the snapshot below outlives it
    status                text        NOT NULL,
    job_title             text        NOT NULL CHECK (btrim(job_title) <> ''),
    company               text        NOT NULL CHECK (btrim(company) <> ''),
    company_logo_url      text,
    location              text,
    url                   text,
    description           text,
    skills                text[]      NOT NULL DEFAULT '{}',
    notes                 text,
    contact               text,
    portal_url            text,
    next_step_label       text,
    next_step_date        date,
    next_step_reminder_at timestamptz,
    applied_at            timestamptz,
    ended_at              timestamptz,
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now(),
    last_activity_at      timestamptz NOT NULL DEFAULT now(),
    last_operation_id     uuid, -- the service operation that made the last status change, so that its repeat is known
    CONSTRAINT application_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')),
    CONSTRAINT application_ended CHECK ((status IN ('ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX application_one_per_posting ON applications.application (user_id, job_post_id) WHERE job_post_id IS NOT NULL;
CREATE INDEX application_owner ON applications.application (user_id, updated_at DESC, id);
CREATE INDEX application_stale ON applications.application (last_activity_at, id)
    WHERE status IN ('APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER');

CREATE TABLE applications.timeline (
    id             uuid PRIMARY KEY,
    application_id uuid        NOT NULL REFERENCES applications.application (id) ON DELETE CASCADE,
    status         text        NOT NULL,
    occurred_at    timestamptz NOT NULL,
    CONSTRAINT timeline_status_known CHECK (status IN ('SAVED', 'APPLIED', 'SCREENING', 'INTERVIEW', 'OFFER',
        'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'GHOSTED'))
);
CREATE INDEX timeline_of_application ON applications.timeline (application_id, occurred_at, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON applications.application, applications.timeline TO rolecall_applications;
