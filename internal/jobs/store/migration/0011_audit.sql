-- +goose Up
-- Security events, written in the transaction of what they record (see package audit). Rows are only ever added;
-- housekeeping removes them after audit.keep.
CREATE TABLE job.audit_event (
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
CREATE INDEX audit_event_account ON job.audit_event (account_id, id DESC);
CREATE INDEX audit_event_age ON job.audit_event (at);
CREATE INDEX audit_event_kind ON job.audit_event (kind, id DESC);
GRANT SELECT, INSERT, DELETE ON job.audit_event TO rolecall_jobs;
