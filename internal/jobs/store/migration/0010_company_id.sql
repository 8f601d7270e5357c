-- +goose Up

-- The id of a company is generated, whoever inserts it.
ALTER TABLE job.company ALTER COLUMN id SET DEFAULT gen_random_uuid();
