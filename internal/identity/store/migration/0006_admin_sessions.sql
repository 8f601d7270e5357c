-- +goose Up

-- Whether the session's token carries the group admin: who is taken off the list loses such sessions at the next start.
-- Of sessions that exist now it is not known; their tokens end within hours.
ALTER TABLE identity.session ADD COLUMN admin boolean NOT NULL DEFAULT false;
CREATE INDEX session_admin ON identity.session (user_id) WHERE admin;

-- An administrator looks for one kind, newest first.
CREATE INDEX audit_event_kind ON identity.audit_event (kind, id DESC);
