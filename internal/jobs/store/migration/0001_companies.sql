-- +goose Up
CREATE SCHEMA IF NOT EXISTS job; -- made before the first migration; said again for sqlc
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The employer of each posting. A record is never deleted: nobody is granted DELETE.
CREATE TABLE job.company (
    id              uuid PRIMARY KEY,
    slug            text        NOT NULL,
    name            text        NOT NULL CHECK (btrim(name) <> ''),
    website         text,
    industry        text,
    size            text,
    headquarters    text,
    description     text,
    logo_url        text,
    tags            text[],
    source          varchar(16) NOT NULL DEFAULT 'crawl',
    manually_edited boolean     NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT company_slug_key UNIQUE (slug),
    CONSTRAINT company_slug_pattern CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 120),
    CONSTRAINT company_source_known CHECK (source IN ('crawl', 'derived', 'manual'))
);
CREATE INDEX company_name_substring ON job.company USING gin (lower(name) gin_trgm_ops);
GRANT SELECT, INSERT, UPDATE ON job.company TO rolecall_jobs;

CREATE TABLE job.saved_job (
    user_id  uuid        NOT NULL,
    job_id   uuid        NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, job_id)
);
CREATE INDEX saved_job_newest ON job.saved_job (user_id, saved_at DESC, job_id);
GRANT SELECT, INSERT, DELETE ON job.saved_job TO rolecall_jobs;

CREATE TABLE job.saved_filter (
    id         uuid PRIMARY KEY,
    user_id    uuid        NOT NULL,
    name       text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
    filters    jsonb       NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_filter_owner ON job.saved_filter (user_id, created_at, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.saved_filter TO rolecall_jobs;
