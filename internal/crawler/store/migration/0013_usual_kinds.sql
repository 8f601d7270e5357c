-- +goose Up

-- The words of what most people look for: full-time, and not every day in an office. Where two common words rarely meet, a
-- search reads the lists of both, and of these kinds they have an eighth of the length. Job search names the kinds in the
-- same words (internal/jobs/store/age.go).
CREATE INDEX job_post_open_search_usual ON crawler.job_post USING gin (document, to_tsvector('simple', crawler.apart(title)),
    crawler.search_tags(workplace_type, employment_type, career_level, listed_at), crawler.search_keys(place_names, workplace_type, skills, languages))
    WITH (gin_pending_list_limit = 512) WHERE closed_at IS NULL AND workplace_type IN ('remote', 'hybrid') AND employment_type = 'full-time';
