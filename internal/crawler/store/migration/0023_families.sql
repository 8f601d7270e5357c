-- +goose Up
-- The families are those that the crawler's registry lists; it checks them when a board is added. Naming them here as
-- well would make every new family a migration.
ALTER TABLE crawler.pull_target DROP CONSTRAINT pull_target_source_known;
ALTER TABLE crawler.pull_target ADD CONSTRAINT pull_target_source_name CHECK (source_type ~ '^[a-z][a-z0-9]{1,30}$');
