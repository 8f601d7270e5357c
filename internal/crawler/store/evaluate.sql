-- name: CountStated :one
SELECT count(*) FROM crawler.job_post p
WHERE p.description <> '' AND p.board ?| ARRAY['workplace', 'employment', 'seniority', 'pay', 'places'];

-- name: StatedPostings :many
-- Postings whose board states something in separate fields, in the order of their ids.
SELECT p.id, p.title, left(p.description, @longest::integer)::text AS description, p.board, t.company_name, t.source_type
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
WHERE p.id > @after::uuid AND p.description <> '' AND p.board ?| ARRAY['workplace', 'employment', 'seniority', 'pay', 'places']
ORDER BY p.id LIMIT @most;
