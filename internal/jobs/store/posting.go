package store

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/pg"
)

// Posting is a posting with its board, its company if one is resolved, and its places.
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
	CompanyEdited        bool
	CompanyUpdatedAt     *time.Time
	Places               []PostingPlace
	// Only of a single posting:
	Description        string
	Requirements       []string
	LastPullID         *uuid.UUID
	RepostOf           *uuid.UUID
	CompanyDescription *string
}

// PostingPlace is one place of a posting. What is not known is blank.
type PostingPlace struct {
	City        string
	Region      string
	Country     string
	CountryCode string
	Primary     bool
}

// The columns of a list, in the order in which summaries reads them. Places come as one array, five texts for each.
const summaryColumns = `p.id, p.title, p.url, p.location, p.workplace_type, p.employment_type, p.career_level,
	coalesce(p.compensation_min, -9223372036854775808), coalesce(p.compensation_max, -9223372036854775808),
	p.compensation_currency, p.compensation_period, p.languages, p.skills, p.posted_at, p.first_seen_at, p.last_seen_at, p.closed_at,
	t.id, t.source_type, t.company_name, t.company_logo_url,
	c.id, c.slug, c.name, c.logo_url, c.website, c.industry, c.size, c.headquarters, coalesce(c.tags, '{}'), coalesce(c.manually_edited, false), c.updated_at,
	coalesce((SELECT array_agg(ARRAY[coalesce(l.city, ''), coalesce(l.region, ''), coalesce(l.country, ''), coalesce(l.country_code, ''),
		CASE WHEN l.is_primary THEN 'primary' ELSE '' END] ORDER BY l.is_primary DESC, l.position) FROM crawler.job_post_location l WHERE l.post_id = p.id), '{}')`

// summaries reads the postings of one list. What they have in varying numbers comes out of common blocks.
type summaries struct {
	amounts []int64
	places  []PostingPlace
}

func (s *summaries) read(r *pg.Row, p *Posting) {
	p.ID, p.Title, p.URL, p.Location = r.UUID(), r.Text(), r.Text(), r.OptText()
	p.WorkplaceType, p.EmploymentType, p.CareerLevel = r.OptText(), r.OptText(), r.OptText()
	p.CompensationMin, p.CompensationMax = s.amount(r), s.amount(r)
	p.CompensationCurrency, p.CompensationPeriod = r.OptText(), r.OptText()
	p.Languages, p.Skills = r.Texts(), r.Texts()
	p.PostedAt, p.FirstSeenAt, p.LastSeenAt, p.ClosedAt = r.OptTime(), r.Time(), r.Time(), r.OptTime()
	p.TargetID, p.Source, p.TargetName, p.TargetLogo = r.UUID(), r.Text(), r.Text(), r.OptText()
	p.CompanyID, p.CompanySlug, p.CompanyName, p.CompanyLogo = r.OptUUID(), r.OptText(), r.OptText(), r.OptText()
	p.CompanyWebsite, p.CompanyIndustry, p.CompanySize, p.CompanyHeadquarters = r.OptText(), r.OptText(), r.OptText(), r.OptText()
	p.CompanyTags, p.CompanyEdited, p.CompanyUpdatedAt = r.Texts(), r.Bool(), r.OptTime()
	p.Places = s.placed(r.Texts())
}

// amount reads a number in whose place the smallest stands for NULL.
func (s *summaries) amount(r *pg.Row) *int64 {
	n := r.Int64()
	if n == math.MinInt64 {
		return nil
	}
	if len(s.amounts) == cap(s.amounts) {
		s.amounts = make([]int64, 0, min(2+4*cap(s.amounts), 16)) // one posting has two, a list has many
	}
	s.amounts = append(s.amounts, n)
	return &s.amounts[len(s.amounts)-1]
}

// placed makes places of their texts, five for each.
func (s *summaries) placed(texts []string) []PostingPlace {
	const columns = 5
	number := len(texts) / columns
	if number == 0 {
		return []PostingPlace{}
	}
	if cap(s.places)-len(s.places) < number {
		s.places = make([]PostingPlace, 0, max(number, min(4*cap(s.places), 16)))
	}
	begin := len(s.places)
	for ; len(texts) >= columns; texts = texts[columns:] {
		s.places = append(s.places, PostingPlace{City: texts[0], Region: texts[1], Country: texts[2], CountryCode: texts[3], Primary: texts[4] != ""})
	}
	return s.places[begin:len(s.places):len(s.places)]
}

const postingTables = `crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id LEFT JOIN job.company c ON c.id = t.company_id`

// summaryOfPage is the select list and tables of a list whose ids are in the expression "page".
const summaryOfPage = summaryColumns + ` FROM page JOIN crawler.job_post p ON p.id = page.id
	JOIN crawler.pull_target t ON t.id = p.target_id LEFT JOIN job.company c ON c.id = t.company_id`

// WholePostings reads postings with everything, open or closed, in any order. Ids that are not there are left out. The
// inner SELECT hides from the planner how many they are: it would make a plan each time for the one or two of most calls.
func WholePostings(ctx context.Context, db pg.Conn, ids []uuid.UUID) ([]Posting, error) {
	rows, err := db.Query(ctx, `SELECT `+summaryColumns+`, p.description, p.requirements, p.last_pull_id, p.repost_of,
		c.description FROM `+postingTables+` WHERE p.id = ANY((SELECT $1::uuid[])::uuid[])`, ids)
	if err != nil {
		return nil, err
	}
	var s summaries
	return pg.Collect(rows, len(ids), func(r *pg.Row, p *Posting) {
		s.read(r, p)
		p.Description, p.Requirements, p.LastPullID, p.RepostOf, p.CompanyDescription = r.Text(), r.Texts(), r.OptUUID(), r.OptUUID(), r.OptText()
	})
}

// Postings reads postings by id, in the order of the ids. Ids that are not there are left out. Whichever ids they are,
// the plan is the same, so it is made once.
func Postings(ctx context.Context, db pg.Conn, ids []uuid.UUID) ([]Posting, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := db.Query(ctx, `WITH page AS MATERIALIZED (SELECT o.id, o.place FROM unnest($1::uuid[]) WITH ORDINALITY o(id, place))
		SELECT `+summaryOfPage+` ORDER BY page.place`, ids)
	if err != nil {
		return nil, err
	}
	var s summaries
	return pg.Collect(rows, len(ids), s.read)
}

// collect reads a page whose first column is the total.
func collect(rows pgx.Rows, most int64) (Page, error) {
	var page Page
	var err error
	var s summaries
	page.Postings, err = pg.Collect(rows, int(most), func(r *pg.Row, p *Posting) {
		page.Total = r.Int64()
		s.read(r, p)
	})
	return page, err
}
