-- +goose Up

-- Until when the saved jobs of job search have been put on the board; null means never.
ALTER TABLE applications.setting ADD COLUMN saved_until timestamptz;
