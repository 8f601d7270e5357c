-- +goose Up

-- Job search keeps its own index in memory, so everything that PostgreSQL searched with goes: 16 of 22 indexes on
-- postings, the text document, the names of places beside the posting, and the functions that made their keys.
--
-- A build of the release before does not work on this schema: its searches and the writes of its crawler name columns
-- that are gone, and fail until it is replaced. Nothing is lost by that, because a pull that cannot be written is
-- pulled again. Stop jobs and crawlers, migrate, then start the new build (docs/operating.md).
--
-- No row is rewritten. The space of the dropped columns comes back as rows change, or at once with VACUUM FULL.

DROP INDEX crawler.job_post_open_newest, crawler.job_post_closed_newest, crawler.job_post_open_best_paid, crawler.job_post_closed_best_paid,
    crawler.job_post_open_least_paid, crawler.job_post_closed_least_paid, crawler.job_post_closed_document, crawler.job_post_open_skills,
    crawler.job_post_closed_skills, crawler.job_post_open_languages, crawler.job_post_open_title_keys, crawler.job_post_open_search,
    crawler.job_post_open_search_8, crawler.job_post_open_search_32, crawler.job_post_open_search_256, crawler.job_post_open_search_usual,
    crawler.job_post_location_city, crawler.job_post_location_country;
DROP STATISTICS crawler.job_post_title_words, crawler.job_post_skill_names;

DROP TRIGGER job_post_location_names ON crawler.job_post_location;
ALTER TABLE crawler.job_post DROP COLUMN document, DROP COLUMN place_names;
DROP FUNCTION crawler.keep_place_names(), crawler.names_of_places(uuid), crawler.search_keys(text[], text, text[], text[]),
    crawler.title_keys(text, text, text, timestamptz), crawler.title_kinds(text, text, text),
    crawler.search_tags(text, text, text, timestamptz), crawler.apart(text), crawler.lowered(text[]);

DROP SEQUENCE crawler.data_stamp; -- writers notify the channel crawler_changes instead
