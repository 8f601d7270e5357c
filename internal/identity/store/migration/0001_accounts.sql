-- +goose Up
CREATE SCHEMA IF NOT EXISTS identity; -- made before the first migration; said again for sqlc
CREATE TABLE identity.account (
    id                 uuid PRIMARY KEY,
    first_name         text        NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name          text        NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    email              text        NOT NULL CHECK (char_length(email) <= 254),
    email_key          text        NOT NULL, -- the address as it is compared: normalised, lower case
    password_hash      text        NOT NULL,
    email_verified_at  timestamptz,
    two_factor_enabled boolean     NOT NULL DEFAULT false,
    last_totp_step     bigint,               -- the newest time step that logged in; it does not log in again
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_email_key UNIQUE (email_key)
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

-- Ended sessions whose tokens still run; every verifier follows this list. It outlives the account.
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
    backup_salt      bytea,
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
    CONSTRAINT verification_code_action_known CHECK (action IN ('verify-email', 'delete-account', 'delete-all-applications'))
);
CREATE INDEX verification_code_owner ON identity.verification_code (user_id, action);
CREATE INDEX verification_code_expiry ON identity.verification_code (expires_at);

-- One row per failure: a window is a count of the rows in it, so parallel failures count one by one and nothing resets.
CREATE TABLE identity.throttle (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    purpose   text        NOT NULL,
    subject   bytea       NOT NULL, -- a keyed hash: the table names nobody
    failed_at timestamptz NOT NULL
);
CREATE INDEX throttle_window ON identity.throttle (purpose, subject, failed_at);
CREATE INDEX throttle_age ON identity.throttle (failed_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA identity TO rolecall_identity;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA identity TO rolecall_identity;
-- The version of the schema is the migration's to write.
REVOKE INSERT, UPDATE, DELETE ON identity.schema_version FROM rolecall_identity;
