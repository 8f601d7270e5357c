-- +goose Up

CREATE TABLE identity.session (
    id           uuid PRIMARY KEY, -- the token's sid
    user_id      uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    created_at   timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    user_agent   text,
    address      text,
    admin        boolean     NOT NULL DEFAULT false -- its token has the group admin; ended when the account is no administrator any more
);
CREATE INDEX session_owner ON identity.session (user_id, created_at DESC);
CREATE INDEX session_expiry ON identity.session (expires_at);
CREATE INDEX session_admin ON identity.session (user_id) WHERE admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.session TO rolecall_identity;

-- Ended sessions whose tokens have not expired; every verifier follows this list. Rows outlive the account. Writers hold an
-- advisory lock until they commit, so positions become visible in order, and a reader that continues after the last one it
-- saw misses none.
CREATE TABLE identity.revocation (
    position   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sid        uuid        NOT NULL,
    revoked_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL, -- when the last token of the session has expired
    CONSTRAINT revocation_sid_key UNIQUE (sid)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.revocation TO rolecall_identity;

CREATE TABLE identity.signing_key (
    id          text PRIMARY KEY, -- the token's kid
    algorithm   text        NOT NULL CHECK (algorithm = 'EdDSA'),
    public_key  bytea       NOT NULL,
    private_key bytea,            -- sealed; emptied when the key no longer signs
    created_at  timestamptz NOT NULL DEFAULT now(),
    retired_at  timestamptz,      -- when it stops signing
    expires_at  timestamptz       -- when it stops verifying
);
CREATE UNIQUE INDEX signing_key_one_active ON identity.signing_key ((true)) WHERE retired_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.signing_key TO rolecall_identity;

CREATE TABLE identity.totp_secret (
    id                uuid PRIMARY KEY,
    user_id           uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    encrypted_secret  bytea       NOT NULL,
    backup_salt       bytea, -- one for all backup codes, so that one hash finds the code
    backup_key        bytea, -- names the encryption key from which the hashes were made
    verified          boolean     NOT NULL DEFAULT false,
    verified_at       timestamptz,
    created_at        timestamptz NOT NULL DEFAULT now(),
    -- The cost at which the backup codes were hashed, because the configured cost may change later.
    backup_memory     integer CHECK (backup_memory > 0), -- KiB
    backup_iterations integer CHECK (backup_iterations > 0),
    CONSTRAINT totp_secret_user_key UNIQUE (user_id),
    CONSTRAINT totp_secret_verified CHECK (verified = (verified_at IS NOT NULL))
);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.totp_secret TO rolecall_identity;

CREATE TABLE identity.backup_code (
    id             uuid PRIMARY KEY,
    totp_secret_id uuid        NOT NULL REFERENCES identity.totp_secret (id) ON DELETE CASCADE,
    code_hash      bytea       NOT NULL,
    consumed_at    timestamptz,
    created_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT backup_code_hash_key UNIQUE (totp_secret_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.backup_code TO rolecall_identity;

-- Time steps whose TOTP code was accepted. The primary key makes each code work once.
CREATE TABLE identity.used_totp_step (
    totp_secret_id uuid        NOT NULL REFERENCES identity.totp_secret (id) ON DELETE CASCADE,
    step           bigint      NOT NULL,
    used_at        timestamptz NOT NULL,
    PRIMARY KEY (totp_secret_id, step)
);
CREATE INDEX used_totp_step_age ON identity.used_totp_step (used_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.used_totp_step TO rolecall_identity;

-- Logins that wait for their second factor.
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
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.two_factor_challenge TO rolecall_identity;

-- WebAuthn credentials. Nothing in a row is secret: the private key never leaves the authenticator.
CREATE TABLE identity.passkey (
    id              uuid PRIMARY KEY,
    user_id         uuid        NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
    credential_id   bytea       NOT NULL CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    public_key      bytea       NOT NULL, -- COSE
    sign_count      bigint      NOT NULL, -- 0 for authenticators that do not count
    backup_eligible boolean     NOT NULL, -- never changes
    backed_up       boolean     NOT NULL,
    transports      text[]      NOT NULL,
    name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    suspect_since   timestamptz,          -- its counter went back, so it may have been copied; refused from then on
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,
    CONSTRAINT passkey_credential_key UNIQUE (credential_id)
);
CREATE INDEX passkey_owner ON identity.passkey (user_id, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.passkey TO rolecall_identity;

-- WebAuthn ceremonies in progress. Finishing one first deletes its row, so that only one answer is checked.
CREATE TABLE identity.passkey_ceremony (
    id                      uuid PRIMARY KEY,
    purpose                 text        NOT NULL CHECK (purpose IN ('registration', 'login', 'second-factor')),
    user_id                 uuid        REFERENCES identity.account (id) ON DELETE CASCADE, -- null at a login: not known yet
    two_factor_challenge_id uuid        REFERENCES identity.two_factor_challenge (id) ON DELETE CASCADE,
    session                 jsonb       NOT NULL, -- the challenge and its options, in the library's form
    expires_at              timestamptz NOT NULL,
    CONSTRAINT passkey_ceremony_owned CHECK ((user_id IS NULL) = (purpose = 'login')),
    CONSTRAINT passkey_ceremony_challenged CHECK ((two_factor_challenge_id IS NOT NULL) = (purpose = 'second-factor'))
);
CREATE INDEX passkey_ceremony_owner ON identity.passkey_ceremony (user_id);
CREATE INDEX passkey_ceremony_challenge ON identity.passkey_ceremony (two_factor_challenge_id);
CREATE INDEX passkey_ceremony_expiry ON identity.passkey_ceremony (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.passkey_ceremony TO rolecall_identity;

-- One row per try. A window is a count of rows, so parallel failures all count and nothing has to be reset. A try is written
-- before the check and settled after it.
CREATE TABLE identity.throttle (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    purpose   text        NOT NULL,
    subject   bytea       NOT NULL, -- keyed hash: the table identifies nobody
    failed_at timestamptz NOT NULL,
    state     text        NOT NULL, -- forgiven: a success followed, and it counts for the day only
    CONSTRAINT throttle_state_known CHECK (state IN ('pending', 'failed', 'forgiven'))
);
CREATE INDEX throttle_window ON identity.throttle (purpose, subject, failed_at);
CREATE INDEX throttle_age ON identity.throttle (failed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.throttle TO rolecall_identity;
