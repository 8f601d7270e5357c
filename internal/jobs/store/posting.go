package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Posting is a posting with its board, its company if one is resolved, and its places.
type Posting struct {
	Total                int64 // of the result it was found in
	ID                   uuid.UUID
	Title                string
	URL                  string
	Location             *string
	WorkplaceType        *string
	EmploymentType       *string
	CareerLevel          *string
	CompensationMin      *int64
	CompensationMax      *int64
	CompensationCurrency *string
	CompensationPeriod   *string
	Languages            []string
	Skills               []string
	PostedAt             *time.Time
	FirstSeenAt          time.Time
	LastSeenAt           time.Time
	ClosedAt             *time.Time
	TargetID             uuid.UUID
	Source               string
	TargetName           string
	TargetLogo           *string
	CompanyID            *uuid.UUID
	CompanySlug          *string
	CompanyName          *string
	CompanyLogo          *string
	CompanyWebsite       *string
	CompanyIndustry      *string
	CompanySize          *string
	CompanyHeadquarters  *string
	CompanyTags          []string
	CompanyEdited        *bool
	CompanyUpdatedAt     *time.Time
	Places               []PostingPlace
	// Only of a single posting:
	Description        string
	Requirements       []string
	LastPullID         *uuid.UUID
	RepostOf           *uuid.UUID
	CompanyDescription *string
}

// PostingPlace is one place of a posting.
type PostingPlace struct {
	City        *string `json:"city"`
	Region      *string `json:"region"`
	Country     *string `json:"country"`
	CountryCode *string `json:"country_code"`
	Primary     bool    `json:"is_primary"`
}

const summaryColumns = `p.id, p.title, p.url, p.location, p.workplace_type, p.employment_type, p.career_level,
	p.compensation_min, p.compensation_max, p.compensation_currency, p.compensation_period, p.languages, p.skills,
	p.posted_at, p.first_seen_at, p.last_seen_at, p.closed_at,
	t.id AS target_id, t.source_type AS source, t.company_name AS target_name, t.company_logo_url AS target_logo,
	c.id AS company_id, c.slug AS company_slug, c.name AS company_name, c.logo_url AS company_logo, c.website AS company_website,
	c.industry AS company_industry, c.size AS company_size, c.headquarters AS company_headquarters, c.tags AS company_tags,
	c.manually_edited AS company_edited, c.updated_at AS company_updated_at,
	(SELECT jsonb_agg(to_jsonb(l) ORDER BY l.is_primary DESC, l.position) FROM crawler.job_post_location l WHERE l.post_id = p.id) AS places`

const postingTables = `crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id LEFT JOIN job.company c ON c.id = t.company_id`

// summaryOfPage is the select list and tables of a list whose ids are in the expression "page".
const summaryOfPage = summaryColumns + ` FROM page JOIN crawler.job_post p ON p.id = page.id
	JOIN crawler.pull_target t ON t.id = p.target_id LEFT JOIN job.company c ON c.id = t.company_id`

// OnePosting reads a posting with everything, open or closed.
func OnePosting(ctx context.Context, db pg.Conn, id uuid.UUID) (Posting, error) {
	rows, err := db.Query(ctx, `SELECT `+summaryColumns+`, p.description, p.requirements, p.last_pull_id, p.repost_of,
		c.description AS company_description FROM `+postingTables+` WHERE p.id = $1`, id)
	if err != nil {
		return Posting{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByNameLax[Posting])
}

// Postings reads postings by id, in the order of the ids. Ids that are not there are left out.
func Postings(ctx context.Context, db pg.Conn, ids []uuid.UUID) ([]Posting, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	page, err := collect(ctx, db, `WITH page AS MATERIALIZED (SELECT o.id, o.place FROM unnest($1::uuid[]) WITH ORDINALITY o(id, place))
		SELECT 0::bigint AS total, `+summaryOfPage+` ORDER BY page.place`, []any{ids})
	return page.Postings, err
}

func collect(ctx context.Context, db pg.Conn, sql string, args []any) (Page, error) {
	rows, err := db.Query(ctx, sql, planned(args)...)
	if err != nil {
		return Page{}, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[Posting])
	if err != nil || len(list) == 0 {
		return Page{}, err
	}
	return Page{Postings: list, Total: list[0].Total}, nil
}
