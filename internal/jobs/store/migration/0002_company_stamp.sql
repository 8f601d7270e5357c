-- +goose Up

-- A stamp of the companies, moved after every write of one or of a board's company, as crawler.data_stamp is for
-- postings: answers that show companies are remembered under both.
CREATE SEQUENCE job.company_stamp;
GRANT USAGE, SELECT ON SEQUENCE job.company_stamp TO rolecall_jobs;
