-- +goose Up

-- The keys of step 8 know all that this index knew. Its function stays for services that are yet to be replaced.
DROP INDEX crawler.job_post_open_title_kinds;
