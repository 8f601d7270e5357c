-- +goose Up

-- Whether an application without activity may be marked as ghosted, and whether any of a user's may.
ALTER TABLE applications.application ADD COLUMN ghosting boolean NOT NULL DEFAULT true;
GRANT UPDATE (ghosting) ON applications.application TO rolecall_applications;

CREATE TABLE applications.setting (
    user_id  uuid PRIMARY KEY,
    ghosting boolean NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.setting TO rolecall_applications;
