-- +goose Up
-- One index for a user's reminders by time and for all of them: every firing writes each index without a status of its own.
DROP INDEX notification.custom_reminder_user;
DROP INDEX notification.custom_reminder_owner;
CREATE INDEX custom_reminder_owner ON notification.custom_reminder (user_id, trigger_at_utc, id);
