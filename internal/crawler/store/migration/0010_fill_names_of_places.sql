-- +goose Up

-- By itself, so that no search waits for it; those who write wait from the start, because two who lock rows in different
-- orders could wait for each other. No index hears of the new column yet, so the new rows find room beside the old.
LOCK TABLE crawler.job_post IN SHARE ROW EXCLUSIVE MODE;
UPDATE crawler.job_post p SET place_names = crawler.names_of_places(p.id)
    WHERE place_names = '{}' AND EXISTS (SELECT FROM crawler.job_post_location l WHERE l.post_id = p.id);
