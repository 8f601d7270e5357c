-- What the words of a search mean to the database, in one round trip: the parsed keyword, values in the lower case
-- that the indexes know, and the boards of the named companies. These are in a query of their own, where the planner
-- does not see how many they are: else it would make a new plan each time, which takes longer than all the rest.

-- name: Understand :one
SELECT websearch_to_tsquery('simple', crawler.apart(@keyword::text))::text AS query,
       (querytree(websearch_to_tsquery('simple', crawler.apart(@keyword::text))) = 'T')::boolean AS negative,
       ARRAY(SELECT lower(v) FROM unnest(@skills::text[]) v)::text[] AS skills,
       ARRAY(SELECT lower(v) FROM unnest(@locations::text[]) v)::text[] AS locations,
       ARRAY(SELECT t.id FROM crawler.pull_target t
             WHERE lower(t.company_name) IN (SELECT lower(v) FROM unnest((SELECT @companies::text[])) v))::uuid[] AS targets;
