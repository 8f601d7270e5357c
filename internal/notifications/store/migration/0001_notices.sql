-- +goose Up
CREATE SCHEMA IF NOT EXISTS notification; -- made before the first migration; said again for sqlc

-- One row per user who has ever changed something; without a row the defaults hold.
CREATE TABLE notification.preferences (
    user_id                      uuid PRIMARY KEY,
    weekly_digest_email          boolean     NOT NULL DEFAULT false,
    in_app_notifications_enabled boolean     NOT NULL DEFAULT true,
    interview_reminders          boolean     NOT NULL DEFAULT true,
    interview_reminder_email     boolean     NOT NULL DEFAULT true,
    ghosted_alert                boolean     NOT NULL DEFAULT true,
    created_at                   timestamptz NOT NULL DEFAULT now(),
    updated_at                   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX preferences_digest ON notification.preferences (user_id) WHERE weekly_digest_email;

CREATE TABLE notification.notification (
    id             uuid PRIMARY KEY,
    user_id        uuid        NOT NULL,
    type           varchar(50) NOT NULL,
    title          text        NOT NULL,
    message        text        NOT NULL,
    read           boolean     NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now(),
    application_id uuid
);
CREATE INDEX notification_newest ON notification.notification (user_id, created_at DESC, id DESC);
CREATE INDEX notification_unread ON notification.notification (user_id, created_at DESC, id DESC) WHERE NOT read;
-- Once per user for ever.
CREATE UNIQUE INDEX notification_one_recommendation ON notification.notification (user_id) WHERE type = 'SECURITY_RECOMMENDATION';

CREATE TABLE notification.custom_reminder (
    id             uuid PRIMARY KEY,
    user_id        uuid        NOT NULL,
    application_id uuid        NOT NULL,
    title          text        NOT NULL CHECK (char_length(title) >= 1 AND btrim(title) <> ''),
    note           text,
    trigger_at_utc timestamptz NOT NULL,
    channels       text[]      NOT NULL,
    stage          text,
    status         text        NOT NULL DEFAULT 'SCHEDULED',
    channels_fired text,
    fired_at_utc   timestamptz,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT custom_reminder_channels_known CHECK (channels <@ ARRAY['IN_APP', 'EMAIL'] AND cardinality(channels) BETWEEN 1 AND 2),
    CONSTRAINT custom_reminder_stage_known CHECK (stage IN ('SCREENING', 'INTERVIEW', 'OFFER')),
    CONSTRAINT custom_reminder_status_known CHECK (status IN ('SCHEDULED', 'FIRED', 'CANCELLED')),
    CONSTRAINT custom_reminder_fired CHECK ((status = 'FIRED') = (fired_at_utc IS NOT NULL AND channels_fired IS NOT NULL))
);
CREATE INDEX custom_reminder_due ON notification.custom_reminder (trigger_at_utc, id) WHERE status = 'SCHEDULED';
CREATE INDEX custom_reminder_owner ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status <> 'CANCELLED';
CREATE INDEX custom_reminder_of_application ON notification.custom_reminder (user_id, application_id, trigger_at_utc, id) WHERE status <> 'CANCELLED';

CREATE TABLE notification.interview_reminder_log (
    id              uuid PRIMARY KEY,
    user_id         uuid        NOT NULL,
    application_id  uuid        NOT NULL,
    reminder_offset text        NOT NULL CHECK (reminder_offset IN ('H24', 'H1')),
    next_step_date  date        NOT NULL,
    channels        text        NOT NULL,
    sent_at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT interview_reminder_log_once UNIQUE (user_id, application_id, reminder_offset)
);

CREATE TABLE notification.digest_run (
    id            uuid PRIMARY KEY,
    user_id       uuid        NOT NULL,
    week          date        NOT NULL CHECK (extract(isodow FROM week) = 1), -- the Monday of its ISO week
    sent_at       timestamptz NOT NULL DEFAULT now(),
    job_count     integer     NOT NULL DEFAULT 0,
    status        text        NOT NULL CHECK (status IN ('sent', 'failed', 'skipped')),
    error_message text
);
CREATE UNIQUE INDEX digest_run_one_sent ON notification.digest_run (user_id, week) WHERE status = 'sent';
CREATE INDEX digest_run_of_user ON notification.digest_run (user_id, sent_at DESC);

-- The intent to advance an application, written before the call, so that a crash between the call and the alert is
-- taken up again. One per silence: the key carries the activity that it followed.
CREATE TABLE notification.ghosted_alert (
    id               uuid PRIMARY KEY, -- the operationId of the status call
    user_id          uuid        NOT NULL,
    application_id   uuid        NOT NULL,
    job_title        text        NOT NULL,
    company          text        NOT NULL,
    last_activity_at timestamptz NOT NULL,
    state            text        NOT NULL DEFAULT 'intended' CHECK (state IN ('intended', 'alerted', 'advanced', 'dropped')),
    created_at       timestamptz NOT NULL DEFAULT now(),
    finished_at      timestamptz,
    CONSTRAINT ghosted_alert_episode UNIQUE (application_id, last_activity_at)
);
CREATE INDEX ghosted_alert_open ON notification.ghosted_alert (created_at, id) WHERE state = 'intended';

-- The private calendar feed: only a hash of the token is kept.
CREATE TABLE notification.calendar_token (
    user_id    uuid PRIMARY KEY,
    token      bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT calendar_token_key UNIQUE (token)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification.preferences, notification.notification, notification.custom_reminder,
    notification.interview_reminder_log, notification.digest_run, notification.ghosted_alert, notification.calendar_token
    TO rolecall_notifications;
