-- +goose Up
-- Time steps whose TOTP code was accepted: the key lets each of them in once. A new secret has used none.
-- account.last_totp_step is no longer read. It stays because services of the release before read it while an upgrade
-- restarts them one by one.
CREATE TABLE identity.used_totp_step (
    totp_secret_id uuid        NOT NULL REFERENCES identity.totp_secret (id) ON DELETE CASCADE,
    step           bigint      NOT NULL,
    used_at        timestamptz NOT NULL,
    PRIMARY KEY (totp_secret_id, step)
);
CREATE INDEX used_totp_step_age ON identity.used_totp_step (used_at);
INSERT INTO identity.used_totp_step (totp_secret_id, step, used_at)
SELECT s.id, a.last_totp_step, now() FROM identity.account a JOIN identity.totp_secret s ON s.user_id = a.id WHERE a.last_totp_step IS NOT NULL;

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

-- Ceremonies under way. Finishing one deletes its row first, so that of any number of answers one is looked at.
CREATE TABLE identity.passkey_ceremony (
    id                      uuid PRIMARY KEY,
    purpose                 text        NOT NULL CHECK (purpose IN ('registration', 'login', 'second-factor')),
    user_id                 uuid        REFERENCES identity.account (id) ON DELETE CASCADE, -- null at a login: nobody has said yet who they are
    two_factor_challenge_id uuid        REFERENCES identity.two_factor_challenge (id) ON DELETE CASCADE,
    session                 jsonb       NOT NULL, -- the challenge and what goes with it, as the library keeps it
    expires_at              timestamptz NOT NULL,
    CONSTRAINT passkey_ceremony_owned CHECK ((user_id IS NULL) = (purpose = 'login')),
    CONSTRAINT passkey_ceremony_challenged CHECK ((two_factor_challenge_id IS NOT NULL) = (purpose = 'second-factor'))
);
CREATE INDEX passkey_ceremony_owner ON identity.passkey_ceremony (user_id);
CREATE INDEX passkey_ceremony_challenge ON identity.passkey_ceremony (two_factor_challenge_id);
CREATE INDEX passkey_ceremony_expiry ON identity.passkey_ceremony (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON identity.used_totp_step, identity.passkey, identity.passkey_ceremony TO rolecall_identity;
