-- name: CountFollowers :execrows
-- Writes the counts that have changed. Boards that another transaction is writing are left for the next time.
UPDATE crawler.pull_target t SET followers = n.followers
FROM (SELECT b.id, coalesce(c.followers, 0) AS followers
      FROM crawler.pull_target b LEFT JOIN crawler.follower_count c ON c.target_id = b.id
      WHERE b.followers <> coalesce(c.followers, 0)
      FOR NO KEY UPDATE OF b SKIP LOCKED) n
WHERE t.id = n.id;
