-- +goose Up

-- Passes on schedule have their row in the control record too; nobody requested them. The crawler inserts those alone: it
-- may not write requested_by.
ALTER TABLE crawler.trigger_request ALTER COLUMN requested_by DROP NOT NULL;
CREATE INDEX trigger_request_history ON crawler.trigger_request (requested_at DESC, id DESC);
CREATE INDEX trigger_request_scheduled_age ON crawler.trigger_request (finished_at) WHERE requested_by IS NULL;
GRANT INSERT (id, kind, status, requested_at, started_at, locked_by, lease_expires_at, attempts), DELETE
    ON crawler.trigger_request TO rolecall_crawler;

-- Administrators pause, resume, pull and delete boards through the same table as users look for them.
ALTER TABLE crawler.board_request
    DROP CONSTRAINT board_request_kind_known,
    DROP CONSTRAINT board_request_what,
    ADD CONSTRAINT board_request_kind_known CHECK (kind IN ('find', 'add', 'forget', 'pause', 'resume', 'retry', 'delete')),
    ADD CONSTRAINT board_request_what CHECK (CASE kind WHEN 'find' THEN btrim(query) <> '' AND length(query) <= 300 ELSE query IS NULL END
        AND CASE kind WHEN 'add' THEN find_id IS NOT NULL AND choice >= 0 ELSE find_id IS NULL AND choice IS NULL END
        AND (kind NOT IN ('pause', 'resume', 'retry', 'delete') OR target_id IS NOT NULL));
-- One action on a board at a time, however many are sent at once.
CREATE UNIQUE INDEX board_request_one_action ON crawler.board_request (target_id)
    WHERE kind IN ('pause', 'resume', 'retry', 'delete') AND status IN ('queued', 'running');
CREATE INDEX board_request_actions ON crawler.board_request (target_id, requested_at DESC)
    WHERE kind IN ('pause', 'resume', 'retry', 'delete');
GRANT INSERT (target_id) ON crawler.board_request TO rolecall_jobs;

-- A deleted board keeps its row, because postings that users saved belong to it. Its status is gone, and its postings are
-- closed. Adding it again makes it active.
ALTER TABLE crawler.pull_target ADD COLUMN deleted_at timestamptz,
    ADD CONSTRAINT pull_target_deleted_is_gone CHECK (deleted_at IS NULL OR status = 'gone');
