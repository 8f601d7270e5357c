-- What the words of a search mean to the database, in one round trip: the parsed keyword, values in the lower case
-- that the indexes know, and the boards of the named companies.

-- name: Understand :one
SELECT websearch_to_tsquery('simple', crawler.apart(@keyword::text))::text AS query,
       (querytree(websearch_to_tsquery('simple', crawler.apart(@keyword::text))) = 'T')::boolean AS negative,
       ARRAY(SELECT lower(v) FROM unnest(@skills::text[]) v)::text[] AS skills,
       ARRAY(SELECT lower(v) FROM unnest(@locations::text[]) v)::text[] AS locations,
       ARRAY(SELECT t.id FROM crawler.pull_target t
             WHERE lower(t.company_name) IN (SELECT lower(v) FROM unnest(@companies::text[]) v))::uuid[] AS targets;
