-- +goose Up

-- Places can be corrected too.
ALTER DOMAIN job.fact_values DROP CONSTRAINT fact_names_known;
ALTER DOMAIN job.fact_values ADD CONSTRAINT fact_names_known CHECK (jsonb_typeof(VALUE) = 'object' AND VALUE
    - ARRAY['workplaceType', 'employmentType', 'careerLevel', 'pay', 'experience', 'languages', 'skills', 'places'] = '{}');
ALTER DOMAIN job.fact_values ADD CONSTRAINT fact_places_list CHECK (jsonb_typeof(VALUE -> 'places') = 'array');

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

-- For those that were made before, the security events know it, as long as they are kept.
INSERT INTO job.correction_made (post_id, fact, account_id, made_at)
SELECT c.post_id, f.fact, e.account_id, coalesce(e.at, now())
FROM job.fact_correction c CROSS JOIN LATERAL jsonb_object_keys(c.facts) f (fact)
LEFT JOIN LATERAL (SELECT a.account_id, a.at FROM job.audit_event a WHERE a.kind = 'posting.corrected'
    AND a.detail ->> 'posting' = c.post_id::text AND a.detail ->> 'fact' = f.fact ORDER BY a.id DESC LIMIT 1) e ON true;
