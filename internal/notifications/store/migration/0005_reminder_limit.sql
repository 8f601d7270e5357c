-- +goose Up

-- How many reminders a user has scheduled is counted before each new one, and the calendar reads them soonest first.
CREATE INDEX custom_reminder_scheduled ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status = 'SCHEDULED';
