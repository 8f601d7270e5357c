-- +goose Up
CREATE SCHEMA IF NOT EXISTS crawler; -- made before the first migration; said again for sqlc

-- A pull target is one employer's board. Its name and logo are the fallback while no company is resolved.
CREATE TABLE crawler.pull_target (
    id                   uuid PRIMARY KEY,
    source_type          text        NOT NULL,
    token                text        NOT NULL CHECK (btrim(token) <> ''),
    company_name         text        NOT NULL CHECK (btrim(company_name) <> ''),
    company_logo_url     text,
    company_id           uuid REFERENCES job.company (id),
    status               text        NOT NULL DEFAULT 'active',
    etag                 text,                             -- validators of the last complete pull, as the source wants them back
    last_success_at      timestamptz,
    last_attempt_at      timestamptz,
    next_attempt_at      timestamptz,                      -- back-off: a scheduled pass leaves the board alone until then
    consecutive_failures integer     NOT NULL DEFAULT 0,
    last_error           text,
    absent_since         timestamptz,                      -- first of an unbroken row of "no such board" answers
    absent_pulls         integer     NOT NULL DEFAULT 0,
    doubted_pull         uuid,                             -- a complete pull whose many closings wait for a second opinion
    created_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pull_target_board_key UNIQUE (source_type, token),
    CONSTRAINT pull_target_source_known CHECK (source_type IN ('greenhouse', 'lever', 'ashby', 'smartrecruiters',
        'workable', 'recruitee', 'personio', 'teamtailor', 'workday', 'jsonld')),
    CONSTRAINT pull_target_status_known CHECK (status IN ('active', 'paused', 'gone'))
);
CREATE INDEX pull_target_company ON crawler.pull_target (company_id);
CREATE INDEX pull_target_unresolved ON crawler.pull_target (id) WHERE company_id IS NULL;
CREATE INDEX pull_target_name ON crawler.pull_target (lower(company_name));

-- One row per pull, for the admin page and for the proof of when a posting was last seen.
CREATE TABLE crawler.pull_log (
    id          uuid PRIMARY KEY,
    pass_id     uuid,                                      -- the trigger request, or a scheduled pass
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
    error       text
);
CREATE INDEX pull_log_newest ON crawler.pull_log (target_id, pulled_at DESC);
-- Whoever takes a pass over goes on where the last holder stopped.
CREATE UNIQUE INDEX pull_log_of_pass ON crawler.pull_log (pass_id, target_id);
CREATE INDEX pull_log_age ON crawler.pull_log (pulled_at);

