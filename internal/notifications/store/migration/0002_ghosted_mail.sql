-- +goose Up

-- One mail per user and run about ghosted applications: it is written when the run is over.
ALTER TABLE notification.ghosted_alert ADD COLUMN mail_due boolean NOT NULL DEFAULT false;
CREATE INDEX ghosted_alert_mail_due ON notification.ghosted_alert (user_id) WHERE mail_due;

-- Lists from which a user has unsubscribed while the notices continue. The specified preferences have no switch for it.
CREATE TABLE notification.mail_ended (
    user_id  uuid        NOT NULL,
    list     text        NOT NULL CHECK (list IN ('ghosted')),
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, list)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.mail_ended TO rolecall_notifications;
