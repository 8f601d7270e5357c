-- +goose Up

CREATE TABLE notification.digest_run (
    id            uuid PRIMARY KEY,
    user_id       uuid        NOT NULL,
    sent_at       timestamptz NOT NULL DEFAULT now(),
    -- The Monday of its ISO week.
    week          date        NOT NULL GENERATED ALWAYS AS (date_trunc('week', sent_at AT TIME ZONE 'UTC')::date) STORED,
    job_count     integer     NOT NULL DEFAULT 0,
    status        text        NOT NULL CHECK (status IN ('sent', 'failed', 'skipped')),
    error_message text
);
CREATE UNIQUE INDEX digest_run_one_sent ON notification.digest_run (user_id, week) WHERE status = 'sent';
CREATE INDEX digest_run_of_user ON notification.digest_run (user_id, sent_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.digest_run TO rolecall_notifications;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.digest_claim TO rolecall_notifications;

-- The intent to advance an application, written before the call, so that the alert follows after a crash too. One per period
-- of inactivity: the key contains the last activity.
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
    mail_due         boolean     NOT NULL DEFAULT false, -- one mail per user and run, written when the run is over
    CONSTRAINT ghosted_alert_episode UNIQUE (application_id, last_activity_at),
    CONSTRAINT ghosted_alert_finished CHECK ((state = 'intended') = (finished_at IS NULL))
);
CREATE INDEX ghosted_alert_open ON notification.ghosted_alert (created_at, id) WHERE state = 'intended';
CREATE INDEX ghosted_alert_of_user ON notification.ghosted_alert (user_id);
CREATE INDEX ghosted_alert_mail_due ON notification.ghosted_alert (user_id) WHERE mail_due;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.ghosted_alert TO rolecall_notifications;

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
CREATE INDEX alert_hit_newest ON notification.alert_hit (user_id, told_at DESC, alert_id, matched_at DESC, job_id)
    WHERE told_at IS NOT NULL;
CREATE INDEX alert_hit_told_at ON notification.alert_hit (told_at) WHERE told_at IS NOT NULL; -- for pruning
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.alert_hit TO rolecall_notifications;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.alert_settings TO rolecall_notifications;

-- Where a user gets notices beside the app and mail: browsers, ntfy topics and webhooks.
CREATE TABLE notification.channel (
    id                uuid PRIMARY KEY,
    user_id           uuid        NOT NULL,
    kind              text        NOT NULL,
    name              text        NOT NULL,
    target            bytea       NOT NULL, -- address, topic and secrets, sealed for this id
    target_hash       bytea       NOT NULL, -- keyed hash of address and topic, to find the same one again
    host              text        NOT NULL, -- of the address, for the limit per host
    muted             text[]      NOT NULL DEFAULT '{}', -- types that it does not carry, so that a new type is carried
    enabled           boolean     NOT NULL DEFAULT true,
    off_reason        text,                 -- why the platform switched it off
    created_at        timestamptz NOT NULL,
    last_delivered_at timestamptz,
    failing_since     timestamptz,
    last_error        text,
    failures          integer     NOT NULL DEFAULT 0, -- since the last success; the pauses grow with it
    next_attempt_at   timestamptz NOT NULL,
    locked_by         uuid,                 -- claimed by a process: one at a time sends to a channel
    locked_until      timestamptz,
    CONSTRAINT channel_kind_known CHECK (kind IN ('WEB_PUSH', 'NTFY', 'WEBHOOK')),
    CONSTRAINT channel_off_reason CHECK (off_reason IS NULL OR NOT enabled),
    CONSTRAINT channel_lease CHECK ((locked_by IS NULL) = (locked_until IS NULL)),
    CONSTRAINT channel_once UNIQUE (user_id, target_hash)
) WITH (fillfactor = 80);
-- A browser shows the notices of one user.
CREATE UNIQUE INDEX channel_one_browser ON notification.channel (target_hash) WHERE kind = 'WEB_PUSH';
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.channel TO rolecall_notifications;

-- One row per event and channel. It waits until it is delivered or given up. Type is null for a test message.
CREATE TABLE notification.delivery (
    id           uuid PRIMARY KEY, -- the same in all attempts; receivers recognise a repetition by it
    channel_id   uuid        NOT NULL REFERENCES notification.channel ON DELETE CASCADE,
    user_id      uuid        NOT NULL,
    type         varchar(50),
    title        text        NOT NULL,
    message      text        NOT NULL,
    path         text        NOT NULL, -- the page of the web app that it leads to
    created_at   timestamptz NOT NULL,
    queued_at    timestamptz NOT NULL, -- its age counts from here; later than created_at after a replay
    attempts     integer     NOT NULL DEFAULT 0,
    delivered_at timestamptz,
    given_up_at  timestamptz,
    last_error   text,
    CONSTRAINT delivery_one_end CHECK (delivered_at IS NULL OR given_up_at IS NULL)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
-- Workers step from channel to channel along the first.
CREATE INDEX delivery_waiting ON notification.delivery (channel_id, queued_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX delivery_of_channel ON notification.delivery (channel_id, created_at DESC, id DESC);
CREATE INDEX delivery_given_up ON notification.delivery (channel_id) WHERE given_up_at IS NOT NULL;
CREATE INDEX delivery_tests ON notification.delivery (user_id, created_at) WHERE type IS NULL;
CREATE INDEX delivery_finished ON notification.delivery ((coalesce(delivered_at, given_up_at)))
    WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.delivery TO rolecall_notifications;

-- The key pair by which push services recognise this platform. Subscriptions belong to it, so there is one for ever.
CREATE TABLE notification.vapid_key (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    sealed     bytea       NOT NULL,
    created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification.vapid_key TO rolecall_notifications;
