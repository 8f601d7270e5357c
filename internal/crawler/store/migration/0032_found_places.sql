-- +goose Up

-- Places can be corrected: what was found has them too. Nothing else of the view changes. The places that are shown are
-- those of crawler.job_post_location, or corrections -> 'places' where there are any.
CREATE OR REPLACE VIEW crawler.corrected_post WITH (security_invoker = true) AS
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
        'places', (SELECT coalesce(jsonb_agg(jsonb_build_object('city', l.city, 'region', l.region, 'country', l.country,
                'countryCode', l.country_code, 'primary', l.is_primary) ORDER BY l.is_primary DESC, l.position), '[]')
            FROM crawler.job_post_location l WHERE l.post_id = p.id)) AS found
FROM crawler.job_post p LEFT JOIN job.fact_correction c ON c.post_id = p.id;
