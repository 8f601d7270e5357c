-- +goose Up

-- What a user never and always wants to see. An entry for a company names one of its boards and means all boards of the same
-- company: see job.follow for why.
CREATE TABLE job.rule (
    id         uuid PRIMARY KEY,
    user_id    uuid        NOT NULL,
    list       text        NOT NULL,
    kind       text        NOT NULL,
    name       text        NOT NULL CHECK (btrim(name) <> ''), -- the words or the place, else what to show
    company    text,                                           -- of a posting, to show
    target_id  uuid,                                           -- of crawler.pull_target, which loses no rows
    job_id     uuid,                                           -- of crawler.job_post
    created_at timestamptz NOT NULL,
    CONSTRAINT rule_known CHECK (list = 'NEVER' AND kind IN ('COMPANY', 'TITLE_WORD', 'PLACE', 'JOB')
        OR list = 'ALWAYS' AND kind IN ('COMPANY', 'WORD')),
    CONSTRAINT rule_subject CHECK ((kind = 'COMPANY') = (target_id IS NOT NULL) AND (kind = 'JOB') = (job_id IS NOT NULL))
);
CREATE INDEX rule_owner ON job.rule (user_id, created_at DESC, id);
CREATE UNIQUE INDEX rule_words ON job.rule (user_id, list, kind, lower(name)) WHERE target_id IS NULL AND job_id IS NULL;
CREATE UNIQUE INDEX rule_board ON job.rule (user_id, target_id) WHERE target_id IS NOT NULL;
CREATE UNIQUE INDEX rule_job ON job.rule (user_id, job_id) WHERE job_id IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON job.rule TO rolecall_jobs;

-- Which postings a user has opened; the oldest are forgotten.
CREATE TABLE job.seen (
    user_id uuid        NOT NULL,
    job_id  uuid        NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, job_id)
);
CREATE INDEX seen_newest ON job.seen (user_id, seen_at DESC, job_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.seen TO rolecall_jobs;

-- When a user was here: previous_at is the end of the visit before the present one.
CREATE TABLE job.visit (
    user_id     uuid PRIMARY KEY,
    last_at     timestamptz NOT NULL,
    previous_at timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.visit TO rolecall_jobs;