CREATE TABLE crawler.job_post (
    id                    uuid PRIMARY KEY,
    target_id             uuid        NOT NULL REFERENCES crawler.pull_target (id),
    native_id             text        NOT NULL,
    title                 text        NOT NULL,
    url                   text        NOT NULL,
    apply_url             text,
    description           text        NOT NULL DEFAULT '', -- sanitised HTML
    location              text,                            -- as the board wrote it, for display
    board                 jsonb       NOT NULL DEFAULT '{}', -- what the board says in structured fields, kept for enrichment
    posted_at             timestamptz,
    first_seen_at         timestamptz NOT NULL DEFAULT now(),
    last_seen_at          timestamptz NOT NULL DEFAULT now(),
    last_pull_id          uuid,                            -- the pull that last confirmed it open
    closed_at             timestamptz,
    repost_of             uuid REFERENCES crawler.job_post (id),
    content_hash          bytea       NOT NULL,
    stamp                 text,                            -- of the list entry: the same stamp spares a look at the posting's own page
    repost_key            bytea       NOT NULL DEFAULT '', -- title and places, normalised: alike in a posting and its repost
    enrichment_status     text        NOT NULL DEFAULT 'pending',
    enrichment_attempts   integer     NOT NULL DEFAULT 0,
    enrichment_version    integer     NOT NULL DEFAULT 0,
    enrichment_error      text,
    workplace_type        text,
    employment_type       text,
    career_level          text,
    compensation_min      bigint,
    compensation_max      bigint,
    compensation_currency text,
    compensation_period   text,
    languages             text[]      NOT NULL DEFAULT '{}',
    skills                text[]      NOT NULL DEFAULT '{}',
    requirements          text[]      NOT NULL DEFAULT '{}',
    experience_years_min  integer,
    experience_years_max  integer,
    fact_sources          jsonb       NOT NULL DEFAULT '{}',
    -- The date a reader means by "newest".
    listed_at             timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(posted_at, first_seen_at)) STORED,
    document              tsvector    NOT NULL GENERATED ALWAYS AS (
                              setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', left(description, 200000)), 'D')) STORED,
    CONSTRAINT job_post_board_key UNIQUE (target_id, native_id),
    CONSTRAINT job_post_enrichment_known CHECK (enrichment_status IN ('pending', 'done', 'failed')),
    CONSTRAINT job_post_workplace_known CHECK (workplace_type IN ('remote', 'hybrid', 'onsite')),
    CONSTRAINT job_post_employment_known CHECK (employment_type IN ('full-time', 'part-time', 'contract', 'freelance', 'internship')),
    CONSTRAINT job_post_level_known CHECK (career_level IN ('internship', 'junior', 'mid', 'senior', 'lead', 'principal', 'manager', 'director')),
    CONSTRAINT job_post_period_known CHECK (compensation_period IN ('hour', 'day', 'week', 'month', 'year')),
    CONSTRAINT job_post_pay_ordered CHECK (compensation_min IS NULL OR compensation_max IS NULL OR compensation_min <= compensation_max)
) WITH (
    -- Every pull confirms every open posting. Half a page is left free, and long values are kept elsewhere, so that the
    -- new version of a row finds room beside the old one and no index hears of it.
    fillfactor = 50, toast_tuple_target = 1024
);
CREATE INDEX job_post_pending ON crawler.job_post (id) WHERE enrichment_status = 'pending';
-- What an older version of the rules enriched.
CREATE INDEX job_post_enriched ON crawler.job_post (enrichment_version) WHERE enrichment_status <> 'pending';
CREATE INDEX job_post_open_of_target ON crawler.job_post (target_id) WHERE closed_at IS NULL;
CREATE INDEX job_post_predecessor ON crawler.job_post (target_id, repost_key) WHERE closed_at IS NOT NULL;

-- Where a posting is, one row per place, normalised when written; the board's own words stay in job_post.location.
CREATE TABLE crawler.job_post_location (
    post_id      uuid     NOT NULL REFERENCES crawler.job_post (id) ON DELETE CASCADE,
    position     smallint NOT NULL,
    city         text,
    region       text,
    country      text,
    country_code char(2),
    is_primary   boolean  NOT NULL DEFAULT false,
    PRIMARY KEY (post_id, position)
);
CREATE INDEX job_post_location_city ON crawler.job_post_location (lower(city), lower(country), post_id);
CREATE INDEX job_post_location_country ON crawler.job_post_location (lower(country), post_id);

-- A stamp of the data, moved after every write of postings; readers drop what they cached under an older one. A
-- sequence and not a row: boards are written in parallel and must not wait for each other.
CREATE SEQUENCE crawler.data_stamp;

GRANT SELECT, INSERT, UPDATE ON crawler.pull_target, crawler.job_post TO rolecall_crawler;
GRANT SELECT, INSERT, DELETE ON crawler.pull_log TO rolecall_crawler;
GRANT SELECT, INSERT, UPDATE, DELETE ON crawler.job_post_location TO rolecall_crawler;
GRANT USAGE, SELECT ON SEQUENCE crawler.data_stamp TO rolecall_crawler;

-- Job search reads what the crawler writes, and may write one column: the company it resolved.
GRANT USAGE ON SCHEMA crawler TO rolecall_jobs;
GRANT SELECT ON crawler.pull_target, crawler.pull_log, crawler.job_post, crawler.job_post_location TO rolecall_jobs;
GRANT UPDATE (company_id) ON crawler.pull_target TO rolecall_jobs;
GRANT SELECT ON SEQUENCE crawler.data_stamp TO rolecall_jobs;
