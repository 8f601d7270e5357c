-- +goose Up

-- The language of a person's notices and mails, as identity told it; without a row it is English.
CREATE TABLE notification.language (
    user_id    uuid PRIMARY KEY,
    language   text        NOT NULL,
    changed_at timestamptz NOT NULL, -- by identity's clock; an older change does not replace a newer one
    CONSTRAINT language_code CHECK (language ~ '^[a-z]{2}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.language TO rolecall_notifications;
