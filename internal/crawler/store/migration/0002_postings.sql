-- +goose Up

CREATE TABLE crawler.job_post (
    id                     uuid PRIMARY KEY,
    target_id              uuid        NOT NULL REFERENCES crawler.pull_target (id),
    native_id              text        NOT NULL,
    title                  text        NOT NULL,
    url                    text        NOT NULL,
    apply_url              text,
    description            text        NOT NULL DEFAULT '', -- sanitised HTML
    location               text,                            -- as the board wrote it, for display
    board                  jsonb       NOT NULL DEFAULT '{}', -- what the board says in structured fields, kept for enrichment
    posted_at              timestamptz,
    first_seen_at          timestamptz NOT NULL DEFAULT now(),
    last_seen_at           timestamptz NOT NULL DEFAULT now(),
    last_pull_id           uuid,                            -- the pull that last confirmed it open
    closed_at              timestamptz,
    repost_of              uuid REFERENCES crawler.job_post (id),
    content_hash           bytea       NOT NULL,
    stamp                  text,                            -- of the list entry: if it is the same, the posting's own page is not read
    repost_key             bytea       NOT NULL DEFAULT '', -- title and places, normalised: equal in a posting and its repost
    enrichment_status      text        NOT NULL DEFAULT 'pending',
    enrichment_attempts    integer     NOT NULL DEFAULT 0,
    enrichment_version     integer     NOT NULL DEFAULT 0,
    enrichment_error       text,
    workplace_type         text,
    employment_type        text,
    career_level           text,
    compensation_min       bigint,
    compensation_max       bigint,
    compensation_currency  text,
    compensation_period    text,
    languages              text[]      NOT NULL DEFAULT '{}',
    skills                 text[]      NOT NULL DEFAULT '{}',
    requirements           text[]      NOT NULL DEFAULT '{}',
    experience_years_min   integer,
    experience_years_max   integer,
    fact_sources           jsonb       NOT NULL DEFAULT '{}', -- by the fact's name
    -- The date a reader means by "newest".
    listed_at              timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(posted_at, first_seen_at)) STORED,
    -- Pay per year, so that an hourly wage compares with a salary: the lower and the upper end, or the only figure there is.
    -- An absurd figure is capped rather than refused: it must not stop the board it came from.
    yearly_min             bigint GENERATED ALWAYS AS (least(coalesce(compensation_min, compensation_max), 1000000000000)
        * CASE compensation_period
            WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END) STORED,
    yearly_max             bigint GENERATED ALWAYS AS (least(coalesce(compensation_max, compensation_min), 1000000000000)
        * CASE compensation_period
            WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END) STORED,
    change_xid             xid8        NOT NULL DEFAULT pg_current_xact_id(), -- stamp of what the search index knows
    fact_evidence          jsonb       NOT NULL DEFAULT '{}', -- the words that a fact stands on, by the fact's name
    -- Since when the board has not confirmed it, because the board cannot be read or no longer proves what it lists. The
    -- posting is neither closed nor certainly open; search and notifications decide by the age of this time.
    unconfirmed_since      timestamptz,
    -- Pay with cents ("18.50 an hour"); empty if compensation_min and compensation_max, which are whole units, say it all.
    compensation_min_exact numeric(14, 2),
    compensation_max_exact numeric(14, 2),
    CONSTRAINT job_post_board_key UNIQUE (target_id, native_id),
    CONSTRAINT job_post_enrichment_known CHECK (enrichment_status IN ('pending', 'done', 'failed')),
    CONSTRAINT job_post_workplace_known CHECK (workplace_type IN ('remote', 'hybrid', 'onsite')),
    CONSTRAINT job_post_employment_known CHECK (employment_type IN ('full-time', 'part-time', 'contract', 'freelance', 'internship')),
    CONSTRAINT job_post_level_known
        CHECK (career_level IN ('internship', 'junior', 'mid', 'senior', 'lead', 'principal', 'manager', 'director')),
    CONSTRAINT job_post_period_known CHECK (compensation_period IN ('hour', 'day', 'week', 'month', 'year')),
    CONSTRAINT job_post_pay_ordered CHECK (compensation_min IS NULL OR compensation_max IS NULL OR compensation_min <= compensation_max)
) WITH (
    -- Every pull confirms every open posting. Half of each page stays free, and long values are stored elsewhere, so that the
    -- new version of a row fits beside the old one and no index changes.
    fillfactor = 50, toast_tuple_target = 1024
);
CREATE INDEX job_post_pending ON crawler.job_post (id) WHERE enrichment_status = 'pending';
-- What an older version of the rules enriched.
CREATE INDEX job_post_enriched ON crawler.job_post (enrichment_version) WHERE enrichment_status <> 'pending';
CREATE INDEX job_post_open_of_target ON crawler.job_post (target_id) WHERE closed_at IS NULL;
-- A repost is looked for among open postings too, and on the other boards of its company.
CREATE INDEX job_post_repost ON crawler.job_post (target_id, repost_key);
CREATE INDEX job_post_change ON crawler.job_post (change_xid);
GRANT SELECT, INSERT, UPDATE ON crawler.job_post TO rolecall_crawler;
GRANT SELECT ON crawler.job_post TO rolecall_jobs;

