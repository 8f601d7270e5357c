-- +goose Up
CREATE SCHEMA IF NOT EXISTS notification; -- the migration tool creates it first; repeated for sqlc

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
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.preferences TO rolecall_notifications;

-- The zone in which times are shown to a user; without a row it is the deployment's.
CREATE TABLE notification.time_zone (
    user_id    uuid PRIMARY KEY,
    zone       text        NOT NULL,
    updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.time_zone TO rolecall_notifications;

-- The language of a user's notices and mails, as identity reported it; without a row it is English.
CREATE TABLE notification.language (
    user_id    uuid PRIMARY KEY,
    language   text        NOT NULL,
    changed_at timestamptz NOT NULL, -- by identity's clock; an older change does not replace a newer one
    CONSTRAINT language_code CHECK (language ~ '^[a-z]{2}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.language TO rolecall_notifications;

-- Lists from which a user has unsubscribed while the notices continue. The specified preferences have no switch for it.
CREATE TABLE notification.mail_ended (
    user_id  uuid        NOT NULL,
    list     text        NOT NULL CHECK (list IN ('ghosted')),
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, list)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.mail_ended TO rolecall_notifications;

-- The in-app centre. Counts read an index alone only where the table was vacuumed, hence the frequent vacuum.
CREATE TABLE notification.notification (
    id             uuid PRIMARY KEY,
    user_id        uuid        NOT NULL,
    type           varchar(50) NOT NULL,
    title          text        NOT NULL,
    message        text        NOT NULL,
    read           boolean     NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now(),
    application_id uuid,
    reminder_id    uuid, -- so that a reminder can be snoozed from its notice
    CONSTRAINT notification_type_known CHECK (type IN ('INTERVIEW_REMINDER', 'GHOSTED_ALERT', 'CUSTOM_REMINDER',
        'SECURITY_RECOMMENDATION', 'JOB_ALERT', 'CHANNEL_OFF'))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.05);
-- Pages of all notices, and of read or unread ones; counts use the same indexes.
CREATE INDEX notification_newest ON notification.notification (user_id, created_at DESC, id DESC);
CREATE INDEX notification_by_read ON notification.notification (user_id, read, created_at DESC, id DESC);
CREATE UNIQUE INDEX notification_one_recommendation ON notification.notification (user_id) WHERE type = 'SECURITY_RECOMMENDATION';
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.notification TO rolecall_notifications;

-- Users who got the recommendation to turn on two-factor login. A row outlives the notice, which the user may delete.
CREATE TABLE notification.recommendation_log (
    user_id uuid PRIMARY KEY,
    sent_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.recommendation_log TO rolecall_notifications;

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
    repeat         text,
    repeat_from    timestamp, -- clock time of the first; it has no zone, so the repeats keep it in any
    repeat_of      uuid,      -- the fired reminder that this one follows
    snooze_of      uuid,      -- the fired reminder that this one brings back
    about          text        NOT NULL DEFAULT '', -- position and company when it was set, for when applications is away
    CONSTRAINT custom_reminder_channels_known CHECK (channels <@ ARRAY['IN_APP', 'EMAIL'] AND cardinality(channels) BETWEEN 1 AND 2),
    CONSTRAINT custom_reminder_stage_known CHECK (stage IN ('SCREENING', 'INTERVIEW', 'OFFER')),
    CONSTRAINT custom_reminder_status_known CHECK (status IN ('SCHEDULED', 'FIRED', 'CANCELLED')),
    CONSTRAINT custom_reminder_channels_fired_known CHECK (channels_fired IN ('', 'IN_APP', 'EMAIL', 'IN_APP,EMAIL')),
    CONSTRAINT custom_reminder_fired CHECK (CASE WHEN status = 'FIRED' THEN fired_at_utc IS NOT NULL AND channels_fired IS NOT NULL
                                                 ELSE fired_at_utc IS NULL AND channels_fired IS NULL END),
    CONSTRAINT custom_reminder_repeat_known CHECK (repeat IN ('DAILY', 'WEEKLY', 'MONTHLY')),
    CONSTRAINT custom_reminder_repeat_from CHECK ((repeat IS NULL) = (repeat_from IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02);
-- The dispatcher reads the oldest first; the owner is included so that it can skip users without reading the table.
CREATE INDEX custom_reminder_due ON notification.custom_reminder (trigger_at_utc, id) INCLUDE (user_id) WHERE status = 'SCHEDULED';
CREATE INDEX custom_reminder_owner ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status <> 'CANCELLED';
CREATE INDEX custom_reminder_of_application ON notification.custom_reminder (user_id, application_id, trigger_at_utc, id)
    WHERE status <> 'CANCELLED';
-- For counting the scheduled reminders of a user, and for the calendar, which reads them soonest first.
CREATE INDEX custom_reminder_scheduled ON notification.custom_reminder (user_id, trigger_at_utc, id) WHERE status = 'SCHEDULED';
-- A reminder that repeats leaves the next one when it fires, and one that is snoozed after it fired leaves a copy. Neither
-- happens twice.
CREATE UNIQUE INDEX custom_reminder_one_repeat ON notification.custom_reminder (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE UNIQUE INDEX custom_reminder_one_snooze ON notification.custom_reminder (snooze_of)
    WHERE snooze_of IS NOT NULL AND status = 'SCHEDULED';
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.custom_reminder TO rolecall_notifications;

-- Reminders of next steps that were sent, each once.
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
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.interview_reminder_log TO rolecall_notifications;

-- The private calendar feed. The token is derived from the nonce with a key of the service, so it can be shown again although
-- only its hash is stored: the table alone opens no feed.
CREATE TABLE notification.calendar_token (
    user_id    uuid PRIMARY KEY,
    nonce      bytea       NOT NULL,
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT calendar_token_key UNIQUE (token_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.calendar_token TO rolecall_notifications;

-- When each scheduler last finished, so that a run missed while no process was up is caught up with.
CREATE TABLE notification.scheduler (
    name        text PRIMARY KEY,
    last_run_at timestamptz NOT NULL,
    failures    integer     NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.scheduler TO rolecall_notifications;

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
CREATE INDEX outbox_finished ON notification.outbox ((coalesce(delivered_at, given_up_at)))
    WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON notification.outbox (given_up_at) WHERE given_up_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.outbox TO rolecall_notifications;
