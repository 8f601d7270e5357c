package enrich

import (
	"testing"

	"rolecall/internal/crawler/enrich/place"
)

func TestPay(t *testing.T) {
	t.Parallel()
	check(t, "pay", asText, []factTest{
		{"<p>Salary: €60,000 - €80,000 per year</p>", "60000-80000 EUR year"},
		{"<p>Salary: 60.000 – 80.000 € p.a.</p>", "60000-80000 EUR year"},
		{"<p>Salary: 60-80k EUR</p>", "60000-80000 EUR year"},
		{"<p>Salary: £60k–£80k</p>", "60000-80000 GBP year"},
		{"<p>Gehalt 45–55.000 € brutto</p>", "45000-55000 EUR year"},
		{"<p>Salary up to €90,000</p>", "0-90000 EUR year"},
		{"<p>Salary from €50,000</p>", "50000-0 EUR year"},
		{"<p>Salary: €70,000+</p>", "70000-0 EUR year"},
		{"<p>Salary: EUR50.000 per year</p>", "50000-50000 EUR year"},
		{"<p>CHF 95'000 – 110'000 salary</p>", "95000-110000 CHF year"},
		{"<p>Salaire : 40 000 à 45 000 € brut annuel</p>", "40000-45000 EUR year"},
		{"<p>Rémunération : 38-42 k€</p>", "38000-42000 EUR year"},
		{"<p>Gehalt: 65 T€ im Jahr</p>", "65000-65000 EUR year"},
		{"<p>Gehalt: 60 k T€ im Jahr</p>", "60000-60000 EUR year"},
		{"<p>Gehalt: 60k T€ im Jahr</p>", "60000-60000 EUR year"},
		{"<p>entre 35 et 40 K€ de salaire</p>", "35000-40000 EUR year"},
		{"<p>Salario de 24.000 a 28.000 euros brutos anuales</p>", "24000-28000 EUR year"},
		{"<p>1.800,50 € brutos al mes de salario</p>", "1801-1801 EUR month"},
		{"<p>12,50 € de l'heure</p>", "13-13 EUR hour"},
		{"<p>TJM 500 €</p>", "500-500 EUR day"},
		{"<p>Stundenlohn 15 €</p>", "15-15 EUR hour"},
		{"<p>Pay: USD 25 an hour</p>", "25-25 USD hour"},
		{"<p>US$120,000 base salary</p>", "120000-120000 USD year"},
		{"<p>CA$90k salary</p>", "90000-90000 CAD year"},
		{"<p>Salary $100,000 - $120,000 a year</p>", "100000-120000  year"},
		{"<p>Salary $100,000 - $120,000 a year. 401(k) match.</p>", "100000-120000 USD year"},
		{"<p>OTE £80,000, base salary £50,000</p>", "50000-50000 GBP year"},
		{"<h3>Salary</h3><p>€4,000 per month</p>", "4000-4000 EUR month"},
		{"<p>Salary: 650.000 kr per year</p>", "650000-650000  year"},
		{"<p>Salary: class 2: min EUR 43,000 / max EUR 49,000 class 1: min EUR 41,000 / max EUR 47,000</p>", "41000-49000 EUR year"},
		{"<p>Salary: class 3: EUR 49,000 class 2: EUR 45,000 class 1: EUR 41,000</p>", "41000-49000 EUR year"},
		// not pay
		{"<p>Salary of cooks: class 3: EUR 49,000 class 2: EUR 45,000 and of drivers: class 2: EUR 45,000 class 1: EUR 41,000</p>", ""},
		{"<p>We raised €20,000,000 last year</p>", ""},
		{"<p>We raised $20M in funding</p>", ""},
		{"<p>Revenue of €5,000,000 a year</p>", ""},
		{"<p>Learning budget of €1,000 per year</p>", ""},
		{"<p>Signing bonus: €10,000</p>", ""},
		{"<p>A €15,000 signing bonus</p>", ""},
		{"<p>€50 per month for sports</p>", ""},
		{"<p>Manage a budget of €500,000 per year</p>", ""},
		{"<p>Referral bonus of up to $20,000 a year</p>", ""},
		{"<p>Deals worth €50,000 a year</p>", ""},
		{"<p>Prämie von 12.000 € im Jahr</p>", ""},
		{"<p>Umsatz von 30.000 € im Monat</p>", ""},
		{"<p>Prime de 15 000 € par an</p>", ""},
		{"<p>Ticket restaurant de 11 € al día</p>", ""},
		{"<p>Call 0800 123 456 or visit room 120,000</p>", ""},
		{"<p>5,000 customers and 100 % salary</p>", ""},
		{"<p>Competitive salary</p>", ""},
		{"<p>Competitive salary, 10% bonus, 25 days</p>", ""},
		{"<p>Salary: 60,000 - 80,000</p>", ""},
	})
}

func TestDollarNeedsACountry(t *testing.T) {
	t.Parallel()
	in := func(where string) Input {
		return Input{Title: "x", Locations: []string{where}, Description: "<p>Salary: $100,000 per year</p>"}
	}
	check(t, "pay", in, []factTest{
		{"Austin, TX", "100000-100000 USD year"},
		{"Toronto, ON", "100000-100000 CAD year"},
		{"Sydney, Australia", "100000-100000 AUD year"},
		{"Remote", "100000-100000  year"},
		{"Berlin, Germany", "100000-100000  year"},
		{"Austin, TX; Toronto, ON", "100000-100000  year"},
		{"Austin, TX; Boston, MA", "100000-100000 USD year"},
	})
}

func TestBoardPay(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   BoardPay
		want string
	}{
		{"figures", BoardPay{Min: 170000, Max: 205000, Currency: "USD", Period: "1 YEAR"}, "170000-205000 USD year"},
		{"slug", BoardPay{Min: 27.5, Max: 31, Currency: "CAD", Period: "per-hour-wage"}, "28-31 CAD hour"},
		{"lower case", BoardPay{Min: 2890, Max: 3675, Currency: "eur", Period: "month"}, "2890-3675 EUR month"},
		{"only a minimum", BoardPay{Min: 50000, Currency: "EUR", Period: "yearly"}, "50000-0 EUR year"},
		{"no period", BoardPay{Min: 50000, Max: 60000, Currency: "EUR"}, "50000-60000 EUR year"},
		{"text", BoardPay{Text: "$170K – $205K • 0.05% – 0.1%"}, "170000-205000 USD year"},
		{"text with a period", BoardPay{Text: "€ 45,000 – € 55,000 / year"}, "45000-55000 EUR year"},
		{"upside down", BoardPay{Min: 60000, Max: 50000, Currency: "EUR", Period: "year"}, ""},
		{"nothing", BoardPay{}, ""},
	}
	for _, tt := range tests {
		f := Posting(Input{Title: "x", Pay: tt.in, Places: []place.Place{{CountryCode: "US"}}})
		if got := describe("pay", f); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
