package feed

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/index"
)

// Changed are open postings as they are and as they were.
type Changed struct {
	Now []index.Document
	// Before has, under the ids of Now, what was there before: the old version of a posting if it was open, and the posting
	// that it reposts. A new posting that is no repost has none.
	Before []index.Document
}

// beforeSQL reads postings with the old values of some columns, $1, in place of the present ones. What an administrator
// corrected was corrected before too.
var beforeSQL = selectDocuments(`jsonb_each($1::jsonb) q (id, before)
		JOIN crawler.corrected_post v ON v.id = q.id::uuid
		CROSS JOIN LATERAL jsonb_populate_record(v, q.before - ARRAY(
			SELECT f.name FROM (VALUES ('workplaceType', 'workplace_type'), ('employmentType', 'employment_type'),
				('careerLevel', 'career_level'), ('experience', 'experience_years_min'), ('languages', 'languages'), ('skills', 'skills'),
				('pay', 'compensation_min'), ('pay', 'compensation_max'), ('pay', 'compensation_min_exact'), ('pay', 'compensation_max_exact'),
				('pay', 'compensation_currency'), ('pay', 'yearly_min'), ('pay', 'yearly_max')) f (fact, name)
			WHERE v.corrections ? f.fact)) p`,
	`SELECT city, region, country, position FROM crawler.job_post_location
				WHERE post_id = p.id AND NOT q.before ? 'places' AND p.corrections -> 'places' IS NULL
				UNION ALL SELECT a.place ->> 0, a.place ->> 1, a.place ->> 2, a.n
				FROM jsonb_array_elements(q.before -> 'places') WITH ORDINALITY a (place, n) WHERE p.corrections -> 'places' IS NULL`) +
	`WHERE v.closed_at IS NULL AND p.closed_at IS NULL`

// repostedSQL returns the posting that each one reposts: an earlier one of the same company with the same title and
// places, seen in the 90 days before.
const repostedSQL = `SELECT DISTINCT ON (n.id) n.id, o.id FROM crawler.job_post n JOIN crawler.pull_target b ON b.id = n.target_id
	JOIN crawler.pull_target s ON s.id = b.id OR s.company_id = b.company_id
	JOIN crawler.job_post o ON o.target_id = s.id AND o.repost_key = n.repost_key AND (o.first_seen_at, o.id) < (n.first_seen_at, n.id)
		AND o.last_seen_at > n.first_seen_at - interval '90 days'
	WHERE n.id = ANY($1) AND n.closed_at IS NULL AND n.repost_key <> ''
	ORDER BY n.id, o.last_seen_at DESC, o.id`

// ReadChanged reads postings and what was there before. before has the old values of the columns that differ; it is null
// for a new posting.
func ReadChanged(ctx context.Context, tx pgx.Tx, before map[uuid.UUID]json.RawMessage) (Changed, error) {
	ids := make([]uuid.UUID, 0, len(before))
	differ := map[uuid.UUID]json.RawMessage{}
	for id, values := range before {
		ids = append(ids, id)
		if values != nil {
			differ[id] = values
		}
	}
	var out Changed
	var err error
	if out.Now, err = readDocuments(ctx, tx, documentSQL+"WHERE p.id = ANY($1) AND p.closed_at IS NULL", ids); err != nil {
		return out, err
	}
	old, err := json.Marshal(differ)
	if err != nil {
		return out, err
	}
	if out.Before, err = readDocuments(ctx, tx, beforeSQL, old); err != nil {
		return out, fmt.Errorf("old versions: %w", err)
	}
	originals, err := reposted(ctx, tx, ids)
	out.Before = append(out.Before, originals...)
	return out, err
}

// reposted reads what postings repost, as if it were open, under the ids of the reposts.
func reposted(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]index.Document, error) {
	pairs, err := collect(ctx, tx, pgx.RowToStructByPos[struct{ Repost, Original uuid.UUID }], repostedSQL, ids)
	if err != nil {
		return nil, fmt.Errorf("look for reposts: %w", err)
	}
	repostsOf := map[uuid.UUID][]uuid.UUID{}
	var originals []uuid.UUID
	for _, p := range pairs {
		if repostsOf[p.Original] == nil {
			originals = append(originals, p.Original)
		}
		repostsOf[p.Original] = append(repostsOf[p.Original], p.Repost)
	}
	if len(originals) == 0 {
		return nil, nil
	}
	docs, err := readDocuments(ctx, tx, documentSQL+"WHERE p.id = ANY($1)", originals)
	var out []index.Document
	for _, d := range docs {
		for _, id := range repostsOf[d.ID] {
			copied := d
			copied.ID, copied.Closed = id, false
			out = append(out, copied)
		}
	}
	return out, err
}
