package enrich

import "testing"

// Amounts that are not the pay, and pay that is told in the manner of a country.
func TestPayAmongOtherAmounts(t *testing.T) {
	t.Parallel()
	check(t, "pay", func(s string) Input {
		return Input{Title: "x", Locations: []string{"Bogotá, Colombia"}, Description: "<h3>Wir bieten</h3><ul><li>" + s + "</li></ul>"}
	}, []factTest{
		{"98'000.– bis 118'000.– CHF brutto im Jahr", "98000-118000 CHF year"},
		{"Jahreslohn zwischen CHF 98’000 und CHF 118’000", "98000-118000 CHF year"},
		{"Salaire annuel : entre 98 000 et 118 000 CHF", "98000-118000 CHF year"},
		{"De $3.200.000 a $4.100.000 brutos mensuales", "3200000-4100000 COP month"},
		{"Entre 6 y 7,5 millones de pesos al mes", "6000000-7500000 COP month"},
		{"Salario de $4.500.000 más prestaciones", "4500000-4500000 COP month"},
		{"16,20 €/Std. plus Zuschläge", "16-16 EUR hour"},
		{"ab 14,50 € pro Stunde", "15-0 EUR hour"},
		{"Hasta 42.000 € brutos anuales", "0-42000 EUR year"},
		{"TVöD E 9b", ""},
		{"1.500 € Startprämie nach der Probezeit", ""},
		{"Up to £3,000 in annual bonus", ""},
		{"Bonus von bis zu 6.000 € im Jahr", ""},
		{"Rufbereitschaft wird mit 250 € pro Woche vergütet", ""},
		{"Astreintes rémunérées 180 € par semaine", ""},
		{"Guardias pagadas a 200 € por semana", ""},
		{"Relocation support of €5,000", ""},
		{"Auxilio de movilización de $200.000 mensuales", ""},
		{"Prime annuelle de 2 000 €", ""},
		{"2.000 € im Jahr für Weiterbildung", ""},
		{"Tool allowance of $1,200 a year", ""},
		{"Per diem of $60", ""},
		{"Vales de despensa por $2,500 mensuales", ""},
		{"38–45 k€ selon profil", "38000-45000 EUR year"},
		{"£42,000 to £48,000 per annum, study support of up to £3,500", "42000-48000 GBP year"},
		{"Gross monthly salary between €3,600 and €4,500, paid 14 times a year", "3600-4500 EUR month"},
		{"Monatsgehalt von 3.400 bis 4.100 Euro, dazu 13. Monatslohn", "3400-4100 EUR month"},
		{"Sueldo de hasta $6.500.000 brutos mensuales", "0-6500000 COP month"},
		{"Gehalt ab 52.000 € brutto jährlich mit Bereitschaft zur Überzahlung", "52000-0 EUR year"},
		{"Mindestgehalt laut KV 2.900 € brutto pro Monat, Überzahlung möglich", "2900-0 EUR month"},
		{"Rémunération : 2 300 à 2 600 € bruts mensuels sur 13 mois", "2300-2600 EUR month"},
	})
}

// Where the work is done, said in other words than those of a board.
func TestWorkplaceInPlainWords(t *testing.T) {
	t.Parallel()
	check(t, "work", func(s string) Input {
		return Input{Title: "x", Description: "<h3>Good to know</h3><p>" + s + "</p>"}
	}, []factTest{
		{"Un día en la sede y el resto desde tu casa.", "hybrid"},
		{"Trois jours au studio, deux jours à la maison.", "hybrid"},
		{"Tres días en oficina y dos en casa.", "hybrid"},
		{"Drei Tage im Büro, zwei Tage zu Hause.", "hybrid"},
		{"Bis zu 60 % Homeoffice.", "hybrid"},
		{"Télétravail deux jours par semaine.", "hybrid"},
		{"The job is on site, five days a week at our plant.", "onsite"},
		{"Nuestra tienda está en el centro.", ""},
		{"The office is staffed from Mondays to Fridays.", ""},
		{"Unser Büro liegt am Hafen.", ""},
	})
}
