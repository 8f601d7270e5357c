-- +goose Up
-- One index for a user's reminders by time and for all of them: every firing writes each index without a status of its own.
-- It is built before the others are dropped, since reminders cannot be read from then on until the end of the migration.
CREATE INDEX custom_reminder_of_user ON notification.custom_reminder (user_id, trigger_at_utc, id);
DROP INDEX notification.custom_reminder_user;
DROP INDEX notification.custom_reminder_owner;
