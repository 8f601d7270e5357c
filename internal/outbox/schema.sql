-- Mail and calls to be made, written in the transaction of what they are about (see package outbox).
-- The service's role needs SELECT, INSERT, UPDATE and DELETE on it.
CREATE TABLE {{schema}}.outbox (
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
CREATE INDEX outbox_waiting ON {{schema}}.outbox (next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outbox_waiting_of_owner ON {{schema}}.outbox (owner, next_attempt_at, id) WHERE delivered_at IS NULL AND given_up_at IS NULL;
-- For pruning, and for counting what was given up.
CREATE INDEX outbox_finished ON {{schema}}.outbox ((coalesce(delivered_at, given_up_at)))
    WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL;
CREATE INDEX outbox_given_up ON {{schema}}.outbox (given_up_at) WHERE given_up_at IS NOT NULL;
