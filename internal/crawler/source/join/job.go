package join

import (
	"cmp"
	"net/url"

	"rolecall/internal/crawler/source"
)

type entry struct {
	ID         source.Text        `json:"id"`
	IDParam    source.Text        `json:"idParam"`
	Title      source.Text        `json:"title"`
	Created    source.Text        `json:"createdAt"`
	Workplace  source.Text        `json:"workplaceType"`
	Employment source.Text        `json:"employmentType"` // text, or an object with a name
	Language   source.Text        `json:"languageIso"`
	City       source.Loose[city] `json:"city"`
	Pay        source.Loose[struct {
		From     source.Loose[amount] `json:"salaryAmountFrom"`
		To       source.Loose[amount] `json:"salaryAmountTo"`
		Interval source.Text          `json:"salaryFrequency"`
	}] `json:"salary"`
}

type city struct {
	Name    source.Text `json:"cityName"`
	Region  source.Text `json:"regionName"`
	Country source.Text `json:"countryName"`
	Code    source.Text `json:"countryIso"`
}

type amount struct {
	Amount   source.Number `json:"amount"`
	Currency source.Text   `json:"currency"`
}

type detail struct {
	Description source.Text `json:"description"` // Markdown
	Company     source.Loose[struct {
		Domain source.Text `json:"domain"`
		Name   source.Text `json:"name"`
	}] `json:"company"`
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	return []string{e.IDParam.String(), e.Title.String(), e.Created.String(), e.Workplace.String(), e.Employment.String(),
		e.City.V.Name.String()}
}

func (e entry) posting(d detail, token string) source.Posting {
	c := e.City.V
	place := source.Place{City: c.Name.String(), Region: c.Region.String(), Country: c.Country.String(),
		CountryCode: c.Code.String(), Primary: true}
	pay := e.Pay.V
	return source.Posting{
		NativeID: e.Key(),
		Title:    e.Title.String(),
		URL: vendor + "/companies/" + url.PathEscape(cmp.Or(d.Company.V.Domain.String(), token)) + "/" +
			url.PathEscape(cmp.Or(e.IDParam.String(), e.Key())),
		Description:   source.MarkdownHTML(d.Description.String()),
		Locations:     []string{place.String()},
		Places:        []source.Place{place},
		Workplace:     source.ParseWorkplace(e.Workplace.String()),
		WorkplaceRaw:  e.Workplace.String(),
		Employment:    source.ParseEmployment(e.Employment.String()),
		EmploymentRaw: e.Employment.String(),
		PostedAt:      source.ParseTime(e.Created.String()),
		Company:       d.Company.V.Name.String(),
		Language:      source.ParseLanguage(e.Language.String()),
		Pay: source.ParsePay(float64(pay.From.V.Amount), float64(pay.To.V.Amount),
			cmp.Or(pay.From.V.Currency, pay.To.V.Currency).String(), pay.Interval.String()),
	}
}
