-- +goose Up
CREATE SCHEMA IF NOT EXISTS job; -- the migration tool creates it first; repeated for sqlc
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The employers of postings. A company is never deleted: nobody is granted DELETE.
CREATE TABLE job.company (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
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

-- Who follows which employer. A row names one board of the employer and means all boards of the same company: boards exist
-- before their company is resolved, and two of them may turn out to be of one company.
CREATE TABLE job.follow (
    user_id     uuid        NOT NULL,
    target_id   uuid        NOT NULL, -- of crawler.pull_target, whose rows are never deleted
    followed_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, target_id)
);
GRANT SELECT, INSERT, DELETE ON job.follow TO rolecall_jobs;

CREATE TABLE job.saved_job (
    user_id  uuid        NOT NULL,
    job_id   uuid        NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, job_id)
);
CREATE INDEX saved_job_newest ON job.saved_job (user_id, saved_at DESC, job_id);
GRANT SELECT, INSERT, DELETE ON job.saved_job TO rolecall_jobs;

-- Which postings a user has opened; the oldest are deleted.
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

-- What a user never and always wants to see. A rule for a company names one of its boards and means all of them, as in
-- job.follow.
CREATE TABLE job.rule (
    id         uuid PRIMARY KEY,
    user_id    uuid        NOT NULL,
    list       text        NOT NULL,
    kind       text        NOT NULL,
    name       text        NOT NULL CHECK (btrim(name) <> ''), -- the words or the place; of a company or posting, what to show
    company    text,                                           -- of a posting, to show
    target_id  uuid,                                           -- of crawler.pull_target, whose rows are never deleted
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

-- Saved filters whose owner is told of postings that newly match. Evaluators hold all alerts in memory and read those whose
-- stamp change_xid they have not seen.
CREATE TABLE job.alert (
    filter_id   uuid PRIMARY KEY REFERENCES job.saved_filter (id) ON DELETE CASCADE,
    user_id     uuid        NOT NULL,
    rhythm      text        NOT NULL CONSTRAINT alert_rhythm_known CHECK (rhythm IN ('AT_ONCE', 'DAILY', 'WEEKLY')),
    muted_until timestamptz,                            -- the year 9999 means for ever
    since       timestamptz NOT NULL DEFAULT now(),     -- by the clock of the database, as in crawler.posting_change
    change_xid  xid8        NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX alert_change ON job.alert (change_xid);
CREATE INDEX alert_owner ON job.alert (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.alert TO rolecall_jobs;

-- An alert also changes when its filters do.
-- +goose StatementBegin
CREATE FUNCTION job.stamp_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE job.alert SET change_xid = pg_current_xact_id() WHERE filter_id = NEW.id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER saved_filter_change AFTER UPDATE OF filters ON job.saved_filter
    FOR EACH ROW WHEN (OLD.filters <> NEW.filters) EXECUTE FUNCTION job.stamp_alert();

-- Postings that newly matched. The primary key states that a user is told of a posting once, whichever filter found it, so
-- rows stay after they are taken. They are deleted long after the posting is closed.
CREATE TABLE job.alert_hit (
    user_id     uuid        NOT NULL,
    job_id      uuid        NOT NULL,
    id          uuid        NOT NULL,                   -- version 7: in the order of time
    filter_id   uuid        NOT NULL,
    matched_at  timestamptz NOT NULL,
    reasons     jsonb       NOT NULL,
    title_marks jsonb       NOT NULL,
    taken_at    timestamptz,
    PRIMARY KEY (user_id, job_id),
    CONSTRAINT alert_hit_id UNIQUE (id)
);
CREATE INDEX alert_hit_waiting ON job.alert_hit (id) WHERE taken_at IS NULL;
CREATE INDEX alert_hit_posting ON job.alert_hit (job_id);
GRANT SELECT, INSERT, UPDATE (taken_at), DELETE ON job.alert_hit TO rolecall_jobs;

-- Searches that their owner reads as a feed. The token in the address is derived from the nonce with a key of the service,
-- and only its hash is stored: the table alone opens no feed.
CREATE TABLE job.search_feed (
    id              uuid PRIMARY KEY,
    user_id         uuid        NOT NULL,
    saved_filter_id uuid REFERENCES job.saved_filter ON DELETE CASCADE,
    name            text,  -- of a search that is not saved
    filters         jsonb, -- likewise
    nonce           bytea       NOT NULL,
    token_hash      bytea       NOT NULL,
    content_hash    bytea,
    changed_at      timestamptz NOT NULL, -- when the content last changed
    created_at      timestamptz NOT NULL,
    CONSTRAINT search_feed_search CHECK (num_nonnulls(saved_filter_id, filters) = 1 AND (filters IS NULL) = (name IS NULL)),
    CONSTRAINT search_feed_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX search_feed_owner ON job.search_feed (user_id, created_at, id);
CREATE UNIQUE INDEX search_feed_saved ON job.search_feed (saved_filter_id);
CREATE UNIQUE INDEX search_feed_filters ON job.search_feed (user_id, md5(filters::text)) WHERE filters IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (nonce, token_hash, content_hash, changed_at) ON job.search_feed TO rolecall_jobs;

-- Corrected facts by the names of the contract, such as {"workplaceType": "remote"}. JSON null, or an empty list, means "not
-- stated". A fact that is absent is not corrected.
CREATE DOMAIN job.fact_values AS jsonb
    CONSTRAINT fact_names_known CHECK (jsonb_typeof(VALUE) = 'object' AND VALUE
        - ARRAY['workplaceType', 'employmentType', 'careerLevel', 'pay', 'experience', 'languages', 'skills', 'places'] = '{}')
    CONSTRAINT fact_workplace_known CHECK (VALUE ->> 'workplaceType' IN ('remote', 'hybrid', 'onsite'))
    CONSTRAINT fact_employment_known CHECK (VALUE ->> 'employmentType' IN ('full-time', 'part-time', 'contract', 'freelance', 'internship'))
    CONSTRAINT fact_level_known
        CHECK (VALUE ->> 'careerLevel' IN ('internship', 'junior', 'mid', 'senior', 'lead', 'principal', 'manager', 'director'))
    CONSTRAINT fact_period_known CHECK (VALUE #>> '{pay,period}' IN ('hour', 'day', 'week', 'month', 'year'))
    CONSTRAINT fact_pay_complete CHECK (jsonb_typeof(VALUE -> 'pay') <> 'object'
        OR VALUE #>> '{pay,period}' IS NOT NULL AND coalesce(VALUE #>> '{pay,min}', VALUE #>> '{pay,max}') IS NOT NULL)
    CONSTRAINT fact_pay_ordered CHECK ((VALUE #>> '{pay,min}')::bigint <= (VALUE #>> '{pay,max}')::bigint)
    CONSTRAINT fact_currency_form CHECK (VALUE #>> '{pay,currency}' ~ '^[A-Z]{3}$')
    CONSTRAINT fact_experience_ordered CHECK ((VALUE #>> '{experience,min}')::integer <= (VALUE #>> '{experience,max}')::integer)
    CONSTRAINT fact_lists CHECK (jsonb_typeof(VALUE -> 'languages') = 'array' AND jsonb_typeof(VALUE -> 'skills') = 'array')
    CONSTRAINT fact_places_list CHECK (jsonb_typeof(VALUE -> 'places') = 'array');

-- What administrators corrected for everybody. The crawler has no rights here, so enrichment cannot overwrite a correction.
-- A row stays when its last correction is withdrawn: its version must not start again, and the search index, which follows
-- the stamp change_xid, must see the change.
CREATE TABLE job.fact_correction (
    post_id    uuid PRIMARY KEY,
    facts      job.fact_values NOT NULL DEFAULT '{}',
    version    bigint          NOT NULL DEFAULT 0,
    change_xid xid8            NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX fact_correction_change ON job.fact_correction (change_xid);
GRANT SELECT, INSERT, UPDATE ON job.fact_correction TO rolecall_jobs;

-- Who made each correction that stands, and when. account_id is null after the account was deleted.
CREATE TABLE job.correction_made (
    post_id    uuid        NOT NULL REFERENCES job.fact_correction,
    fact       text        NOT NULL,
    account_id uuid,
    made_at    timestamptz NOT NULL,
    PRIMARY KEY (post_id, fact)
);
CREATE INDEX correction_made_newest ON job.correction_made (made_at DESC, post_id, fact);
CREATE INDEX correction_made_account ON job.correction_made (account_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.correction_made TO rolecall_jobs;

-- What users corrected in their own view. Search does not read it.
CREATE TABLE job.own_correction (
    user_id    uuid            NOT NULL,
    post_id    uuid            NOT NULL,
    facts      job.fact_values NOT NULL CHECK (facts <> '{}'),
    updated_at timestamptz     NOT NULL,
    PRIMARY KEY (user_id, post_id)
);
CREATE INDEX own_correction_newest ON job.own_correction (user_id, updated_at DESC, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.own_correction TO rolecall_jobs;

-- Security events, written in the transaction of what they record (see package audit). Rows are only ever added;
-- housekeeping removes them after audit.keep.
CREATE TABLE job.audit_event (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL,
    kind       text        NOT NULL CHECK (kind ~ '^[a-z0-9_]+(\.[a-z0-9_]+)+$'),
    account_id uuid,                 -- whose account it is about; no foreign key: it outlives the account
    actor      text        NOT NULL, -- user, admin, operator, service or anonymous
    address    text,
    user_agent text,
    request_id text,
    detail     jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(detail) = 'object')
);
CREATE INDEX audit_event_account ON job.audit_event (account_id, id DESC);
CREATE INDEX audit_event_age ON job.audit_event (at);
CREATE INDEX audit_event_kind ON job.audit_event (kind, id DESC); -- administrators look for one kind, newest first
GRANT SELECT, INSERT, DELETE ON job.audit_event TO rolecall_jobs;
