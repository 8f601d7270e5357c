-- +goose Up

-- Nothing caches answers about companies any more.
DROP SEQUENCE job.company_stamp;
