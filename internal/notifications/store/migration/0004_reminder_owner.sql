-- +goose Up
-- Erasing and exporting a user's data. The other indexes leave out reminders that have fired or were cancelled.
CREATE INDEX custom_reminder_user ON notification.custom_reminder (user_id);
