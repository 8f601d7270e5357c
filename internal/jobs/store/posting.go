package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Posting is a posting with its board, its company if one is resolved, and its places. A fact is the
// administrators' correction if there is one, else what the crawler found.
type Posting struct {
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
	CompensationMinExact *float64
	CompensationMaxExact *float64
	Languages            []string
	Skills               []string
	PostedAt             *time.Time
	FirstSeenAt          time.Time
	LastSeenAt           time.Time
	ClosedAt             *time.Time
	UnconfirmedSince     *time.Time
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
	CompanyEdited        bool
	CompanyUpdatedAt     *time.Time
	Places               []PostingPlace `db:"-"`
	CorrectedPlaces      []PostingPlace // those of the administrators; nil if they did not correct them
	// Description and Requirements are read by WholePosting, and by Postings when asked for texts.
	Description  string
	Requirements []string
	// The rest is read by WholePosting only.
	LastPullID         *uuid.UUID
	RepostOf           *uuid.UUID
	CompanyDescription *string
	ExperienceYearsMin *int64
	ExperienceYearsMax *int64
	FactSources        map[string]string // source by fact, as the crawler found it
	FactEvidence       map[string]string
	Corrections        Facts
	CorrectionsVersion int64
	Found              Facts // facts as the crawler found them
}

// Facts are values of facts by name, as in the contract's FactValues.
type Facts map[string]json.RawMessage

// PostingPlace is one place of a posting. Unknown parts are empty.
type PostingPlace struct {
	City        string
	Region      string
	Country     string
	CountryCode string
	Primary     bool
}

const (
	summaryColumns = `SELECT p.id, p.title, p.url, p.location, p.workplace_type, p.employment_type, p.career_level,
	p.compensation_min, p.compensation_max, p.compensation_currency, p.compensation_period,
	p.compensation_min_exact::float8 AS compensation_min_exact, p.compensation_max_exact::float8 AS compensation_max_exact,
	p.languages, p.skills,
	p.posted_at, p.first_seen_at, p.last_seen_at, p.closed_at, p.unconfirmed_since,
	t.id AS target_id, t.source_type AS source, t.company_name AS target_name, t.company_logo_url AS target_logo,
	c.id AS company_id, c.slug AS company_slug, c.name AS company_name, c.logo_url AS company_logo, c.website AS company_website,
	c.industry AS company_industry, c.size AS company_size, c.headquarters AS company_headquarters, coalesce(c.tags, '{}') AS company_tags,
	coalesce(c.manually_edited, false) AS company_edited, c.updated_at AS company_updated_at,
	p.corrections -> 'places' AS corrected_places`

	textColumns = `, p.description, p.requirements`

	factColumns = `, p.experience_years_min, p.experience_years_max, p.fact_sources, p.fact_evidence, p.corrections,
	p.corrections_version, p.found`

	postingTables = ` FROM crawler.corrected_post p JOIN crawler.pull_target t ON t.id = p.target_id
	LEFT JOIN job.company c ON c.id = t.company_id`

	ofPostings = ` WHERE p.id = ANY($1)`
	summarySQL = summaryColumns + postingTables + ofPostings
	textSQL    = summaryColumns + textColumns + postingTables + ofPostings
	wholeSQL   = summaryColumns + textColumns + factColumns + `, p.last_pull_id, p.repost_of, c.description AS company_description` +
		postingTables + ofPostings
	placeSQL = `SELECT post_id, coalesce(city, ''), coalesce(region, ''), coalesce(country, ''), coalesce(country_code, ''), is_primary
		FROM crawler.job_post_location WHERE post_id = ANY($1) ORDER BY is_primary DESC, position`
)

// Postings reads postings by id, open or closed, in any order. Ids that do not exist are left out. With texts it reads
// their descriptions and requirements too.
func Postings(ctx context.Context, db pg.Conn, ids []uuid.UUID, texts bool) ([]Posting, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	sql := summarySQL
	if texts {
		sql = textSQL
	}
	return readPostings(ctx, db, sql, ids)
}

// WholePosting reads one posting with everything. An absent one is pgx.ErrNoRows.
func WholePosting(ctx context.Context, db pg.Conn, id uuid.UUID) (Posting, error) {
	list, err := readPostings(ctx, db, wholeSQL, []uuid.UUID{id})
	if err == nil && len(list) == 0 {
		err = pgx.ErrNoRows
	}
	if err != nil {
		return Posting{}, err
	}
	return list[0], nil
}

// readPostings reads postings and their places in one round trip. Two statements take PostgreSQL half the time of one that gathers
// the places of each posting as JSON.
func readPostings(ctx context.Context, db pg.Conn, sql string, ids []uuid.UUID) (out []Posting, err error) {
	places := map[uuid.UUID][]PostingPlace{}
	var batch pgx.Batch
	batch.Queue(sql, ids).Query(func(rows pgx.Rows) (err error) {
		out, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[Posting])
		return err
	})
	batch.Queue(placeSQL, ids).Query(func(rows pgx.Rows) error {
		var id uuid.UUID
		var p PostingPlace
		_, err := pgx.ForEachRow(rows, []any{&id, &p.City, &p.Region, &p.Country, &p.CountryCode, &p.Primary}, func() error {
			places[id] = append(places[id], p)
			return nil
		})
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, err
	}
	for i := range out {
		p := &out[i]
		if p.Places = p.CorrectedPlaces; p.Places == nil {
			p.Places = places[p.ID]
		}
	}
	return out, nil
}