-- The text is compressed at every change and read at every look at a posting; lz4 is several times faster than the default.
-- Not every build of PostgreSQL has it.
-- +goose StatementBegin
DO $$ BEGIN
    ALTER TABLE crawler.job_post ALTER COLUMN description SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;
-- +goose StatementEnd

-- Where a posting is, one row per place, normalised; the board's own words stay in job_post.location.
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
GRANT SELECT, INSERT, UPDATE, DELETE ON crawler.job_post_location TO rolecall_crawler;
GRANT SELECT ON crawler.job_post_location TO rolecall_jobs;

-- Postings as job search shows them: the crawler's facts, replaced by what administrators corrected. The rights are those of
-- the reader (security_invoker), so the view opens nothing that the two tables do not. A migration that drops or changes one
-- of these columns has to create the view again.
CREATE VIEW crawler.corrected_post WITH (security_invoker = true) AS
SELECT p.id, p.target_id, p.title, p.url, p.location, p.description, p.requirements, p.posted_at, p.first_seen_at, p.last_seen_at,
    p.closed_at, p.unconfirmed_since, p.listed_at, p.last_pull_id, p.repost_of, p.fact_sources, p.fact_evidence,
    CASE WHEN c.facts ? 'workplaceType' THEN c.facts ->> 'workplaceType' ELSE p.workplace_type END AS workplace_type,
    CASE WHEN c.facts ? 'employmentType' THEN c.facts ->> 'employmentType' ELSE p.employment_type END AS employment_type,
    CASE WHEN c.facts ? 'careerLevel' THEN c.facts ->> 'careerLevel' ELSE p.career_level END AS career_level,
    CASE WHEN c.facts ? 'pay' THEN (c.facts #>> '{pay,min}')::bigint ELSE p.compensation_min END AS compensation_min,
    CASE WHEN c.facts ? 'pay' THEN (c.facts #>> '{pay,max}')::bigint ELSE p.compensation_max END AS compensation_max,
    CASE WHEN c.facts ? 'pay' THEN NULL ELSE p.compensation_min_exact END AS compensation_min_exact,
    CASE WHEN c.facts ? 'pay' THEN NULL ELSE p.compensation_max_exact END AS compensation_max_exact,
    CASE WHEN c.facts ? 'pay' THEN c.facts #>> '{pay,currency}' ELSE p.compensation_currency END AS compensation_currency,
    CASE WHEN c.facts ? 'pay' THEN c.facts #>> '{pay,period}' ELSE p.compensation_period END AS compensation_period,
    CASE WHEN c.facts ? 'pay' THEN coalesce(c.facts #>> '{pay,min}', c.facts #>> '{pay,max}')::bigint
        * CASE c.facts #>> '{pay,period}'
            WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END
        ELSE p.yearly_min END AS yearly_min,
    CASE WHEN c.facts ? 'pay' THEN coalesce(c.facts #>> '{pay,max}', c.facts #>> '{pay,min}')::bigint
        * CASE c.facts #>> '{pay,period}'
            WHEN 'hour' THEN 2080 WHEN 'day' THEN 260 WHEN 'week' THEN 52 WHEN 'month' THEN 12 WHEN 'year' THEN 1 END
        ELSE p.yearly_max END AS yearly_max,
    CASE WHEN c.facts ? 'experience' THEN (c.facts #>> '{experience,min}')::integer ELSE p.experience_years_min END AS experience_years_min,
    CASE WHEN c.facts ? 'experience' THEN (c.facts #>> '{experience,max}')::integer ELSE p.experience_years_max END AS experience_years_max,
    CASE WHEN c.facts ? 'languages' THEN ARRAY(SELECT jsonb_array_elements_text(c.facts -> 'languages')) ELSE p.languages END AS languages,
    CASE WHEN c.facts ? 'skills' THEN ARRAY(SELECT jsonb_array_elements_text(c.facts -> 'skills')) ELSE p.skills END AS skills,
    c.facts::jsonb AS corrections,
    coalesce(c.version, 0) AS corrections_version,
    -- What the crawler found, in the form of job.fact_values.
    jsonb_build_object(
        'workplaceType', p.workplace_type, 'employmentType', p.employment_type, 'careerLevel', p.career_level,
        'pay', CASE WHEN p.compensation_period IS NOT NULL AND coalesce(p.compensation_min, p.compensation_max) IS NOT NULL
            THEN jsonb_build_object('min', p.compensation_min, 'max', p.compensation_max,
                'currency', p.compensation_currency, 'period', p.compensation_period) END,
        'experience', CASE WHEN p.experience_years_min IS NOT NULL
            THEN jsonb_build_object('min', p.experience_years_min, 'max', p.experience_years_max) END,
        'languages', to_jsonb(p.languages), 'skills', to_jsonb(p.skills),
        -- The places that are shown are these, or corrections -> 'places' where there are any.
        'places', (SELECT coalesce(jsonb_agg(jsonb_build_object('city', l.city, 'region', l.region, 'country', l.country,
                'countryCode', l.country_code, 'primary', l.is_primary) ORDER BY l.is_primary DESC, l.position), '[]')
            FROM crawler.job_post_location l WHERE l.post_id = p.id)) AS found
FROM crawler.job_post p LEFT JOIN job.fact_correction c ON c.post_id = p.id;
GRANT SELECT ON crawler.corrected_post TO rolecall_jobs;
