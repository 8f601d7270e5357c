-- +goose Up
-- Registrations whose address is not proved yet. They stand side by side, several for one address, each with its own
-- password and code: whoever proves the address first gets the account, under the registration's id.
CREATE TABLE identity.registration (
    id              uuid PRIMARY KEY,
    email           text        NOT NULL CHECK (char_length(email) <= 254), -- normalised, as in account
    first_name      text        NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name       text        NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 100),
    password_hash   text        NOT NULL,
    client          bytea       NOT NULL, -- a keyed hash of the network that registered or last knew the password
    code_id         uuid        NOT NULL, -- names the newest code: a mail that carries an older one is not sent
    code_hash       bytea       NOT NULL,
    code_attempts   integer     NOT NULL DEFAULT 0,
    wrong_tries     integer     NOT NULL DEFAULT 0, -- over all its codes; too many void the registration
    code_expires_at timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL
);
CREATE INDEX registration_email ON identity.registration (email, created_at DESC);
CREATE INDEX registration_expiry ON identity.registration (expires_at);

-- Who may register while registration is by invitation. One invitation per address: a new one replaces it.
CREATE TABLE identity.invitation (
    email      text PRIMARY KEY CHECK (char_length(email) <= 254),
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX invitation_expiry ON identity.invitation (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON identity.registration, identity.invitation TO rolecall_identity;
