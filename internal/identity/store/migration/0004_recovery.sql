-- +goose Up
-- The code mailed to somebody who forgot the password: one per account, the newest. Using it deletes it.
CREATE TABLE identity.password_reset (
    user_id    uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
    id         uuid        NOT NULL, -- tells the mail of an older code that it is of no use any more
    code_hash  bytea       NOT NULL,
    attempts   integer     NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX password_reset_expiry ON identity.password_reset (expires_at);

-- A change of address under way: one per account, confirmed by the codes of both addresses together.
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

-- Set by the operator: nobody logs in, and no mail is sent on the account's behalf.
ALTER TABLE identity.account ADD COLUMN disabled_at timestamptz;

GRANT SELECT, INSERT, UPDATE, DELETE ON identity.password_reset, identity.email_change TO rolecall_identity;
