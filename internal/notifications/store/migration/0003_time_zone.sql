-- +goose Up

-- In which zone notices and mails write times to a person; without a row it is the deployment's.
CREATE TABLE notification.time_zone (
    user_id    uuid PRIMARY KEY,
    zone       text        NOT NULL,
    updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.time_zone TO rolecall_notifications;
