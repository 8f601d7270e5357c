-- +goose Up
-- The cost at which a set of backup codes was hashed: the configured one may change afterwards. Sets from before were
-- made at the configured cost, which they keep until they are made anew.
ALTER TABLE identity.totp_secret
    ADD COLUMN backup_memory integer CHECK (backup_memory > 0), -- KiB
    ADD COLUMN backup_iterations integer CHECK (backup_iterations > 0);
