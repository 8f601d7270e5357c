-- +goose Up

ALTER TABLE notification.notification DROP CONSTRAINT notification_type_known;
ALTER TABLE notification.notification ADD CONSTRAINT notification_type_known CHECK (type IN ('INTERVIEW_REMINDER', 'GHOSTED_ALERT',
    'CUSTOM_REMINDER', 'SECURITY_RECOMMENDATION', 'JOB_ALERT'));

-- A posting that matches a saved search, copied from job search. The key states that a user is told of a posting once,
-- whichever searches match it and however often it is copied.
CREATE TABLE notification.alert_hit (
    user_id     uuid        NOT NULL,
    job_id      uuid        NOT NULL,
    filter_id   uuid        NOT NULL,
    filter_name text        NOT NULL,
    rhythm      text        NOT NULL CONSTRAINT alert_hit_rhythm_known CHECK (rhythm IN ('AT_ONCE', 'DAILY', 'WEEKLY')),
    title       text        NOT NULL,
    title_marks jsonb       NOT NULL,
    company     text        NOT NULL,
    location    text,
    reasons     jsonb       NOT NULL,
    matched_at  timestamptz NOT NULL,
    due_at      timestamptz NOT NULL, -- when to tell it
    alert_id    uuid,                 -- the alert that told it; its notice has the same id
    told_at     timestamptz,
    PRIMARY KEY (user_id, job_id),
    CONSTRAINT alert_hit_told CHECK ((alert_id IS NULL) = (told_at IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX alert_hit_due ON notification.alert_hit (due_at, user_id) WHERE told_at IS NULL;
CREATE INDEX alert_hit_waiting ON notification.alert_hit (user_id) WHERE told_at IS NULL;
-- Pages of what was told, newest alert first.
CREATE INDEX alert_hit_newest ON notification.alert_hit (user_id, told_at DESC, alert_id, matched_at DESC, job_id) WHERE told_at IS NOT NULL;
CREATE INDEX alert_hit_told_at ON notification.alert_hit (told_at) WHERE told_at IS NOT NULL; -- for pruning

-- One row per user who has changed a setting; without a row the defaults apply.
CREATE TABLE notification.alert_settings (
    user_id     uuid PRIMARY KEY,
    hour        integer     NOT NULL CHECK (hour BETWEEN 0 AND 23),
    weekday     text        NOT NULL CONSTRAINT alert_settings_weekday_known
        CHECK (weekday IN ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
    quiet_from  integer     CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until integer     CHECK (quiet_until BETWEEN 0 AND 23),
    email       boolean     NOT NULL,
    in_app      boolean     NOT NULL,
    updated_at  timestamptz NOT NULL,
    CONSTRAINT alert_settings_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification.alert_hit, notification.alert_settings TO rolecall_notifications;
