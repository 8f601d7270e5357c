-- +goose Up

-- The text is packed with every change and unpacked with every look at a posting; lz4 does either several times
-- faster than the default. Rows there already keep what they have. Not every build of PostgreSQL has it.
-- +goose StatementBegin
DO $$ BEGIN
    ALTER TABLE crawler.job_post ALTER COLUMN description SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;
-- +goose StatementEnd
