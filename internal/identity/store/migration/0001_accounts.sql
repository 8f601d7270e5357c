-- +goose Up
CREATE SCHEMA IF NOT EXISTS identity; -- made before the first migration; said again for sqlc
CREATE TABLE identity.account (
    id                 uuid PRIMARY KEY,
    first_name         text        NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name          text        NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    email              text        NOT NULL CHECK (char_length(email) <= 254), -- normalised: the one that is compared is the one mail goes to
    password_hash      text        NOT NULL,
    email_verified_at  timestamptz,
    two_factor_enabled boolean     NOT NULL DEFAULT false,
    last_totp_step     bigint,               -- the newest time step that logged in; it does not log in again
    security_version   bigint      NOT NULL DEFAULT 0, -- rises with every change of password or second factor: a login begun before one does not end after it
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_email_key UNIQUE (email)
);
CREATE INDEX account_without_2fa ON identity.account (created_at) WHERE NOT two_factor_enabled AND email_verified_at IS NOT NULL;

CREATE TABLE identity.session (
    id           uuid PRIMARY KEY, -- the token's sid
    user_id      uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    created_at   timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    user_agent   text,
    address      text
);
CREATE INDEX session_owner ON identity.session (user_id, created_at DESC);
CREATE INDEX session_expiry ON identity.session (expires_at);

-- Ended sessions whose tokens still run; every verifier follows this list. It outlives the account. Writers take an
-- advisory lock until they commit, so positions become visible in order and a reader that goes on from the last one it
-- saw misses none.
CREATE TABLE identity.revocation (
    position   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sid        uuid        NOT NULL,
    revoked_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL, -- when the last token of the session has ended anyway
    CONSTRAINT revocation_sid_key UNIQUE (sid)
);

CREATE TABLE identity.signing_key (
    id          text PRIMARY KEY, -- the token's kid
    algorithm   text        NOT NULL CHECK (algorithm = 'EdDSA'),
    public_key  bytea       NOT NULL,
    private_key bytea,            -- sealed; emptied once the key no longer signs
    created_at  timestamptz NOT NULL DEFAULT now(),
    retired_at  timestamptz,      -- signs no more from here on
    expires_at  timestamptz       -- verifies no more from here on
);
CREATE UNIQUE INDEX signing_key_one_active ON identity.signing_key ((true)) WHERE retired_at IS NULL;

CREATE TABLE identity.totp_secret (
    id               uuid PRIMARY KEY,
    user_id          uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    encrypted_secret bytea       NOT NULL,
    backup_salt      bytea, -- one for the set, so that one hash decides which of the codes it is
    backup_key       bytea, -- names the encryption key from which the set's hashes were made
    verified         boolean     NOT NULL DEFAULT false,
    verified_at      timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT totp_secret_user_key UNIQUE (user_id),
    CONSTRAINT totp_secret_verified CHECK (verified = (verified_at IS NOT NULL))
);

CREATE TABLE identity.backup_code (
    id             uuid PRIMARY KEY,
    totp_secret_id uuid        NOT NULL REFERENCES identity.totp_secret (id) ON DELETE CASCADE,
    code_hash      bytea       NOT NULL,
    consumed_at    timestamptz,
    created_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT backup_code_hash_key UNIQUE (totp_secret_id, code_hash)
);

CREATE TABLE identity.two_factor_challenge (
    id          uuid PRIMARY KEY,
    user_id     uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    token_hash  bytea       NOT NULL,
    expires_at  timestamptz NOT NULL,
    consumed_at timestamptz,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT two_factor_challenge_token_key UNIQUE (token_hash)
);
CREATE INDEX two_factor_challenge_owner ON identity.two_factor_challenge (user_id);
CREATE INDEX two_factor_challenge_expiry ON identity.two_factor_challenge (expires_at);

CREATE TABLE identity.verification_code (
    id          uuid PRIMARY KEY, -- the verificationId
    user_id     uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    action      text        NOT NULL,
    code_hash   bytea       NOT NULL,
    attempts    integer     NOT NULL DEFAULT 0,
    expires_at  timestamptz NOT NULL,
    consumed_at timestamptz,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT verification_code_action_known CHECK (action IN ('verify-email', 'delete-account', 'delete-all-applications')),
    CONSTRAINT verification_code_one UNIQUE (user_id, action) -- a new code takes the place of the older one
);
CREATE INDEX verification_code_expiry ON identity.verification_code (expires_at);

-- One row per try: a window is a count of the rows in it, so parallel failures count one by one and nothing resets.
-- A try is written before the check is made and settled after it.
CREATE TABLE identity.throttle (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    purpose   text        NOT NULL,
    subject   bytea       NOT NULL, -- a keyed hash: the table names nobody
    failed_at timestamptz NOT NULL,
    state     text        NOT NULL, -- forgiven: a success followed; counts for the day only
    CONSTRAINT throttle_state_known CHECK (state IN ('pending', 'failed', 'forgiven'))
);
CREATE INDEX throttle_window ON identity.throttle (purpose, subject, failed_at);
CREATE INDEX throttle_age ON identity.throttle (failed_at);

-- Mail and calls to be made, written in the transaction of what they are about (see package outbox).
-- The service's role needs SELECT, INSERT, UPDATE and DELETE on it.
CREATE TABLE identity.outbox (
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
CREATE INDEX outbox_waiting ON identity.outbox (next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outbox_waiting_of_owner ON identity.outbox (owner, next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
-- For pruning, and for counting what was given up.
CREATE INDEX outbox_finished ON identity.outbox ((coalesce(delivered_at, given_up_at))) WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON identity.outbox (given_up_at) WHERE given_up_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA identity TO rolecall_identity;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA identity TO rolecall_identity;
-- The version of the schema is the migration's to write.
REVOKE INSERT, UPDATE, DELETE ON identity.schema_version FROM rolecall_identity;
