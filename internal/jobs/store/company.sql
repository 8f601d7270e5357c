-- name: Company :one
SELECT id, slug, name, website, industry, size, headquarters, description, logo_url, tags, manually_edited, updated_at
FROM job.company WHERE slug = @slug;

-- name: EditCompany :one
UPDATE job.company SET name = @name, website = @website, industry = @industry, size = @size, headquarters = @headquarters,
    description = @description, logo_url = @logo_url, source = 'manual', manually_edited = true, updated_at = @now
WHERE slug = @slug
RETURNING id, slug, name, website, industry, size, headquarters, description, logo_url, tags, manually_edited, updated_at;

-- name: CompanyTargets :many
SELECT id FROM crawler.pull_target WHERE company_id = @company_id;

-- name: HasCompanies :one
SELECT EXISTS (SELECT FROM job.company);

-- Targets that another replica or the crawler holds this instant are passed over: it is theirs, or there is a next run.
-- The lock is the weaker one, so that postings of the target can be written meanwhile.

-- name: UnresolvedTargets :many
SELECT id, company_name, company_logo_url, company_website FROM crawler.pull_target
WHERE company_id IS NULL AND id > @after
ORDER BY id LIMIT @batch::bigint
FOR NO KEY UPDATE SKIP LOCKED;

-- Rows arrive in the order of their slugs, so that two replicas never wait for each other.

-- name: InsertCompanies :execrows
INSERT INTO job.company (id, slug, name, logo_url, website, source, created_at, updated_at)
SELECT n.id, n.slug, n.name, nullif(n.logo_url, ''), nullif(n.website, ''), 'crawl', @now::timestamptz, @now::timestamptz
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@slugs::text[]) AS slug, unnest(@names::text[]) AS name, unnest(@logo_urls::text[]) AS logo_url,
             unnest(@websites::text[]) AS website) n
ON CONFLICT ON CONSTRAINT company_slug_key DO NOTHING;

-- name: CompaniesBySlug :many
SELECT slug, id FROM job.company WHERE slug = ANY(@slugs::text[]);

-- name: AssignCompanies :execrows
UPDATE crawler.pull_target t SET company_id = a.company_id
FROM (SELECT unnest(@target_ids::uuid[]) AS target_id, unnest(@company_ids::uuid[]) AS company_id) a
WHERE t.id = a.target_id AND t.company_id IS NULL;
