package enrich

import (
	"slices"
	"strings"
	"testing"

	"rolecall/internal/crawler/enrich/place"
)

// Every language has every set, and every value of the sets that have values: a rule that works in one language works in
// all of them.
func TestEveryLanguageHasEverySet(t *testing.T) {
	t.Parallel()
	type key struct {
		set   set
		value string
	}
	have := map[string]map[key]bool{}
	for _, code := range vocab().codes {
		have[code] = map[key]bool{}
		for _, p := range readLanguage(code) {
			have[code][key{p.set, p.value}] = true
		}
	}
	if len(have) < 8 {
		t.Fatalf("%d languages", len(have))
	}
	for k := range have["en"] {
		for code, keys := range have {
			if !keys[k] {
				t.Errorf("lang/%s.txt: nothing in [%s] %s", code, setNames[k.set], k.value)
			}
		}
	}
	for s := range setCount {
		if setNames[s] == "" {
			t.Errorf("set %d has no name", s)
		}
	}
}

// Values are those that the rules know.
func TestValuesOfLanguageFiles(t *testing.T) {
	t.Parallel()
	for _, code := range vocab().codes {
		for _, p := range readLanguage(code) {
			ok := true
			switch p.set {
			case setHeading:
				_, ok = sectionNames[p.value]
			case setEmployment:
				ok = kindNames[p.value] != 0
			case setLevel:
				ok = levelRank[p.value] != 0 || p.value == otherTitle || p.value == deputyTitle
			case setPeriod:
				_, ok = payRanges[p.value]
			}
			if !ok {
				t.Errorf("lang/%s.txt: [%s] has no value %q", code, setNames[p.set], p.value)
			}
		}
	}
}

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for want, text := range map[string]string{
		"en": "You will work with the people who build it, and you are part of the team.", "nl": "Je werkt met het team aan een product dat wij voor de klant bouwen.",
		"de": "Du arbeitest mit dem Team an der Anlage und bist für die Wartung da.", "fr": "Vous travaillez avec les équipes et vous êtes dans nos ateliers.",
		"es": "Trabajas con el equipo en los proyectos de la empresa y para los clientes.", "it": "Lavori con il team nella sede della nostra azienda per i clienti.",
		"pt": "Você trabalha com a equipe nos projetos da empresa para os clientes e não viaja.", "pl": "Pracujesz z zespołem nad projektem dla klientów i nie podróżujesz oraz jest to w biurze.",
		"sv": "Du arbetar med teamet i våra projekt och har ansvar för att det blir klart till kunderna.",
		"":   "3D",
	} {
		if got := LanguageOf(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A quotation is short, is cut between words and holds the words that the fact is based on.
func TestEvidenceIsAShortQuotation(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("and so on with many words ", 20)
	f := Posting(Input{Title: "Clerk", Description: "<p>" + prose + "this role is fully remote within Spain " + prose + "</p>"})
	got := f.Evidence["workplaceType"]
	if f.WorkplaceType != place.Remote || !strings.Contains(got, "fully remote") || len([]rune(got)) > maxEvidence {
		t.Errorf("%q of %d characters", got, len([]rune(got)))
	}
	words := strings.Fields(prose + "this role is fully remote within Spain")
	for _, w := range strings.Fields(strings.Trim(got, "… ")) {
		if !slices.Contains(words, w) {
			t.Errorf("%q is cut inside a word", got)
		}
	}
	if f.Evidence["employmentType"] != "" || f.Sources.WorkplaceType != Text {
		t.Errorf("got %+v, %v", f.Sources, f.Evidence)
	}
}

func TestEverySkillIsQuoted(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("and so on with many words ", 20)
	f := Posting(Input{Title: "Electrician", Description: "<h3>Your tasks</h3><p>" + prose + "you weld with TIG welding daily " + prose + "</p>"})
	for _, name := range f.Skills {
		if got := f.Evidence["skills/"+name]; got == "" || len([]rune(got)) > maxSkillEvidence {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := f.Evidence["skills/Welding"]; !strings.Contains(got, "TIG welding") || f.Sources.Skills != Text {
		t.Errorf("skills %q, quoted %q, from the %s", f.Skills, got, f.Sources.Skills)
	}
	if f := Posting(Input{Title: "Electrician", Description: "<p>Call us.</p>"}); len(f.Skills) == 0 || f.Sources.Skills != Title {
		t.Errorf("from the title: %q, %q", f.Skills, f.Sources.Skills)
	}
}

// What a board states needs no evidence, and a title is its own.
func TestEvidenceBySource(t *testing.T) {
	t.Parallel()
	f := Posting(Input{Title: "Senior Buyer (remote)", Employment: "FullTime", Description: "<p>Salary: €50,000 a year</p>"})
	want := map[string]string{"careerLevel": "Senior Buyer (remote)", "workplaceType": "Senior Buyer (remote)", "pay": "Salary: €50,000 a year",
		"skills/Procurement": "Senior Buyer (remote)"}
	if len(f.Evidence) != len(want) {
		t.Errorf("got %v", f.Evidence)
	}
	for fact, words := range want {
		if f.Evidence[fact] != words {
			t.Errorf("%s: got %q, want %q", fact, f.Evidence[fact], words)
		}
	}
}
