package jibe

import (
	"cmp"
	"net/url"

	"rolecall/internal/crawler/source"
)

type row struct {
	Data source.Loose[job] `json:"data"`
}

type job struct {
	Slug         source.Text   `json:"slug"`
	Title        source.Text   `json:"title"`
	Language     source.Text   `json:"language"`
	Description  source.Text   `json:"description"` // responsibilities and qualifications repeat it
	LocationName source.Text   `json:"location_name"`
	FullLocation source.Text   `json:"full_location"`
	City         source.Text   `json:"city"`
	State        source.Text   `json:"state"`
	Country      source.Text   `json:"country"`
	CountryCode  source.Text   `json:"country_code"`
	LocationType source.Text   `json:"location_type"`
	Employment   source.Text   `json:"employment_type"`
	Company      source.Text   `json:"hiring_organization"`
	Posted       source.Text   `json:"posted_date"`
	PayMin       source.Number `json:"salary_min_value"`
	PayMax       source.Number `json:"salary_max_value"`
	Currency     source.Text   `json:"salary_currency"`
	Frequency    source.Text   `json:"salary_frequency"`
	Meta         source.Loose[struct {
		Canonical source.Text `json:"canonical_url"`
	}] `json:"meta_data"`
}

func (j job) posting(host string) source.Posting {
	place := source.Place{City: j.City.String(), Region: j.State.String(), Country: j.Country.String(),
		CountryCode: j.CountryCode.String(), Primary: true}
	p := source.Posting{
		NativeID:      j.Slug.String(),
		Title:         j.Title.String(),
		URL:           cmp.Or(j.Meta.V.Canonical.String(), "https://"+host+"/careers-home/jobs/"+url.PathEscape(j.Slug.String())),
		Description:   j.Description.String(),
		Locations:     []string{cmp.Or(j.FullLocation.String(), place.String(), j.LocationName.String())},
		Places:        []source.Place{place},
		WorkplaceRaw:  j.LocationType.String(),
		Employment:    source.ParseEmployment(j.Employment.String()),
		EmploymentRaw: j.Employment.String(),
		PostedAt:      source.ParseTime(j.Posted.String()),
		Company:       j.Company.String(),
		Language:      source.ParseLanguage(j.Language.String()),
		Pay:           source.ParsePay(float64(j.PayMin), float64(j.PayMax), j.Currency.String(), j.Frequency.String()),
	}
	if j.LocationType != "ANY" {
		p.Workplace = source.ParseWorkplace(j.LocationType.String())
	}
	return p
}
