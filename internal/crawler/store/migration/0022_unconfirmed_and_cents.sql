-- +goose Up

-- A posting that its board has not confirmed for a while, because the board cannot be read or no longer proves what it
-- lists. It is neither closed nor certainly open; search and notifications decide by the age of this time.
ALTER TABLE crawler.job_post ADD COLUMN unconfirmed_since timestamptz;

-- First of an unbroken row of pulls that were not complete.
ALTER TABLE crawler.pull_target ADD COLUMN unconfirmed_since timestamptz;

-- Pay with cents ("18.50 an hour"); empty when the whole units of compensation_min and compensation_max say it all.
ALTER TABLE crawler.job_post ADD COLUMN compensation_min_exact numeric(14, 2), ADD COLUMN compensation_max_exact numeric(14, 2);

-- A trigger of its own: the other one compares every column that is searched, and confirmations happen far more often.
CREATE TRIGGER job_post_confirmation BEFORE UPDATE OF unconfirmed_since, compensation_min_exact, compensation_max_exact ON crawler.job_post
    FOR EACH ROW WHEN ((OLD.unconfirmed_since, OLD.compensation_min_exact, OLD.compensation_max_exact)
        IS DISTINCT FROM (NEW.unconfirmed_since, NEW.compensation_min_exact, NEW.compensation_max_exact))
    EXECUTE FUNCTION crawler.stamp_posting();
