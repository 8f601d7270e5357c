-- +goose Up

-- Where a card stands: the highest rank is on top. Numeric, because there is always a number between two others.
ALTER TABLE applications.application
    ADD COLUMN rank        numeric NOT NULL DEFAULT 0,
    ADD COLUMN tags        text[]  NOT NULL DEFAULT '{}',
    ADD COLUMN archived_at timestamptz; -- when the user put it away
UPDATE applications.application a SET rank = o.rank
FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY last_activity_at, id) AS rank FROM applications.application) o
WHERE o.id = a.id;
CREATE INDEX application_board ON applications.application (user_id, rank DESC, id);
GRANT UPDATE (rank, tags, archived_at) ON applications.application TO rolecall_applications;

-- The rank that the card had before the move, for undoing it.
ALTER TABLE applications.timeline ADD COLUMN left_rank numeric;

-- A restored row needs every column.
UPDATE applications.deleted SET application = application || '{"rank": 0, "tags": []}';

-- Changes of many applications at once, as long as they can be undone.
CREATE TABLE applications.bulk (
    id      uuid PRIMARY KEY,
    user_id uuid        NOT NULL,
    action  text        NOT NULL,
    tag     text,
    made_at timestamptz NOT NULL,
    items   jsonb       NOT NULL, -- [{"id": …, "position": of the row in the timeline that a move added}]
    CONSTRAINT bulk_action_known CHECK (action IN ('move', 'tag', 'untag', 'archive', 'unarchive', 'delete'))
);
CREATE INDEX bulk_owner ON applications.bulk (user_id);
CREATE INDEX bulk_age ON applications.bulk (made_at);
GRANT SELECT, INSERT, DELETE ON applications.bulk TO rolecall_applications;

-- Saved views of the tracker.
CREATE TABLE applications.view (
    id      uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    name    text NOT NULL CHECK (btrim(name) <> ''),
    page    text NOT NULL,
    query   text NOT NULL,
    CONSTRAINT view_page_known CHECK (page IN ('board', 'table'))
);
CREATE UNIQUE INDEX view_name ON applications.view (user_id, lower(name));
GRANT SELECT, INSERT, UPDATE, DELETE ON applications.view TO rolecall_applications;
