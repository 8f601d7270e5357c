-- +goose Up
CREATE SCHEMA IF NOT EXISTS identity; -- the migration tool creates it first; repeated for sqlc

CREATE TABLE identity.account (
    id                 uuid PRIMARY KEY,
    first_name         text        NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name          text        NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    email              text        NOT NULL CHECK (char_length(email) <= 254), -- normalised; mail goes to the address that is compared
    password_hash      text        NOT NULL,
    email_verified_at  timestamptz,
    two_factor_enabled boolean     NOT NULL DEFAULT false,
    -- Raised by every change of password or second factor, so that a login begun before the change cannot finish after it.
    security_version   bigint      NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    disabled_at        timestamptz, -- set by the operator: nobody logs in, and no mail is sent on the account's behalf
    language           text        NOT NULL DEFAULT 'en', -- of mails; the contract and package lang decide which there are
    CONSTRAINT account_email_key UNIQUE (email),
    CONSTRAINT account_language_code CHECK (language ~ '^[a-z]{2}$')
);
CREATE INDEX account_without_2fa ON identity.account (created_at) WHERE NOT two_factor_enabled AND email_verified_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.account TO rolecall_identity;

-- Registrations whose address is not proved yet. There may be several for one address, each with its own password and code:
-- whoever proves the address first gets the account, under the registration's id.
CREATE TABLE identity.registration (
    id              uuid PRIMARY KEY,
    email           text        NOT NULL CHECK (char_length(email) <= 254), -- normalised, as in account
    first_name      text        NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name       text        NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    password_hash   text        NOT NULL,
    client          bytea       NOT NULL, -- keyed hash of the network that registered or last knew the password
    code_id         uuid        NOT NULL, -- of the newest code; a mail with an older one is not sent
    code_hash       bytea       NOT NULL,
    code_attempts   integer     NOT NULL DEFAULT 0,
    wrong_tries     integer     NOT NULL DEFAULT 0, -- over all its codes; too many void the registration
    code_expires_at timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    language        text        NOT NULL DEFAULT 'en',
    CONSTRAINT registration_language_code CHECK (language ~ '^[a-z]{2}$')
);
CREATE INDEX registration_email ON identity.registration (email, created_at DESC);
CREATE INDEX registration_expiry ON identity.registration (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.registration TO rolecall_identity;

-- Who may register while registration is by invitation. One invitation per address: a new one replaces it.
CREATE TABLE identity.invitation (
    email      text PRIMARY KEY CHECK (char_length(email) <= 254),
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX invitation_expiry ON identity.invitation (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.invitation TO rolecall_identity;

-- Codes mailed to confirm an action.
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
    CONSTRAINT verification_code_one UNIQUE (user_id, action) -- a new code replaces the older one
);
CREATE INDEX verification_code_expiry ON identity.verification_code (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.verification_code TO rolecall_identity;

-- The code mailed to somebody who forgot the password: one per account, the newest. Using it deletes it.
CREATE TABLE identity.password_reset (
    user_id    uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
    id         uuid        NOT NULL, -- a mail with the id of an older code is not sent
    code_hash  bytea       NOT NULL,
    attempts   integer     NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX password_reset_expiry ON identity.password_reset (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.password_reset TO rolecall_identity;

-- A change of address in progress: one per account, confirmed by the codes of both addresses together.
CREATE TABLE identity.email_change (
    user_id      uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
    id           uuid        NOT NULL, -- the changeId
    new_email    text        NOT NULL CHECK (char_length(new_email) <= 254), -- normalised, as in account
    current_hash bytea       NOT NULL, -- of the code mailed to the present address
    new_hash     bytea       NOT NULL, -- of the code mailed to the new one
    attempts     integer     NOT NULL DEFAULT 0,
    expires_at   timestamptz NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX email_change_expiry ON identity.email_change (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.email_change TO rolecall_identity;

-- Security events, written in the transaction of what they record (see package audit). Rows are only ever added;
-- housekeeping removes them after audit.keep.
CREATE TABLE identity.audit_event (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL,
    kind       text        NOT NULL CHECK (kind ~ '^[a-z0-9_]+(\.[a-z0-9_]+)+$'),
    account_id uuid,                 -- whose account it is about; no foreign key: it outlives the account
    actor      text        NOT NULL, -- user, admin, operator, service or anonymous
    address    text,
    user_agent text,
    request_id text,
    detail     jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(detail) = 'object')
);
CREATE INDEX audit_event_account ON identity.audit_event (account_id, id DESC);
CREATE INDEX audit_event_age ON identity.audit_event (at);
CREATE INDEX audit_event_kind ON identity.audit_event (kind, id DESC); -- administrators look for one kind, newest first
GRANT SELECT, INSERT, DELETE ON identity.audit_event TO rolecall_identity;

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
CREATE INDEX outbox_finished ON identity.outbox ((coalesce(delivered_at, given_up_at)))
    WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON identity.outbox (given_up_at) WHERE given_up_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.outbox TO rolecall_identity;
