package notifications

import (
	"strings"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/lang"
)

// jobFacts are what an alert says of a posting besides its place, as they were when it matched.
type jobFacts struct {
	Workplace string  `json:"workplace,omitempty"`
	PayMin    float64 `json:"payMin,omitempty"` // with cents; zero if no lower end is stated
	PayMax    float64 `json:"payMax,omitempty"`
	Currency  string  `json:"currency,omitempty"`
	Period    string  `json:"period,omitempty"`
}

func factsOf(j jobs.JobPostSummary) jobFacts {
	return jobFacts{
		Workplace: string(j.WorkplaceType.Or("")),
		PayMin:    j.CompensationMinExact.Or(float64(j.CompensationMin.Or(0))),
		PayMax:    j.CompensationMaxExact.Or(float64(j.CompensationMax.Or(0))),
		Currency:  oneLine(j.CompensationCurrency.Or("")),
		Period:    string(j.CompensationPeriod.Or("")),
	}
}

// workplace returns where the work is done, "" if that is unknown or the place already says it, as in "Remote, Spain".
func (f jobFacts) workplace(place string, l lang.Language) string {
	if f.Workplace == "" {
		return ""
	}
	name := l.Text("workplace." + f.Workplace)
	place = strings.ToLower(place)
	if strings.Contains(place, f.Workplace) || strings.Contains(place, strings.ToLower(name)) {
		return ""
	}
	return name
}

// pay returns what the posting says it pays, "" if it says nothing.
func (f jobFacts) pay(l lang.Language) string {
	var amount string
	low, high := l.Money(f.PayMin, f.Currency), l.Money(f.PayMax, f.Currency)
	switch {
	case f.PayMin == 0 && f.PayMax == 0:
		return ""
	case f.PayMax == 0:
		amount = l.Text("pay.from", "amount", low)
	case f.PayMin == 0:
		amount = l.Text("pay.up-to", "amount", high)
	case f.PayMin == f.PayMax:
		amount = high
	default:
		amount = l.Text("pay.range", "low", low, "high", high)
	}
	if f.Period == "" {
		return amount
	}
	return l.Text("pay."+f.Period, "amount", amount)
}
