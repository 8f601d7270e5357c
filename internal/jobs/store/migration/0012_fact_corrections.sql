-- +goose Up

-- Corrected facts by the name that the contract gives them, such as {"workplaceType": "remote"}. JSON null, or an empty
-- list, means "not stated". A fact that is absent is not corrected.
CREATE DOMAIN job.fact_values AS jsonb
    CONSTRAINT fact_names_known CHECK (jsonb_typeof(VALUE) = 'object' AND VALUE
        - ARRAY['workplaceType', 'employmentType', 'careerLevel', 'pay', 'experience', 'languages', 'skills'] = '{}')
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
    CONSTRAINT fact_lists CHECK (jsonb_typeof(VALUE -> 'languages') = 'array' AND jsonb_typeof(VALUE -> 'skills') = 'array');

-- What administrators corrected for everybody. The crawler has no rights here, so enrichment cannot overwrite a
-- correction. A row stays when its last correction is withdrawn: its version does not start again, and the search index,
-- which follows the stamp change_xid, hears of it.
CREATE TABLE job.fact_correction (
    post_id    uuid PRIMARY KEY,
    facts      job.fact_values NOT NULL DEFAULT '{}',
    version    bigint          NOT NULL DEFAULT 0,
    change_xid xid8            NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX fact_correction_change ON job.fact_correction (change_xid);
GRANT SELECT, INSERT, UPDATE ON job.fact_correction TO rolecall_jobs;

-- What a user corrected in his own view. Search does not read it.
CREATE TABLE job.own_correction (
    user_id    uuid            NOT NULL,
    post_id    uuid            NOT NULL,
    facts      job.fact_values NOT NULL CHECK (facts <> '{}'),
    updated_at timestamptz     NOT NULL,
    PRIMARY KEY (user_id, post_id)
);
CREATE INDEX own_correction_newest ON job.own_correction (user_id, updated_at DESC, post_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON job.own_correction TO rolecall_jobs;
