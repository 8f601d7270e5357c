-- name: CountPending :one
SELECT (SELECT count(*) FROM crawler.job_post p WHERE p.enrichment_status = 'pending')
     + (SELECT count(*) FROM crawler.job_post o WHERE o.enrichment_status <> 'pending' AND o.enrichment_version < @version::integer) AS pending;

-- name: ClaimFresh :many
-- The attempt is counted before it is made, so that it counts even if the process dies.
UPDATE crawler.job_post SET enrichment_attempts = enrichment_attempts + 1
WHERE id IN (SELECT p.id FROM crawler.job_post p WHERE p.enrichment_status = 'pending' AND p.enrichment_attempts = 0
             ORDER BY p.id LIMIT @most FOR UPDATE SKIP LOCKED)
RETURNING id;

-- name: ClaimOutdated :many
UPDATE crawler.job_post SET enrichment_status = 'pending', enrichment_attempts = 1
WHERE id IN (SELECT p.id FROM crawler.job_post p WHERE p.enrichment_status <> 'pending' AND p.enrichment_version < @version
             LIMIT @most FOR UPDATE SKIP LOCKED)
RETURNING id;

-- name: ClaimSuspect :many
-- Claims one posting whose earlier attempt did not finish. It is tried alone, so that it cannot fail others.
UPDATE crawler.job_post SET enrichment_attempts = enrichment_attempts + 1
WHERE id = (SELECT p.id FROM crawler.job_post p
            WHERE p.enrichment_status = 'pending' AND p.enrichment_attempts > 0 AND p.enrichment_attempts < @tries AND NOT p.id = ANY(@tried::uuid[])
            ORDER BY p.enrichment_attempts, p.id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id;

-- name: GiveUpSpent :execrows
-- Fails postings that had all their attempts and whose last process died.
UPDATE crawler.job_post
SET enrichment_status = 'failed', enrichment_version = @version, enrichment_error = coalesce(enrichment_error, 'the attempt did not finish')
WHERE id IN (SELECT p.id FROM crawler.job_post p WHERE p.enrichment_status = 'pending' AND p.enrichment_attempts >= @tries
             FOR UPDATE SKIP LOCKED);

-- name: UnclaimPostings :exec
-- Takes the attempt back: the process was stopped before it finished.
UPDATE crawler.job_post SET enrichment_attempts = enrichment_attempts - 1
WHERE id IN (SELECT p.id FROM crawler.job_post p WHERE p.id = ANY(@ids::uuid[]) AND p.enrichment_status = 'pending' AND p.enrichment_attempts > 0
             FOR UPDATE SKIP LOCKED);

-- name: PostingTexts :many
SELECT p.id, p.title, left(p.description, @longest::integer)::text AS description, p.board, p.content_hash, t.company_name,
       coalesce((SELECT jsonb_agg(jsonb_build_object('city', l.city, 'region', l.region, 'country', l.country, 'countryCode', l.country_code,
                    'primary', l.is_primary) ORDER BY l.position) FROM crawler.job_post_location l WHERE l.post_id = p.id), '[]')::jsonb AS places
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
WHERE p.id = ANY(@ids::uuid[]) AND p.enrichment_status = 'pending';

-- name: LockFree :many
-- Locks the postings that no other transaction has locked. A crawl locks postings in another order, so waiting here could
-- deadlock.
SELECT id FROM crawler.job_post WHERE id = ANY(@ids::uuid[]) FOR UPDATE SKIP LOCKED;

-- name: WriteFacts :many
-- A posting whose text has changed since it was read stays pending: these facts describe the old text. change_xid moves
-- when a searched fact changes; fact_sources, fact_evidence and experience_years_max are not searched.
UPDATE crawler.job_post p
SET workplace_type = f.workplace_type, employment_type = f.employment_type, career_level = f.career_level,
    compensation_min = f.compensation_min, compensation_max = f.compensation_max,
    compensation_min_exact = f.compensation_min_exact, compensation_max_exact = f.compensation_max_exact,
    compensation_currency = f.compensation_currency, compensation_period = f.compensation_period,
    languages = f.languages, skills = f.skills, requirements = f.requirements,
    experience_years_min = f.experience_years_min, experience_years_max = f.experience_years_max, fact_sources = f.fact_sources,
    fact_evidence = f.fact_evidence,
    enrichment_status = 'done', enrichment_attempts = 0, enrichment_version = @version, enrichment_error = NULL
FROM jsonb_to_recordset(@facts::jsonb) AS f (id uuid, content_hash text, workplace_type text, employment_type text, career_level text,
    compensation_min bigint, compensation_max bigint, compensation_min_exact numeric, compensation_max_exact numeric,
    compensation_currency text, compensation_period text,
    languages text[], skills text[], requirements text[], experience_years_min integer, experience_years_max integer, fact_sources jsonb,
    fact_evidence jsonb)
WHERE p.id = f.id AND p.enrichment_status = 'pending' AND p.content_hash = decode(f.content_hash, 'hex')
RETURNING p.id, (p.change_xid = pg_current_xact_id())::boolean AS changed;

-- name: FailPosting :exec
UPDATE crawler.job_post
SET enrichment_error = @reason, enrichment_version = CASE WHEN enrichment_attempts >= @tries THEN @version ELSE enrichment_version END,
    enrichment_status = CASE WHEN enrichment_attempts >= @tries THEN 'failed' ELSE enrichment_status END
WHERE id = @id AND enrichment_status = 'pending';
