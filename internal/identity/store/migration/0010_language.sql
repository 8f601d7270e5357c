-- +goose Up

-- The language of a person's mails. Which ones there are is decided by the contract and the files of package lang.
ALTER TABLE identity.account ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT account_language_code CHECK (language ~ '^[a-z]{2}$');
ALTER TABLE identity.registration ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT registration_language_code CHECK (language ~ '^[a-z]{2}$');
