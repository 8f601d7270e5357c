-- +goose Up

ALTER TABLE applications.timeline
    ADD COLUMN moved_at    timestamptz NOT NULL DEFAULT '-infinity', -- when the user made the move; it can be undone for a while
    ADD COLUMN set_applied boolean     NOT NULL DEFAULT false,       -- the move set the application's applied_at
    ADD COLUMN corrected   boolean     NOT NULL DEFAULT false;       -- entered or changed afterwards
-- A user may correct the history of an application.
GRANT UPDATE (status, occurred_at, corrected), DELETE ON applications.timeline TO rolecall_applications;

-- Deleted applications, as long as they can be brought back.
CREATE TABLE applications.deleted (
    id          uuid PRIMARY KEY,
    user_id     uuid        NOT NULL,
    deleted_at  timestamptz NOT NULL,
    call_key    text        NOT NULL, -- of the call in the outbox that reports the deletion afterwards
    application jsonb       NOT NULL,
    timeline    jsonb       NOT NULL
);
CREATE INDEX deleted_owner ON applications.deleted (user_id);
CREATE INDEX deleted_age ON applications.deleted (deleted_at);
GRANT SELECT, INSERT, DELETE ON applications.deleted TO rolecall_applications;
