-- +goose Up

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

-- The key pair by which push services recognise this platform. Subscriptions belong to it, so there is one for ever.
CREATE TABLE notification.vapid_key (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    sealed     bytea       NOT NULL,
    created_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification.channel, notification.delivery, notification.vapid_key TO rolecall_notifications;
