-- +goose Up

-- Passes on schedule have no request. What an administrator wants to know of them stands with their lock.
ALTER TABLE crawler.pass_lock
    ADD COLUMN by_schedule  boolean NOT NULL DEFAULT false, -- the holder, if there is one, runs a scheduled pass
    ADD COLUMN succeeded_at timestamptz;                    -- end of the last scheduled pass that succeeded
GRANT SELECT (kind, lease_expires_at, by_schedule, scheduled_at, succeeded_at) ON crawler.pass_lock TO rolecall_jobs;
