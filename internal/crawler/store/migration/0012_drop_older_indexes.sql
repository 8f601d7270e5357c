-- +goose Up

-- The indexes of step 11 know all that these knew.
DROP INDEX crawler.job_post_open_words;
DROP INDEX crawler.job_post_open_words_8;
DROP INDEX crawler.job_post_open_words_32;
DROP INDEX crawler.job_post_open_words_256;
