package jobs

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
)

// Rates are exchange rates of one day.
type Rates struct {
	Date    string // date as YYYY-MM-DD
	PerEuro index.Rates

	text string // the rates as configured
}

// builtInRates are for deployments that configure none. They are rounded: pay that was converted is shown as "about".
const builtInRates = `2025-06-30 EUR=1 USD=1.17 GBP=0.856 CHF=0.935 SEK=11.1 NOK=11.8 DKK=7.46 ISK=143 PLN=4.24 CZK=24.7 HUF=400
	RON=5.08 BGN=1.956 UAH=48.8 TRY=46.6 ILS=3.95 AED=4.3 SAR=4.4 EGP=58 NGN=1800 KES=151 ZAR=20.8 INR=101 PKR=332 SGD=1.49 MYR=4.94
	IDR=19000 PHP=66 THB=38.1 VND=30600 HKD=9.2 CNY=8.4 TWD=34.3 KRW=1590 JPY=169 AUD=1.79 NZD=1.93 CAD=1.6 MXN=22.1 BRL=6.44 ARS=1400
	CLP=1095 COP=4780`

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// UnmarshalText reads a date and what a euro is worth in each currency: "2026-10-30 USD=1.08 CHF=0.95".
func (r *Rates) UnmarshalText(text []byte) error {
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return errors.New("must be a date and rates per euro such as 2026-10-30 USD=1.08 CHF=0.95")
	}
	if _, err := time.Parse(time.DateOnly, fields[0]); err != nil {
		return fmt.Errorf("%q must be the date of the rates, such as 2026-10-30", fields[0])
	}
	out := Rates{Date: fields[0], PerEuro: index.Rates{"EUR": 1}, text: strings.Join(fields, " ")}
	for _, field := range fields[1:] {
		code, figure, _ := strings.Cut(field, "=")
		rate, err := strconv.ParseFloat(figure, 64)
		if err != nil || !(rate > 1e-6 && rate < 1e9) || !currencyCode.MatchString(code) || code == "EUR" && rate != 1 {
			return fmt.Errorf("%q must be an ISO 4217 code and its rate per euro, such as USD=1.08", field)
		}
		out.PerEuro[code] = rate
	}
	*r = out
	return nil
}

// String returns the rates as they were configured.
func (r Rates) String() string { return r.text }

// orBuiltIn returns the rates, or the built-in ones when none are configured.
func (r Rates) orBuiltIn() Rates {
	if r.PerEuro == nil {
		if err := r.UnmarshalText([]byte(builtInRates)); err != nil {
			panic(err) // a mistake in the table above
		}
	}
	return Rates{Date: r.Date, PerEuro: maps.Clone(r.PerEuro), text: r.text}
}

// PayAbout is yearly pay in another currency or from another period than the posting names.
type PayAbout struct {
	Min, Max int64
	Currency string
	RatesOf  string
}

// about converts a posting's pay. It returns nil when there is nothing to convert or no rate for it.
func (r Rates) about(p *store.Posting, currency string) *PayAbout {
	if p.CompensationCurrency == nil || p.CompensationPeriod == nil || p.CompensationMin == nil && p.CompensationMax == nil {
		return nil
	}
	from := *p.CompensationCurrency
	factor := index.PerYear[*p.CompensationPeriod]
	if from == currency && factor == 1 {
		return nil
	}
	if from != currency {
		if r.PerEuro[from] == 0 || r.PerEuro[currency] == 0 {
			return nil
		}
		factor *= r.PerEuro[currency] / r.PerEuro[from]
	}
	least, most := cmp.Or(p.CompensationMin, p.CompensationMax), cmp.Or(p.CompensationMax, p.CompensationMin)
	return &PayAbout{Min: rounded(*least, factor), Max: rounded(*most, factor), Currency: currency, RatesOf: r.Date}
}

// rounded multiplies and rounds to 500. Figures beyond belief are cut, so that they fit.
func rounded(amount int64, factor float64) int64 {
	const step, most = 500, 1e15
	return int64(math.Round(min(float64(amount)*factor, most)/step) * step)
}
