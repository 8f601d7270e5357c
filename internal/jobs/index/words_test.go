package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

const (
	inEnglish = " You will work with our team and the people of the company. "
	inGerman  = " Wir sind ein Team und du arbeitest mit den Kunden für die Firma. "
)

// shelf is an index of postings that are known by their titles.
type shelf struct {
	*Index
	titles map[uuid.UUID]string
}

func newShelf(t *testing.T, docs ...Document) *shelf {
	t.Helper()
	s := &shelf{New(Options{Rates: testRates}), map[uuid.UUID]string{}}
	w := newWorld(1)
	for i := range docs {
		docs[i].ID, docs[i].Listed, docs[i].YearsMin = w.id(), present, -1
		s.titles[docs[i].ID] = docs[i].Title
	}
	if err := s.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *shelf) find(keyword string) string {
	var out []string
	for _, h := range s.Search(&Query{Words: Parse(keyword)}, Relevance, 0, 100).Hits {
		out = append(out, s.titles[h.ID])
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func english1(title, text string) Document { return Document{Title: title, Text: inEnglish + text} }
func german1(title, text string) Document  { return Document{Title: title, Text: inGerman + text} }

func TestPhraseAtTheEndOfALongTitle(t *testing.T) {
	t.Parallel()
	title := strings.Repeat("and ", maxTitleWords-2) + "oven one.two.three.js"
	s := newShelf(t, Document{Title: title, Text: inEnglish})
	if got := s.find(`title:"oven one.two.three.js"`); got != title {
		t.Errorf("got %q, want the title", got)
	}
}

func TestWordsFindWhatPeopleMean(t *testing.T) {
	t.Parallel()
	s := newShelf(t,
		english1("Software Engineer", "Kubernetes"), english1("Java Developer", ""), english1("JavaScript Developer", ""),
		english1("C# Developer", ""), english1("C++ Developer", ""), english1("Cook", "R&D kitchen. Café Zürich"),
		german1("Softwareentwickler", ""), german1("Entwicklerin Software", ""), german1("Koch in München", "Straße"),
		Document{Title: "Tester", Text: inEnglish, Workplace: "remote", Company: "Acme GmbH", Skills: []string{"Node.js"}, Places: []Place{{City: "Berlin", Country: "Germany"}}},
	)
	for keyword, want := range map[string]string{
		"engineer": "Software Engineer", "engineers": "Software Engineer", "enginee": "Software Engineer", "ENGINEER": "Software Engineer",
		"k8s": "Software Engineer", "java": "Java Developer", "javasc": "JavaScript Developer", "C#": "C# Developer", "c++": "C++ Developer",
		"cafe": "Cook", "zurich": "Cook", "Zuerich": "Cook", "r&d": "Cook", "munchen": "Koch in München", "muenchen": "Koch in München",
		"strasse": "Koch in München", "entwickler": "Entwicklerin Software, Softwareentwickler", "remote node.js berlin": "Tester", "node js acme": "Tester",
		"developer -java": "C# Developer, C++ Developer, JavaScript Developer", `"software engineer"`: "Software Engineer", `"engineer software"`: "",
		`"software engineers"`: "", "java OR c#": "C# Developer, Java Developer", "title:kubernetes": "", "company:acme": "Tester",
		"-company:acme node.js": "", "&&&": strings.Join(slices.Sorted(func(yield func(string) bool) {
			for _, title := range s.titles {
				yield(title)
			}
		}), ", "),
	} {
		if got := s.find(keyword); got != want {
			t.Errorf("%q: got %q, want %q", keyword, got, want)
		}
	}
}

func TestBestMatchComesInTiers(t *testing.T) {
	t.Parallel()
	s := newShelf(t,
		english1("Cook", "backend engineer"), english1("Backend Architect", "engineer"), Document{Title: "Engineer", Text: inEnglish, Skills: []string{"Backend"}},
		english1("Engineer, Backend", ""), english1("Senior Backend Engineer", ""),
	)
	var got []string
	for _, h := range s.Search(&Query{Words: Parse("backend engineer")}, Relevance, 0, 10).Hits {
		got = append(got, fmt.Sprint(int(h.Tier), " ", s.titles[h.ID]))
	}
	want := []string{"0 Senior Backend Engineer", "1 Engineer, Backend", "2 Engineer", "3 Backend Architect", "4 Cook"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnknownWordsAreCorrected(t *testing.T) {
	t.Parallel()
	s := newShelf(t, english1("Kubernetes Engineer", ""), english1("Kubernetes Engineer", ""), english1("Nurse", "kuberntez"))
	for keyword, want := range map[string]string{
		"kuberntes": "kubernetes", "kubernetes": "kubernetes", "kuberntez": "kuberntez", `"kuberntes"`: `"kuberntes"`, "-kuberntes": "-kuberntes",
		"enginer kuberntes": "engineer kubernetes", "nrs": "nrs", "kuber": "kuber", "k8s": "k8s",
	} {
		if got, _ := s.Correct(Parse(keyword)); got.String() != want {
			t.Errorf("%q: got %q, want %q", keyword, got, want)
		}
	}
	if got, _ := s.Correct(Parse("kuberntes"), "kuberntes"); got.String() != "kuberntes" {
		t.Errorf("got %q although the word was to be kept", got)
	}
	if got, ok := s.Nearby(Parse("nurze")); !ok || got.String() != "nurse" {
		t.Errorf("got %q, %v, want nurse", got, ok)
	}
}

func TestWordsThatAreFilters(t *testing.T) {
	t.Parallel()
	s := newShelf(t,
		Document{Title: "Python Developer", Text: inEnglish, Places: []Place{{City: "Berlin", Country: "Germany"}, {City: "New York", Country: "United States"}}},
		Document{Title: "Mobile Developer", Text: inEnglish}, Document{Title: "Mobile Engineer", Text: inEnglish, Places: []Place{{City: "Mobile", Country: "United States"}}},
	)
	for keyword, want := range map[string]string{
		"remote python berlin":      "python [{remote workplaceType remote }{berlin location Berlin }]",
		`"remote" python`:           `"remote" python []`,
		"python new york 80k":       "python [{new york location New York }{80k compensationMin 80000 }]",
		"mobile developer":          "mobile developer []",
		"-berlin python":            "-berlin python []",
		"part-time nurse germany":   "nurse [{part-time employmentType part-time }{germany location Germany }]",
		"home office python":        "python [{home office workplaceType remote }]",
		"remote remote":             "remote [{remote workplaceType remote }]",
		"remote hybrid":             "[{remote workplaceType remote }{hybrid workplaceType hybrid }]",
		"berlin germany developer":  "developer [{berlin germany location Berlin, Germany }]",
		"entry-level developer":     "developer [{entry-level careerLevel junior }]",
		"Berufseinsteiger":          "[{Berufseinsteiger careerLevel junior }]",
		"python débutant":           "python [{débutant careerLevel junior }]",
		"cook sin experiencia":      "cook [{sin experiencia careerLevel junior }]",
		"python today":              "python [{today postedWithin today }]",
		"python letzte Woche":       "python [{letzte Woche postedWithin week }]",
		"python aujourd'hui":        "python [{aujourd'hui postedWithin today }]",
		"go €80k":                   "go [{€80k compensationMin 80000 EUR}]",
		"70.000 € go":               "go [{70.000 € compensationMin 70000 EUR}]",
		"€ 70,000 go":               "go [{€ 70,000 compensationMin 70000 EUR}]",
		"go 70 000 €":               "go [{70 000 € compensationMin 70000 EUR}]",
		"go 60-80k":                 "go [{60-80k compensationMin 60000 }]",
		"go 60k - 80k":              "go [{60k - 80k compensationMin 60000 }]",
		"go 70k europe":             "go europe [{70k compensationMin 70000 }]",
		"go 5000 eur per month":     "go [{5000 eur per month compensationMin 60000 EUR}]",
		"go 5000 € im Monat":        "go [{5000 € im Monat compensationMin 60000 EUR}]",
		"go 5000€/month":            "go [{5000€/month compensationMin 60000 EUR}]",
		"go 30 CHF de l'heure":      "go [{30 CHF de l'heure compensationMin 62400 CHF}]",
		"nurse 80k day shift":       "nurse day shift [{80k compensationMin 80000 }]",
		"go 50k or more":            "go [{50k or more compensationMin 50000 }]",
		"go €50,000 or above":       "go [{€50,000 or above compensationMin 50000 EUR}]",
		"50k oder mehr go":          "go [{50k oder mehr compensationMin 50000 }]",
		"go 50 000 € ou plus":       "go [{50 000 € ou plus compensationMin 50000 EUR}]",
		"go 50k o más berlin":       "go [{50k o más compensationMin 50000 }{berlin location Berlin }]",
		"go 50k a year or more":     "go [{50k a year or more compensationMin 50000 }]",
		"go 4000 € or more a month": "go [{4000 € or more a month compensationMin 48000 EUR}]",
		"go 50k or python":          "go 50k OR python []",
		"go or more":                "go OR more []",
		"401k":                      "401k []",
		"nurse 401K":                "nurse 401K []",
		"nurse $401k":               "nurse [{$401k compensationMin 401000 USD}]",
		"nurse 402k":                "nurse [{402k compensationMin 402000 }]",
		"5000 €":                    "5000 []",
		"windows 2000":              "windows 2000 []",
		"4k video":                  "4k video []",
		"java not spring":           "java -spring [{not spring exclude spring }]",
		"java ohne berlin":          "java -berlin [{ohne berlin exclude berlin }]",
		"java not in new york":      "java -new-york [{not in new york exclude new york }]",
		"why not":                   "why not []",
	} {
		r := s.Interpret(Parse(keyword))
		if got := strings.TrimSpace(fmt.Sprint(r.Words.String(), " ", r.Filters)); got != strings.ReplaceAll(want, "}{", "} {") {
			t.Errorf("%q: got %q, want %q", keyword, got, want)
		}
	}
	if r := s.Interpret(Parse("€50000 or more"), "compensationMin"); r.Words.String() != Parse(r.Words.String()).String() {
		t.Errorf("%q is read as %q", r.Words, Parse(r.Words.String()))
	}
	if r := s.Interpret(Parse("remote python"), "workplaceType"); r.Words.String() != "remote python" {
		t.Errorf("got %q although the filter was to be skipped", r.Words)
	}
}

func TestWordsOfSentencesAreIgnored(t *testing.T) {
	t.Parallel()
	s := newShelf(t,
		Document{Title: "Python Developer", Text: inEnglish, Places: []Place{{City: "Berlin", Country: "Germany"}, {City: "Pune", Country: "India"}}},
	)
	for keyword, want := range map[string]string{
		"remote python jobs in germany at least 70k": `python ["jobs" "in" "at least"]`,
		"python over 50k":                      `python ["over"]`,
		"python that pays at least 50k":        `python ["that pays" "at least"]`,
		"python with a salary of at least 50k": `python ["with a salary of" "at least"]`,
		"Stellen als Koch in Berlin":           `Koch ["Stellen" "als" "in"]`,
		"emplois à berlin":                     `["emplois" "à"]`,
		"trabajo en berlin":                    `["trabajo" "en"]`,
		"jobs in":                              `jobs in []`,
		"jobs":                                 `jobs []`,
		`python "jobs" -in title:in`:           `python "jobs" -in title:in []`,
		"python OR jobs":                       `python OR jobs []`,
		"au pair":                              `au pair []`,
		"courier la poste":                     `courier la poste []`,
		"in-house lawyer":                      `in-house lawyer []`,
		"WHO nurse":                            `WHO nurse []`,
	} {
		r := s.Interpret(Parse(keyword))
		if got := strings.TrimSpace(fmt.Sprintf("%s %q", r.Words, r.Ignored)); got != want {
			t.Errorf("%q: got %q, want %q", keyword, got, want)
		}
	}
}

// TestPlaceIsSuggestedOnce checks that a place is suggested once, whatever boards call it, and that places of the same
// name in two countries are both suggested.
func TestPlaceIsSuggestedOnce(t *testing.T) {
	t.Parallel()
	in := func(city, region, country string) Document {
		return Document{Title: "Cook", Places: []Place{{City: city, Region: region, Country: country}}}
	}
	s := newShelf(t, in("Lisbon", "Lisboa", "Portugal"), in("Lisbon", "", "Portugal"), in("Lisboa", "Lisboa", "Portugal"), in("Lisbon", "", ""),
		in("Lisbon", "Iowa", "United States"))
	got := fmt.Sprint(s.Suggest("lisb", []Kind{SuggestPlace}, 5))
	if want := "[{3 Lisbon 4} {3 Lisbon, United States 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	alone := newShelf(t, in("Lisbon", "Lisboa", "Portugal"))
	if got := fmt.Sprint(alone.Suggest("lisb", []Kind{SuggestPlace}, 5)); got != "[{3 Lisbon, Portugal 1}]" {
		t.Errorf("got %s, want %s", got, "[{3 Lisbon, Portugal 1}]")
	}
}

func TestRemoteIsNotSuggestedAsAPlace(t *testing.T) {
	t.Parallel()
	s := newShelf(t, Document{Title: "Cook", Workplace: "remote", Places: []Place{{City: "Remagen", Country: "Germany"}}})
	if got := fmt.Sprint(s.Suggest("rem", []Kind{SuggestPlace}, 5)); got != "[{3 Remagen, Germany 1}]" {
		t.Errorf("got %s, want %s", got, "[{3 Remagen, Germany 1}]")
	}
}

func TestSuggestionsAreCounted(t *testing.T) {
	t.Parallel()
	s := newShelf(t,
		Document{Title: "Software Engineer (m/f/d)", Company: "Softix", Skills: []string{"Software Testing"}, Places: []Place{{City: "Sofia", Region: "Sofia City", Country: "Bulgaria"}}},
		Document{Title: "Software engineer - Berlin", Company: "Softix"}, Document{Title: "Software Engineer"}, Document{Title: "Soft Furnishings Buyer"},
		Document{Title: "Software Engineer", Closed: true},
	)
	all := []Kind{SuggestTitle, SuggestSkill, SuggestCompany, SuggestPlace}
	got := fmt.Sprint(s.Suggest("sof", all, 2))
	want := "[{0 Software Engineer 3} {0 Soft Furnishings Buyer 1} {1 Software Testing 1} {2 Softix 2} {3 Sofia City, Bulgaria 1} {3 Sofia, Bulgaria 1}]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := fmt.Sprint(s.Suggest("engineer soft", all, 5)); got != "[{0 Software Engineer 3}]" {
		t.Errorf("got %s, want %s", got, "[{0 Software Engineer 3}]")
	}
}

func TestSimilarPostings(t *testing.T) {
	t.Parallel()
	berlin := []Place{{City: "Berlin", Country: "Germany"}}
	s := newShelf(t,
		Document{Title: "Go Backend Engineer", Skills: []string{"Go", "SQL"}, Places: berlin}, Document{Title: "Backend Engineer", Skills: []string{"Go"}, Places: berlin},
		Document{Title: "Backend Engineer"}, Document{Title: "Nurse", Places: berlin}, Document{Title: "Go Backend Engineer", Skills: []string{"Go", "SQL"}, Closed: true},
	)
	for id, title := range s.titles {
		if title != "Go Backend Engineer" {
			continue
		}
		ids, known := s.Similar(id, 5)
		var got []string
		for _, id := range ids {
			got = append(got, s.titles[id])
		}
		if !known || !slices.Contains([]string{"Backend Engineer, Backend Engineer", "Go Backend Engineer, Backend Engineer, Backend Engineer"}, strings.Join(got, ", ")) {
			t.Errorf("got %q, want backend engineers alone", got)
		}
	}
	if _, known := s.Similar(uuid.New(), 5); known {
		t.Error("a posting that is not there is known")
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	s := newShelf(t, english1("Software Engineer", "engineering kubernetes"), german1("Softwareentwickler", "software"))
	for keyword, want := range map[string]string{
		"engineers": "[Engineers] build Kubernetes; Softwareentwickler", "k8s": "Engineers build [Kubernetes]; Softwareentwickler",
		`"build kubernetes"`: "Engineers [build Kubernetes]; Softwareentwickler", "entwickler": "Engineers build Kubernetes; [Softwareentwickler]",
		"-engineers": "Engineers build Kubernetes; Softwareentwickler", "engineers build": "[Engineers build] Kubernetes; Softwareentwickler",
	} {
		text, got, at := "Engineers build Kubernetes; Softwareentwickler", "", 0
		for _, m := range s.Matcher(Parse(keyword)).Marks(text) {
			got += text[at:m.Start] + "[" + text[m.Start:m.End] + "]"
			at = m.End
		}
		if got += text[at:]; got != want {
			t.Errorf("%q: got %q, want %q", keyword, got, want)
		}
	}
}

func TestSynonymsAreAsThePostingWritesThem(t *testing.T) {
	t.Parallel()
	s := newShelf(t, german1("Koch", ""), english1("Cook", ""))
	const title, text = "Leiter Kita", "Du bringst Künstliche Intelligenz und Qualitätssicherung."
	for keyword, want := range map[string]string{
		"ki":                               "[{ki Künstliche Intelligenz}]",
		"QS":                               "[{QS Qualitätssicherung}]",
		"kindertagesstätte KI":             "[{kindertagesstätte Kita} {KI Künstliche Intelligenz}]",
		"ki ki":                            "[{ki Künstliche Intelligenz}]",
		"künstliche intelligenz kita":      "[]",
		`"ki" -kindertagesstätte title:ki`: "[]",
	} {
		if got := fmt.Sprint(s.Matcher(Parse(keyword)).Synonyms(title, text)); got != want {
			t.Errorf("%q: got %s, want %s", keyword, got, want)
		}
	}
}

func TestKeywordsParseAsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(7)
	for range 2000 {
		e := Parse(w.keyword())
		again := Parse(e.String())
		for _, clauses := range [][]clause{e.clauses, again.clauses} {
			for i := range clauses {
				clauses[i].source = "" // spelling may differ
			}
		}
		if fmt.Sprint(again.clauses) != fmt.Sprint(e.clauses) {
			t.Fatalf("%q is read as %v, then as %v", e, e.clauses, again.clauses)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`"a b" -c OR title:d`, `-"`, `or or`, `--x`, "title:", `"""`, "-title:\"x", "ａ ｂ OR"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e := Parse(s)
		New(Options{}).Search(&Query{Words: e}, Relevance, 0, 10)
		if got := Parse(e.String()).String(); got != e.String() {
			t.Errorf("%q: %q becomes %q", s, e, got)
		}
	})
}
