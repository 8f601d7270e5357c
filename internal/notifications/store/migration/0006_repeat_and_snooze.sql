-- +goose Up

-- A reminder that repeats leaves the next one when it fires, and one that was snoozed after it fired leaves a copy. The
-- indexes state that neither happens twice.
ALTER TABLE notification.custom_reminder
    ADD COLUMN repeat      text,
    ADD COLUMN repeat_from timestamp, -- clock time of the first; it has no zone, so the repeats keep it in any
    ADD COLUMN repeat_of   uuid,      -- the fired reminder that this one follows
    ADD COLUMN snooze_of   uuid,      -- the fired reminder that this one brings back
    ADD COLUMN about       text NOT NULL DEFAULT '', -- position and company when it was set, for when applications is away
    ADD CONSTRAINT custom_reminder_repeat_known CHECK (repeat IN ('DAILY', 'WEEKLY', 'MONTHLY')),
    ADD CONSTRAINT custom_reminder_repeat_from CHECK ((repeat IS NULL) = (repeat_from IS NULL));
CREATE UNIQUE INDEX custom_reminder_one_repeat ON notification.custom_reminder (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE UNIQUE INDEX custom_reminder_one_snooze ON notification.custom_reminder (snooze_of) WHERE snooze_of IS NOT NULL AND status = 'SCHEDULED';

-- The reminder of a notice, so that it can be snoozed from there.
ALTER TABLE notification.notification ADD COLUMN reminder_id uuid;
