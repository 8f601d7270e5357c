-- +goose Up

-- The order of open postings carries their titles too: the newest postings with a word in their title, which a search
-- shows first, are then found without touching a posting, however many there are.
CREATE INDEX job_post_open_newest_titles ON crawler.job_post (listed_at DESC, id DESC)
    INCLUDE (workplace_type, employment_type, career_level, yearly_max, compensation_currency, title) WHERE closed_at IS NULL;
DROP INDEX crawler.job_post_open_newest;
ALTER INDEX crawler.job_post_open_newest_titles RENAME TO job_post_open_newest;
