-- +goose Up

-- Who is importing a file, so that a user imports one at a time on however many replicas. A row that its process did not
-- live to delete counts until its time has passed.
CREATE TABLE applications.import_run (
    user_id uuid PRIMARY KEY,
    id      uuid        NOT NULL,
    until   timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.import_run TO rolecall_applications;
