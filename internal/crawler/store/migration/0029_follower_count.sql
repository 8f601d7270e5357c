-- +goose Up

-- How many users follow the employer of a board, for boards that somebody follows. The view reads with the rights of its
-- owner: the crawler learns how many there are, and not who.
CREATE VIEW crawler.follower_count AS
SELECT t.id AS target_id, count(DISTINCT f.user_id)::integer AS followers
FROM job.follow f
JOIN crawler.pull_target b ON b.id = f.target_id
JOIN crawler.pull_target t ON coalesce(t.company_id, t.id) = coalesce(b.company_id, b.id)
GROUP BY t.id;
GRANT SELECT ON crawler.follower_count TO rolecall_crawler;
