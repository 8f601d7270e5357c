package notifications

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/lang"
)

func TestPayAndWorkplaceInEveryLanguage(t *testing.T) {
	t.Parallel()
	lists := map[lang.Language][]string{}
	for _, l := range lang.All() {
		for _, f := range []jobFacts{
			{},
			{Workplace: "remote", PayMin: 50_000, PayMax: 60_000, Currency: "EUR", Period: "year"},
			{Workplace: "onsite", PayMin: 18.5, Currency: "GBP", Period: "hour"},
			{Workplace: "hybrid", PayMax: 7_000, Currency: "CHF", Period: "month"},
			{PayMin: 300, PayMax: 300, Period: "day"},
		} {
			lists[l] = append(lists[l], dotted(f.workplace("Oslo", l), f.pay(l)))
		}
	}
	want := map[lang.Language][]string{
		"en": {"", "Remote · €50,000 – €60,000 a year", "On-site · from £18.50 an hour", "Hybrid · up to CHF\u00a07,000 a month", "300 a day"},
		"de": {"", "Remote · 50.000\u00a0€ – 60.000\u00a0€ im Jahr", "Vor Ort · ab 18,50\u00a0£ pro Stunde",
			"Hybrid · bis 7.000\u00a0CHF im Monat", "300 am Tag"},
		"fr": {"", "Télétravail · 50\u00a0000\u00a0€ – 60\u00a0000\u00a0€ par an", "Sur place · à partir de 18,50\u00a0£ de l’heure",
			"Hybride · jusqu’à 7\u00a0000\u00a0CHF par mois", "300 par jour"},
		"es": {"", "A distancia · 50.000\u00a0€ – 60.000\u00a0€ al año", "Presencial · desde 18,50\u00a0£ por hora",
			"Híbrido · hasta 7.000\u00a0CHF al mes", "300 al día"},
	}
	if diff := cmp.Diff(lists, want); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
}

func TestWorkplaceIsNotSaidTwice(t *testing.T) {
	t.Parallel()
	f := jobFacts{Workplace: "remote"}
	for place, want := range map[string]string{"Oslo": "Télétravail", "Remote, Spain": "", "TÉLÉTRAVAIL": "", "": "Télétravail"} {
		if got := f.workplace(place, "fr"); got != want {
			t.Errorf("%q: %q, want %q", place, got, want)
		}
	}
}

func TestEveryWorkplaceAndPeriodHasAName(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, workplace := range jobs.WorkplaceType("").AllValues() {
		keys = append(keys, "workplace."+string(workplace))
	}
	for _, period := range jobs.CompensationPeriod("").AllValues() {
		keys = append(keys, "pay."+string(period))
	}
	for _, key := range keys {
		if lang.English.Text(key) == key {
			t.Errorf("no text %s", key)
		}
	}
}
