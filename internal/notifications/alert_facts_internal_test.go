package notifications

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/lang"
	"rolecall/internal/notifications/oas"
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
		"en": {"", "Remote · €50,000 – €60,000 a year", "On-site · from £18.50 an hour",
			"Hybrid · up to CHF\u00a07,000 a month", "300 a day"},
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

func TestEveryValueOfAListHasAName(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, workplace := range jobs.WorkplaceType("").AllValues() {
		keys = append(keys, "workplace."+string(workplace))
	}
	for _, kind := range jobs.EmploymentType("").AllValues() {
		keys = append(keys, "employment."+string(kind))
	}
	for _, level := range jobs.CareerLevel("").AllValues() {
		keys = append(keys, "level."+string(level))
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

func TestReasonsInEveryLanguage(t *testing.T) {
	t.Parallel()
	fact := func(filter, value string) oas.AlertReason {
		return oas.AlertReason{
			Kind: oas.AlertReasonKindFACT, Text: "as it was", Filter: oas.NewOptString(filter), Value: oas.NewOptString(value),
		}
	}
	pay, near := fact("compensationMin", "50000"), fact("near", "Munich, Germany")
	pay.Currency, near.Within = oas.NewOptString("EUR"), oas.NewOptString("30km")
	reasons := []oas.AlertReason{
		{Kind: oas.AlertReasonKindWORD, Text: "remote"}, {Kind: oas.AlertReasonKindFACT, Text: "stored before"},
		fact("workplaceType", "onsite"), fact("employmentType", "part-time"), fact("careerLevel", "lead"), fact("language", "en"),
		fact("location", "Spain"), fact("location", "Georgia"), fact("location", "Oslo"), fact("skill", "Go"), fact("compensationMin", "0"),
		fact("compensationMin", "much"), pay, near,
	}
	want := map[lang.Language][]string{
		"en": {"remote", "stored before", "On-site", "Part-time", "Lead", "English", "Spain", "Georgia", "Oslo", "as it was",
			"states its pay", "as it was", "€50,000 a year or more", "within 30\u00a0km of Munich, Germany"},
		"de": {"remote", "stored before", "Vor Ort", "Teilzeit", "Teamleitung", "Englisch", "Spanien", "Georgia", "Oslo", "as it was",
			"Gehalt angegeben", "as it was", "ab 50.000\u00a0€ im Jahr", "im Umkreis von 30\u00a0km um Munich, Deutschland"},
		"fr": {"remote", "stored before", "Sur place", "Temps partiel", "Chef d’équipe", "anglais", "Espagne", "Georgia", "Oslo", "as it was",
			"salaire indiqué", "as it was", "50\u00a0000\u00a0€ par an ou plus", "à moins de 30\u00a0km de Munich, Allemagne"},
		"es": {"remote", "stored before", "Presencial", "Media jornada", "Jefe de equipo", "inglés", "España", "Georgia", "Oslo", "as it was",
			"indica el sueldo", "as it was", "50.000\u00a0€ al año o más", "a menos de 30\u00a0km de Munich, Alemania"},
	}
	for _, l := range lang.All() {
		var got []string
		for _, r := range reasons {
			got = append(got, reasonName(r, l))
		}
		if diff := cmp.Diff(got, want[l]); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", l, diff)
		}
	}
}
