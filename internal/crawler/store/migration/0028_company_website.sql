-- +goose Up

-- The employer's site, where the board was found through it. Job search takes it over with the name and the logo when it
-- makes the company.
ALTER TABLE crawler.pull_target ADD COLUMN company_website text;
