-- +goose Up

-- One import per user at a time, across all replicas. The row of a process that died is valid until its time has passed.
CREATE TABLE applications.import_run (
    user_id uuid PRIMARY KEY,
    id      uuid        NOT NULL,
    until   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.import_run TO rolecall_applications;
