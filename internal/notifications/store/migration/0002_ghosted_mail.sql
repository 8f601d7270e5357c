-- +goose Up

-- The mail about silent applications is one per user and run: it is written once the run is over, from what is due.
ALTER TABLE notification.ghosted_alert ADD COLUMN mail_due boolean NOT NULL DEFAULT false;
CREATE INDEX ghosted_alert_mail_due ON notification.ghosted_alert (user_id) WHERE mail_due;

-- Mail that a user has ended with the link in it, while the notices go on. The preferences of the specification have no
-- switch for it.
CREATE TABLE notification.mail_ended (
    user_id  uuid        NOT NULL,
    list     text        NOT NULL CHECK (list IN ('ghosted')),
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, list)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.mail_ended TO rolecall_notifications;
