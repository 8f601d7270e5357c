-- +goose Up

-- Who follows which employer. A row names one board of the employer; whoever follows it follows all boards of the same
-- company. Boards exist before their company is resolved, and two of them may turn out to be of one company.
CREATE TABLE job.follow (
    user_id     uuid        NOT NULL,
    target_id   uuid        NOT NULL, -- of crawler.pull_target, which loses no rows
    followed_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, target_id)
);
GRANT SELECT, INSERT, DELETE ON job.follow TO rolecall_jobs;
