-- +goose Up

-- The words of the title or the text that a fact stands on, by the fact's name as in fact_sources.
ALTER TABLE crawler.job_post ADD COLUMN fact_evidence jsonb NOT NULL DEFAULT '{}';
