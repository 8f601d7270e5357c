-- +goose Up

-- For counting the scheduled reminders of a user, and for the calendar, which reads them soonest first.
CREATE INDEX custom_reminder_scheduled ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status = 'SCHEDULED';
