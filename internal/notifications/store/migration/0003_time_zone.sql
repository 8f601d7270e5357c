-- +goose Up

-- The zone in which times are shown to a user; without a row it is the deployment's.
CREATE TABLE notification.time_zone (
    user_id    uuid PRIMARY KEY,
    zone       text        NOT NULL,
    updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.time_zone TO rolecall_notifications;
