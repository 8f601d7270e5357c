-- +goose Up
CREATE SCHEMA IF NOT EXISTS notification; -- created before the first migration; repeated for sqlc

-- One row per user who has changed a preference; without a row the defaults apply.
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
    application_id uuid,
    CONSTRAINT notification_type_known CHECK (type IN ('INTERVIEW_REMINDER', 'GHOSTED_ALERT', 'CUSTOM_REMINDER', 'SECURITY_RECOMMENDATION'))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05); -- counts read the index alone only where the table was vacuumed
-- Pages of all notices, and of read or unread ones; counts use the same indexes.
CREATE INDEX notification_newest ON notification.notification (user_id, created_at DESC, id DESC);
CREATE INDEX notification_by_read ON notification.notification (user_id, read, created_at DESC, id DESC);
CREATE UNIQUE INDEX notification_one_recommendation ON notification.notification (user_id) WHERE type = 'SECURITY_RECOMMENDATION';

-- Once per user: it outlives the notice, which the user may delete.
CREATE TABLE notification.recommendation_log (
    user_id uuid PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE notification.custom_reminder (
    id             uuid PRIMARY KEY,
    user_id        uuid        NOT NULL,
    application_id uuid        NOT NULL,
    title          text        NOT NULL CHECK (btrim(title) <> ''),
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
    CONSTRAINT custom_reminder_channels_fired_known CHECK (channels_fired IN ('', 'IN_APP', 'EMAIL', 'IN_APP,EMAIL')),
    CONSTRAINT custom_reminder_fired CHECK (CASE WHEN status = 'FIRED' THEN fired_at_utc IS NOT NULL AND channels_fired IS NOT NULL
                                                 ELSE fired_at_utc IS NULL AND channels_fired IS NULL END)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
-- The dispatcher reads it from the oldest on; the owner is included so that it can skip users without reading the table.
CREATE INDEX custom_reminder_due ON notification.custom_reminder (trigger_at_utc, id) INCLUDE (user_id) WHERE status = 'SCHEDULED';
CREATE INDEX custom_reminder_owner ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status <> 'CANCELLED';
CREATE INDEX custom_reminder_of_application ON notification.custom_reminder (user_id, application_id, trigger_at_utc, id) WHERE status <> 'CANCELLED';

CREATE TABLE notification.interview_reminder_log (
    id              uuid PRIMARY KEY,
    user_id         uuid        NOT NULL,
    application_id  uuid        NOT NULL,
    reminder_offset text        NOT NULL CHECK (reminder_offset IN ('H24', 'H1')),
    next_step_date  date        NOT NULL,
    channels        text        NOT NULL CHECK (channels IN ('in_app', 'in_app,email')),
    sent_at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT interview_reminder_log_once UNIQUE (user_id, application_id, reminder_offset)
);

CREATE TABLE notification.digest_run (
    id            uuid PRIMARY KEY,
    user_id       uuid        NOT NULL,
    sent_at       timestamptz NOT NULL DEFAULT now(),
    week          date        NOT NULL GENERATED ALWAYS AS (date_trunc('week', sent_at AT TIME ZONE 'UTC')::date) STORED, -- the Monday of its ISO week
    job_count     integer     NOT NULL DEFAULT 0,
    status        text        NOT NULL CHECK (status IN ('sent', 'failed', 'skipped')),
    error_message text
);
CREATE UNIQUE INDEX digest_run_one_sent ON notification.digest_run (user_id, week) WHERE status = 'sent';
CREATE INDEX digest_run_of_user ON notification.digest_run (user_id, sent_at DESC);

-- Divides the digests of a week among processes. That a digest is mailed once is ensured by the dedupe key in the outbox.
CREATE TABLE notification.digest_claim (
    week         date        NOT NULL,
    user_id      uuid        NOT NULL,
    tried_at     timestamptz,
    enqueued     boolean     NOT NULL DEFAULT false, -- the mail is in the outbox
    locked_by    uuid,
    locked_until timestamptz,
    PRIMARY KEY (week, user_id)
);
CREATE INDEX digest_claim_of_user ON notification.digest_claim (user_id);

-- The intent to advance an application, written before the call, so that the alert follows after a crash too. One per
-- period of inactivity: the key contains the last activity.
CREATE TABLE notification.ghosted_alert (
    id               uuid PRIMARY KEY, -- the operationId of the status call
    user_id          uuid        NOT NULL,
    application_id   uuid        NOT NULL,
    job_title        text        NOT NULL,
    company          text        NOT NULL,
    last_activity_at timestamptz NOT NULL,
    state            text        NOT NULL DEFAULT 'intended' CHECK (state IN ('intended', 'alerted', 'advanced', 'dropped')),
    locked_until     timestamptz, -- claimed by a process until then
    created_at       timestamptz NOT NULL DEFAULT now(),
    finished_at      timestamptz,
    CONSTRAINT ghosted_alert_episode UNIQUE (application_id, last_activity_at),
    CONSTRAINT ghosted_alert_finished CHECK ((state = 'intended') = (finished_at IS NULL))
);
CREATE INDEX ghosted_alert_open ON notification.ghosted_alert (created_at, id) WHERE state = 'intended';
CREATE INDEX ghosted_alert_of_user ON notification.ghosted_alert (user_id);

-- The private calendar feed. The token is derived from the nonce with a key of the service, so it can be shown again although
-- only its hash is stored: the table alone opens no feed.
CREATE TABLE notification.calendar_token (
    user_id    uuid PRIMARY KEY,
    nonce      bytea       NOT NULL,
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT calendar_token_key UNIQUE (token_hash)
);

-- When each scheduler last finished, so that a run missed while no process was up is caught up with.
CREATE TABLE notification.scheduler (
    name        text PRIMARY KEY,
    last_run_at timestamptz NOT NULL,
    failures    integer     NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL
);

-- Mail and calls to be made, written in the transaction of what they are about (see package outbox).
-- The service's role needs SELECT, INSERT, UPDATE and DELETE on it.
CREATE TABLE notification.outbox (
    id              uuid PRIMARY KEY,
    kind            text        NOT NULL,
    dedupe_key      text        NOT NULL,
    owner           uuid,                 -- whose share of a batch it uses; null counts as one more owner
    payload         bytea,                -- emptied once delivered or given up
    sealed          boolean     NOT NULL DEFAULT false,
    attempts        integer     NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    due_at          timestamptz NOT NULL, -- when it is to go out; its age counts from here
    next_attempt_at timestamptz NOT NULL, -- due_at at first, then the next try; while leased, the end of the lease
    locked_by       text,
    locked_until    timestamptz,
    delivered_at    timestamptz,
    given_up_at     timestamptz,
    last_error      text,
    CONSTRAINT outbox_dedupe_key UNIQUE (dedupe_key),
    CONSTRAINT outbox_one_end CHECK (delivered_at IS NULL OR given_up_at IS NULL),
    CONSTRAINT outbox_lease CHECK ((locked_by IS NULL) = (locked_until IS NULL)),
    CONSTRAINT outbox_emptied CHECK (payload IS NULL OR (delivered_at IS NULL AND given_up_at IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);

-- A claim reads the oldest rows from the first, and steps from owner to owner along the second.
CREATE INDEX outbox_waiting ON notification.outbox (next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outbox_waiting_of_owner ON notification.outbox (owner, next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
-- For pruning, and for counting what was given up.
CREATE INDEX outbox_finished ON notification.outbox ((coalesce(delivered_at, given_up_at))) WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON notification.outbox (given_up_at) WHERE given_up_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON notification.preferences, notification.notification, notification.recommendation_log,
    notification.custom_reminder, notification.interview_reminder_log, notification.digest_run, notification.digest_claim,
    notification.ghosted_alert, notification.calendar_token, notification.scheduler, notification.outbox
    TO rolecall_notifications;
