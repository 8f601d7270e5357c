package ashby

import "rolecall/internal/crawler/source"

// job leaves out isRemote: it is true for hybrid roles as well, so it cannot replace workplaceType.
type job struct {
	ID                 source.Text                `json:"id"`
	Title              source.Text                `json:"title"`
	EmploymentType     source.Text                `json:"employmentType"`
	Location           source.Text                `json:"location"`
	Address            source.Loose[address]      `json:"address"`
	SecondaryLocations source.List[secondary]     `json:"secondaryLocations"`
	WorkplaceType      source.Text                `json:"workplaceType"`
	IsListed           source.Flag                `json:"isListed"`
	PublishedAt        source.Text                `json:"publishedAt"`
	JobURL             source.Text                `json:"jobUrl"`
	DescriptionHTML    source.Text                `json:"descriptionHtml"`
	ShowPay            source.Flag                `json:"shouldDisplayCompensationOnJobPostings"`
	Compensation       source.Loose[compensation] `json:"compensation"`
}

// address is nested in answers and flat in the vendor's documentation.
type address struct {
	postal
	Postal source.Loose[postal] `json:"postalAddress"`
}

type postal struct {
	Locality source.Text `json:"addressLocality"`
	Region   source.Text `json:"addressRegion"`
	Country  source.Text `json:"addressCountry"`
}

func (a address) place() source.Place {
	p := a.postal
	if a.Postal.OK {
		p = a.Postal.V
	}
	return source.Place{City: p.Locality.String(), Region: p.Region.String(), Country: p.Country.String()}
}

// secondary is an object, or in older responses its name.
type secondary struct {
	Location source.Text
	Address  source.Loose[address]
}

func (s *secondary) UnmarshalJSON(data []byte) error {
	var object source.Loose[struct {
		Location source.Text           `json:"location"`
		Address  source.Loose[address] `json:"address"`
	}]
	if _ = object.UnmarshalJSON(data); object.OK {
		s.Location, s.Address = object.V.Location, object.V.Address
		return nil
	}
	return s.Location.UnmarshalJSON(data)
}

type compensation struct {
	Tiers source.List[struct {
		Components source.List[component] `json:"components"`
	}] `json:"compensationTiers"`
	Summary source.List[component] `json:"summaryComponents"`
}

type component struct {
	Type     source.Text   `json:"compensationType"`
	Interval source.Text   `json:"interval"`
	Currency source.Text   `json:"currencyCode"`
	Min      source.Number `json:"minValue"`
	Max      source.Number `json:"maxValue"`
}

// unlisted reports whether the posting can be reached by link only: the employer does not show it on the board.
func (j job) unlisted() bool { return j.IsListed.Set && !j.IsListed.True }

func (j job) posting() source.Posting {
	p := source.Posting{
		NativeID:      j.ID.String(),
		Title:         j.Title.String(),
		URL:           j.JobURL.String(),
		Description:   j.DescriptionHTML.String(),
		Locations:     []string{j.Location.String()},
		Workplace:     source.ParseWorkplace(j.WorkplaceType.String()),
		WorkplaceRaw:  j.WorkplaceType.String(),
		Employment:    source.ParseEmployment(j.EmploymentType.String()),
		EmploymentRaw: j.EmploymentType.String(),
		PostedAt:      source.ParseTime(j.PublishedAt.String()),
	}
	if place := j.Address.V.place(); !place.Blank() {
		place.Primary = true
		p.Places = append(p.Places, place)
	}
	for _, s := range j.SecondaryLocations {
		p.Locations = append(p.Locations, s.Location.String())
		p.Places = append(p.Places, s.Address.V.place())
	}
	if !j.ShowPay.Set || j.ShowPay.True {
		p.Pay = j.Compensation.V.pay()
	}
	return p
}

// pay returns one range over the summary and all tiers. Equity is in the same lists and is not
// pay; figures in another currency or period than the first are left out.
func (c compensation) pay() *source.Pay {
	components := []component(c.Summary)
	for _, tier := range c.Tiers {
		components = append(components, tier.Components...)
	}
	var span *source.Pay
	for _, part := range components {
		if part.Type != "Salary" {
			continue
		}
		pay := source.ParsePay(float64(part.Min), float64(part.Max), part.Currency.String(), part.Interval.String())
		switch {
		case pay == nil:
		case span == nil:
			span = pay
		case pay.Currency == span.Currency && pay.Period == span.Period:
			if pay.Min > 0 && (span.Min == 0 || pay.Min < span.Min) {
				span.Min = pay.Min
			}
			span.Max = max(span.Max, pay.Max)
		}
	}
	return span
}
