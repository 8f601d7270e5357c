-- +goose Up
-- Workplace and pay of a posting when it matched, for the message about it. NULL in rows from before.
ALTER TABLE notification.alert_hit ADD COLUMN facts jsonb;
