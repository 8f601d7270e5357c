-- name: UnreadCount :one
SELECT count(*) FROM notification.notification WHERE user_id = @user_id AND NOT read;

-- name: SetRead :execrows
UPDATE notification.notification SET read = @read WHERE id = @id AND user_id = @user_id AND read <> @read;

-- name: ReadNoticeOf :exec
UPDATE notification.notification SET read = true WHERE user_id = @user_id AND reminder_id = @reminder_id::uuid AND NOT read;

-- name: HasNotification :one
SELECT EXISTS (SELECT FROM notification.notification WHERE id = @id AND user_id = @user_id);

-- name: MarkSomeRead :execrows
-- In batches, newest first, because there may be very many.
UPDATE notification.notification SET read = true
WHERE id = ANY (ARRAY(SELECT n.id FROM notification.notification n WHERE n.user_id = @user_id AND NOT n.read
                      ORDER BY n.created_at DESC, n.id DESC LIMIT @batch FOR UPDATE))
  AND user_id = @user_id AND NOT read;

-- name: HasUnread :one
SELECT EXISTS (SELECT FROM notification.notification WHERE user_id = @user_id AND NOT read);

-- name: DeleteNotification :execrows
DELETE FROM notification.notification WHERE id = @id AND user_id = @user_id;

-- name: InsertNotification :exec
INSERT INTO notification.notification (id, user_id, type, title, message, created_at, application_id)
VALUES (@id, @user_id, @type, @title, @message, @created_at, @application_id);

-- name: Recommend :many
-- The log decides who was advised before; the user may have deleted the notice.
WITH newcomer AS (
    INSERT INTO notification.recommendation_log (user_id, sent_at)
    SELECT u, @now::timestamptz FROM unnest(@user_ids::uuid[]) u ORDER BY u
    ON CONFLICT (user_id) DO NOTHING
    RETURNING user_id
)
INSERT INTO notification.notification (id, user_id, type, title, message, created_at)
SELECT n.id, n.user_id, 'SECURITY_RECOMMENDATION', n.title, n.message, @now
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@user_ids::uuid[]) AS user_id, unnest(@titles::text[]) AS title,
    unnest(@messages::text[]) AS message) n JOIN newcomer USING (user_id)
ON CONFLICT (user_id) WHERE type = 'SECURITY_RECOMMENDATION' DO NOTHING
RETURNING user_id;

-- name: OpenRecommendations :many
SELECT user_id FROM notification.notification
WHERE type = 'SECURITY_RECOMMENDATION' AND NOT read AND created_at > @since;

-- name: SettleRecommendations :execrows
UPDATE notification.notification SET read = true
WHERE type = 'SECURITY_RECOMMENDATION' AND NOT read AND user_id = ANY (@user_ids::uuid[]);
