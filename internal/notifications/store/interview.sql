-- name: LoggedInterviews :many
SELECT user_id, application_id, reminder_offset FROM notification.interview_reminder_log
WHERE user_id = ANY (@user_ids::uuid[]) AND application_id = ANY (@application_ids::uuid[]);

-- name: LogInterview :execrows
-- Only the scheduler that adds the row writes the notice and the mail.
INSERT INTO notification.interview_reminder_log (id, user_id, application_id, reminder_offset, next_step_date, channels, sent_at)
VALUES (@id, @user_id, @application_id, @reminder_offset, @next_step_date, @channels, @sent_at)
ON CONFLICT ON CONSTRAINT interview_reminder_log_once DO NOTHING;
