package main

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// oracleRows selects the columns that filters look at. They are kept in the narrow table public.oracle, which SQL can count quickly.
const oracleRows = `SELECT p.id, p.target_id, lower(t.company_name) AS company, p.workplace_type AS workplace,
	p.employment_type AS employment, p.career_level AS level, ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.languages) x) AS languages,
	ARRAY(SELECT DISTINCT lower(x) FROM unnest(p.skills) x) AS skills, p.experience_years_min AS years, p.listed_at AS listed,
	p.closed_at IS NOT NULL AS closed, t.last_success_at AS confirmed, p.yearly_max::float8 AS pay, p.compensation_currency AS currency,
	(@rates::jsonb ->> p.compensation_currency)::float8 AS rate,
	coalesce(l.names, '{}') || remote AS places, coalesce(l.shown, '{}') || remote AS shown
FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id
CROSS JOIN LATERAL (SELECT CASE WHEN p.workplace_type = 'remote' THEN '{remote}'::text[] ELSE '{}' END AS remote) w
CROSS JOIN LATERAL (SELECT array_agg(DISTINCT lower(n)) AS names,
		array_agg(DISTINCT lower(concat_ws(', ', nullif(city, ''), nullif(country, '')))) AS shown
	FROM crawler.job_post_location, LATERAL (VALUES (city), (region), (country), (concat_ws(', ', nullif(city, ''), nullif(country, ''))),
		(concat_ws(', ', nullif(region, ''), nullif(country, '')))) v (n)
	WHERE post_id = p.id) l`

// conditions holds the SQL of each filter, "" for parameters that filter nothing by themselves. A posting pays enough if the upper end
// of its range, converted to the currency of the query, does.
var conditions = map[string]string{
	"keyword":         "id = ANY(@keyword::text[]::uuid[])", // with the ids of the results instead of the words
	"location":        "places && @location",
	"company":         "company = ANY(@company)",
	"excludeCompany":  "company <> ALL(@excludeCompany)",
	"workplaceType":   "workplace = ANY(@workplaceType)",
	"employmentType":  "employment = ANY(@employmentType)",
	"careerLevel":     "level = ANY(@careerLevel)",
	"language":        "languages && @language",
	"skill":           "skills && @skill",
	"experienceMax":   "coalesce(years, 0) <= (@experienceMax::text[])[1]::int",
	"postedWithin":    "listed >= @now::timestamptz - (@postedWithin::text[])[1]::interval",
	"confirmedWithin": `confirmed >= @now::timestamptz - ('1 ' || (@confirmedWithin::text[])[1])::interval`,
	"compensationMin": `(@unpriced AND coalesce(pay, 0) = 0 OR pay > 0 AND pay >= (@compensationMin::text[])[1]::float8
		* CASE WHEN currency = @currency THEN 1 ELSE rate / @rate::float8 END)`,
	"compensationCurrency": "", "includeUnpriced": "", "includeClosed": "", "sort": "", "highlight": "",
}

// where returns the SQL condition for a query's filters as of now, omitting the filter named except.
func where(p url.Values, now time.Time, except string) (string, pgx.NamedArgs, error) {
	currency := p.Get("compensationCurrency")
	parts := []string{"true"}
	args := pgx.NamedArgs{"now": now, "currency": currency, "rate": ratesPerEuro[currency],
		"unpriced": p.Get("includeUnpriced") == "true"}
	if p.Get("includeClosed") != "true" {
		parts = append(parts, "NOT closed")
	}
	for name, values := range p {
		condition, known := conditions[name]
		if !known {
			return "", nil, fmt.Errorf("no SQL for filter %s", name)
		}
		if condition == "" || name == except {
			continue
		}
		var list []string
		for _, v := range values {
			list = append(list, strings.ToLower(v))
		}
		if name == "postedWithin" {
			list = []string{postedSince[values[0]].String()}
		}
		args[name] = list
		parts = append(parts, condition)
	}
	return strings.Join(parts, " AND "), args, nil
}
