package jobs

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/jobs/store"
)

func TestRates(t *testing.T) {
	t.Parallel()
	var r Rates
	if err := r.UnmarshalText([]byte(" 2026-10-30  USD=1.08\nCHF=0.95 EUR=1 ")); err != nil {
		t.Fatal(err)
	}
	if r.Date != "2026-10-30" || r.PerEuro["USD"] != 1.08 || r.PerEuro["EUR"] != 1 || len(r.PerEuro) != 3 ||
		r.String() != "2026-10-30 USD=1.08 CHF=0.95 EUR=1" {
		t.Errorf("rates: %+v", r)
	}
	for text, want := range map[string]string{
		"":                       "must be a date and rates",
		"2026-10-30":             "must be a date and rates",
		"30.10.2026 USD=1.08":    `"30.10.2026" must be the date`,
		"2026-02-30 USD=1.08":    `"2026-02-30" must be the date`,
		"2026-10-30 USD=":        `"USD="`,
		"2026-10-30 USD":         `"USD"`,
		"2026-10-30 usd=1.08":    `"usd=1.08"`,
		"2026-10-30 USD=0":       `"USD=0"`,
		"2026-10-30 USD=-1":      `"USD=-1"`,
		"2026-10-30 USD=NaN":     `"USD=NaN"`,
		"2026-10-30 USD=+Inf":    `"USD=+Inf"`,
		"2026-10-30 EUR=2":       `"EUR=2"`,
		"2026-10-30 USD=1 XX=2":  `"XX=2"`,
		"2026-10-30 USD=1,08":    `"USD=1,08"`,
		"2026-10-30 USD=1.08=":   `"USD=1.08="`,
		"2026-10-30 USD = 1.08 ": `"USD"`,
	} {
		if err := new(Rates).UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	built := Rates{}.orBuiltIn()
	if len(built.PerEuro) < 35 || built.Date == "" {
		t.Errorf("built-in: %d rates of %q", len(built.PerEuro), built.Date)
	}
}

func TestPayAbout(t *testing.T) {
	t.Parallel()
	var r Rates
	if err := r.UnmarshalText([]byte("2026-10-30 USD=1.25 KRW=1600")); err != nil {
		t.Fatal(err)
	}
	pay := func(least, most int64, currency, period string) *store.Posting {
		p := &store.Posting{CompensationMin: &least, CompensationMax: &most}
		if least == 0 {
			p.CompensationMin = nil
		}
		if most == 0 {
			p.CompensationMax = nil
		}
		if currency != "" {
			p.CompensationCurrency = &currency
		}
		if period != "" {
			p.CompensationPeriod = &period
		}
		return p
	}
	about := func(least, most int64, currency string) *PayAbout {
		return &PayAbout{Min: least, Max: most, Currency: currency, RatesOf: "2026-10-30"}
	}
	for name, tt := range map[string]struct {
		posting  *store.Posting
		currency string
		want     *PayAbout
	}{
		"as asked":             {pay(50_000, 60_000, "EUR", "year"), "EUR", nil},
		"another currency":     {pay(100_000, 125_300, "USD", "year"), "EUR", about(80_000, 100_000, "EUR")},
		"another period":       {pay(30, 40, "EUR", "hour"), "EUR", about(62_500, 83_000, "EUR")},
		"both":                 {pay(0, 5_000, "USD", "month"), "EUR", about(48_000, 48_000, "EUR")},
		"only the lower end":   {pay(1_000, 0, "EUR", "week"), "USD", about(65_000, 65_000, "USD")},
		"between two others":   {pay(10_000, 20_000, "USD", "year"), "KRW", about(12_800_000, 25_600_000, "KRW")},
		"no rate":              {pay(9_000_000, 0, "JPY", "year"), "EUR", nil},
		"asked without a rate": {pay(50_000, 0, "EUR", "year"), "JPY", nil},
		"no rate needed":       {pay(1_000, 0, "JPY", "month"), "JPY", about(12_000, 12_000, "JPY")},
		"no currency":          {pay(50_000, 60_000, "", "year"), "EUR", nil},
		"no period":            {pay(50_000, 60_000, "EUR", ""), "EUR", nil},
		"no pay":               {pay(0, 0, "USD", "year"), "EUR", nil},
		"beyond belief":        {pay(1, math.MaxInt64, "USD", "hour"), "KRW", about(2_662_500, 1e15, "KRW")},
	} {
		if diff := cmp.Diff(r.about(tt.posting, tt.currency), tt.want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", name, diff)
		}
	}
}
