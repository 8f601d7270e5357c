-- name: LockApplications :many
-- In the order of the ids, so that two changes of many do not wait for each other.
SELECT * FROM applications.application WHERE user_id = @user_id AND id = ANY(@ids::uuid[]) ORDER BY id FOR UPDATE;

-- name: SetTags :exec
UPDATE applications.application SET tags = @tags::text[], updated_at = @at,
    last_activity_at = greatest(@at, last_activity_at + interval '1 microsecond')
WHERE id = @id AND user_id = @user_id;

-- name: SetArchived :exec
UPDATE applications.application SET archived_at = sqlc.narg(archived_at)::timestamptz, updated_at = @at,
    last_activity_at = greatest(@at, last_activity_at + interval '1 microsecond')
WHERE id = @id AND user_id = @user_id;

-- name: AddBulk :exec
INSERT INTO applications.bulk (id, user_id, action, tag, made_at, items) VALUES (@id, @user_id, @action, @tag, @made_at, @items);

-- name: TakeBulk :one
DELETE FROM applications.bulk WHERE id = @id AND user_id = @user_id AND made_at > @since RETURNING action, tag, items;

-- name: Views :many
SELECT id, name, page, query FROM applications.view WHERE user_id = @user_id ORDER BY lower(name);

-- name: SaveView :one
-- The caller holds the lock of the user. No row: there is no room for another one.
INSERT INTO applications.view (id, user_id, name, page, query)
SELECT @id, @user_id::uuid, @name::text, @page, @query
WHERE (SELECT count(*) FROM applications.view v WHERE v.user_id = @user_id) < @most::bigint
   OR EXISTS (SELECT FROM applications.view v WHERE v.user_id = @user_id AND lower(v.name) = lower(@name))
ON CONFLICT (user_id, lower(name)) DO UPDATE SET name = excluded.name, page = excluded.page, query = excluded.query
RETURNING id, name, page, query;

-- name: DeleteView :execrows
DELETE FROM applications.view WHERE id = @id AND user_id = @user_id;
