-- +goose Up

ALTER TABLE notification.notification DROP CONSTRAINT notification_type_known;
ALTER TABLE notification.notification ADD CONSTRAINT notification_type_known CHECK (type IN ('INTERVIEW_REMINDER', 'GHOSTED_ALERT',
    'CUSTOM_REMINDER', 'SECURITY_RECOMMENDATION', 'JOB_ALERT', 'CHANNEL_OFF'));
