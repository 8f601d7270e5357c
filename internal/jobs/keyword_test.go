package jobs_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
)

// understood requests a page and returns it with the interpretation of its keyword.
func (w *world) understood(query string) (oas.JobPage, oas.Understood) {
	w.t.Helper()
	page := w.search(query)
	u, ok := page.Understood.Get()
	if !ok {
		w.t.Fatalf("%s: nothing is said of the keyword", query)
	}
	return page, u
}

func TestKeywordIsInterpretedWhenAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	remote := w.post(func(p *post) {
		p.Title, p.Workplace, p.Places = "Python Developer", new("remote"), []place{{"Berlin", "Germany"}}
	})
	onsite := w.post(func(p *post) {
		p.Title, p.Workplace, p.Places = "Python Developer", new("onsite"), []place{{"Berlin", "Germany"}}
	})
	paid := w.post(func(p *post) {
		p.Title, p.PayMax, p.Currency, p.Period = "Python Lead", new(int64(90_000)), new("EUR"), new("year")
	})
	w.post(func(p *post) {
		p.Title, p.PayMax, p.Currency, p.Period = "Python Intern", new(int64(20_000)), new("EUR"), new("year")
	})
	page, u := w.understood(values("keyword", "remote python berlin", "interpret", "true"))
	if len(page.Content) != 1 || page.Content[0].ID != remote {
		t.Errorf("remote python berlin finds %d postings", len(page.Content))
	}
	want := oas.Understood{
		Keyword: "python", Filters: []oas.UnderstoodFilter{{Text: "remote", Filter: "workplaceType", Value: "remote"},
			{Text: "berlin", Filter: "location", Value: "Berlin"}},
		Ignored: []string{}, Corrected: []oas.Correction{}, Suggestion: oas.NilString{Null: true},
	}
	if diff := cmp.Diff(u, want); diff != "" {
		t.Errorf("understood: (-got +want)\n%s", diff)
	}
	if page, u := w.understood(values("keyword", "python 80k", "interpret", "true")); len(page.Content) != 1 || page.Content[0].ID != paid ||
		u.Filters[0].Value != "80000" {
		t.Errorf("python 80k finds %d postings: %+v", len(page.Content), u)
	}
	// A filter that is set is not interpreted again: the word stays a word.
	page, u = w.understood(values("keyword", "python berlin", "interpret", "true", "location", "Germany"))
	if len(page.Content) != 2 || len(u.Filters) != 0 || u.Keyword != "python berlin" {
		t.Errorf("with a location already: %d postings, %+v", len(page.Content), u)
	}
	if _, u := w.understood(values("keyword", `python "remote"`, "interpret", "true")); len(u.Filters) != 0 {
		t.Errorf("a quoted word was interpreted: %+v", u)
	}
	// Facets have the same understanding.
	if got := w.facets(values("keyword", "remote python", "interpret", "true")).Locations; len(got) == 0 || got[0].Count != 1 {
		t.Errorf("facets of remote python: %v", got)
	}
	// Nothing is interpreted unasked.
	if page := w.search(values("keyword", "python 80k")); len(page.Content) != 0 || page.Understood.Set {
		t.Errorf("unasked: %d postings, %+v", len(page.Content), page.Understood)
	}
	if got := w.ids(values("keyword", "onsite python")); len(got) != 1 || got[0] != onsite {
		t.Errorf("as a word, onsite finds %v", got)
	}
}

func TestSentenceIsUnderstood(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	remote := w.post(func(p *post) {
		p.Title, p.Workplace, p.Places = "Python Developer", new("remote"), []place{{"Berlin", "Germany"}}
		p.PayMax, p.Currency, p.Period = new(int64(90_000)), new("EUR"), new("year")
	})
	unpriced := w.post(func(p *post) {
		p.Title, p.Workplace, p.Places = "Python Engineer", new("remote"), []place{{"Munich", "Germany"}}
	})
	junior := w.post(func(p *post) {
		p.Title, p.Level, p.FirstSeen = "Go Engineer", new("junior"), now.Add(-3*24*time.Hour)
	})
	only := func(ids ...uuid.UUID) []uuid.UUID { return ids }
	for keyword, want := range map[string]struct {
		ids     []uuid.UUID
		filters string
		ignored []string
	}{
		"remote python jobs in germany at least 70k": {only(remote), "workplaceType=remote location=Germany compensationMin=70000",
			[]string{"jobs", "in", "at least"}},
		"jobs in münchen":          {only(unpriced), "location=Munich", []string{"jobs", "in"}},
		"python 5000 € im Monat":   {only(remote), "compensationMin=60000EUR", []string{}},
		"python 70k or more":       {only(remote), "compensationMin=70000", []string{}},
		"python not developer":     {only(unpriced), "exclude=developer", []string{}},
		"entry level engineer":     {only(junior), "careerLevel=junior", []string{}},
		"go developer":             {only(junior), "", []string{}},
		"engineer last week":       {only(unpriced, junior), "postedWithin=week", []string{}},
		"engineer today":           {only(unpriced), "postedWithin=today", []string{}},
		`python "jobs" in germany`: {nil, "location=Germany", []string{"in"}},
	} {
		page, u := w.understood(values("keyword", keyword, "interpret", "true", "correct", "true"))
		var filters []string
		for _, f := range u.Filters {
			filters = append(filters, string(f.Filter)+"="+f.Value+f.Currency.Or(""))
		}
		var ids []uuid.UUID
		for _, p := range page.Content {
			ids = append(ids, p.ID)
		}
		slices.SortFunc(ids, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
		slices.SortFunc(want.ids, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
		if !slices.Equal(ids, want.ids) || strings.Join(filters, " ") != want.filters || !slices.Equal(u.Ignored, want.ignored) ||
			len(u.Corrected) != 0 {
			t.Errorf("%s: got %v, want %v, understood as %+v", keyword, ids, want.ids, u)
		}
	}
	// An amount that is typed finds what the same amount in its filter finds.
	for _, more := range []string{"", "&includeUnpriced=true"} {
		typed := w.search(values("keyword", "python 70k", "interpret", "true") + more)
		set := w.search(values("keyword", "python", "interpret", "true", "compensationMin", "70000") + more)
		if typed.TotalElements != set.TotalElements {
			t.Errorf("typed amount finds %d, the filter %d", typed.TotalElements, set.TotalElements)
		}
	}
	// Without being asked for, every word must occur.
	if page := w.search(values("keyword", "jobs in münchen")); page.TotalElements != 0 {
		t.Errorf("uninterpreted: %d postings", page.TotalElements)
	}
}

func TestUnderstoodWordIsNotCorrected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(func(p *post) { p.Title, p.Places = "Nurse", []place{{"Lund", "Sweden"}} })
	w.post(func(p *post) { p.Title = "Cook for lunch" })
	_, u := w.understood(values("keyword", "cook lund", "interpret", "true", "correct", "true"))
	if len(u.Corrected) != 0 {
		t.Errorf("the name of a place was corrected: %+v", u)
	}
}

func TestKeywordIsCorrectedWhenAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const many = 12 // ten times as many as the rare word has, so that it may be a typo
	for range many {
		w.post(func(p *post) { p.Title = "Kubernetes Engineer" })
	}
	rare := w.post(func(p *post) { p.Title = "Kubernetis Historian" })
	page, u := w.understood(values("keyword", "kuberntes", "correct", "true"))
	if page.TotalElements != many || len(u.Corrected) != 1 || u.Corrected[0] != (oas.Correction{From: "kuberntes", To: "kubernetes"}) ||
		!u.Suggestion.Null {
		t.Errorf("kuberntes: %d postings, %+v", page.TotalElements, u)
	}
	// A word that occurs is searched for as it is; a better one is offered.
	page, u = w.understood(values("keyword", "kubernetis", "correct", "true"))
	if len(page.Content) != 1 || page.Content[0].ID != rare || len(u.Corrected) != 0 || u.Suggestion.Or("") != "kubernetes" {
		t.Errorf("kubernetis: %d postings, %+v", len(page.Content), u)
	}
	// The words that act as filters stay part of the suggestion, but only if it finds more.
	w.exec("UPDATE crawler.job_post SET workplace_type = 'remote'")
	if _, u = w.understood(values("keyword", "remote kubernetis", "correct", "true", "interpret",
		"true")); u.Suggestion.Or("") != "remote kubernetes" {
		t.Errorf("remote kubernetis: %+v", u)
	}
	w.exec("UPDATE crawler.job_post SET workplace_type = 'hybrid' WHERE id <> $1", rare)
	if _, u = w.understood(values("keyword", "remote kubernetis", "correct", "true", "interpret", "true")); !u.Suggestion.Null {
		t.Errorf("a suggestion that finds less: %+v", u)
	}
	// Digests and alerts do not interpret keywords, and find what their words match: nothing.
	if page := w.search(values("keyword", "kuberntes")); page.TotalElements != 0 || page.Understood.Set {
		t.Errorf("unasked: %d postings, %+v", page.TotalElements, page.Understood)
	}
}

// match requests a page with reasons and returns those of its first posting.
func (w *world) match(query string) oas.JobMatch {
	w.t.Helper()
	page := w.search(query + "&highlight=true")
	if len(page.Content) == 0 {
		w.t.Fatalf("%s finds nothing", query)
	}
	m, ok := page.Content[0].Match.Get()
	if !ok {
		w.t.Fatalf("%s: no match is reported", query)
	}
	return m
}

func TestMatchSaysWhy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(func(p *post) {
		p.Title, p.Description = "Überflieger: Go Engineer (m/w/d)", "<p>"+strings.Repeat("filler ", 60)+
			"We <b>write</b> Go &amp; SQL all day, Go above all.</p>"+strings.Repeat("<p>more</p>", 90)
		p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(100_000)), new(int64(125_300)), new("USD"), new("year")
	})
	m := w.match("keyword=go+engineer&sort=relevance")
	if m.Reason.Value != oas.JobMatchReasonTitlePhrase || !cmp.Equal(m.TitleMarks, []oas.Mark{{Start: 13, End: 24}}) {
		t.Errorf("reason %q, marks %v", m.Reason.Value, m.TitleMarks)
	}
	s := m.Snippet.Value
	if m.Snippet.Null || len([]rune(s.Text)) > 202 || !strings.Contains(s.Text, "We write Go & SQL all day, Go above all.") ||
		len(s.Marks) != 2 {
		t.Fatalf("snippet: %+v", m.Snippet)
	}
	for _, mark := range s.Marks {
		if got := string([]rune(s.Text)[mark.Start:mark.End]); got != "Go" {
			t.Errorf("marked %q in %q", got, s.Text)
		}
	}
	if !strings.HasPrefix(s.Text, "…filler") || !strings.HasSuffix(s.Text, "more…") {
		t.Errorf("the snippet does not end between words: %q", s.Text)
	}
	about := oas.PayAbout{Min: 80_000, Max: 100_000, Currency: "EUR", RatesOf: "2026-02-27"}
	if m.PayAbout.Value != about {
		t.Errorf("pay about %+v, want %+v", m.PayAbout, about)
	}
	if m := w.match("payCurrency=usd&keyword=go"); !m.PayAbout.Null {
		t.Errorf("pay about %+v although it is in the asked currency", m.PayAbout)
	}
	if m := w.match("compensationMin=1&compensationCurrency=usd"); !m.PayAbout.Null || !m.Reason.Null || !m.Snippet.Null ||
		len(m.TitleMarks) != 0 {
		t.Errorf("without words, in its own currency: %+v", m)
	}
	if m := w.match("keyword=" + "überflieger"); !m.Snippet.Null {
		t.Errorf("a word of the title alone has the snippet %+v", m.Snippet)
	}
	if page := w.search("keyword=go"); page.Content[0].Match.Set {
		t.Error("a match is reported without being asked for")
	}
}

func TestMatchNamesSynonyms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post(func(p *post) {
		p.Title, p.Skills, p.Description = "Software Engineer", []string{"Kubernetes"}, "<p>You write software with other developers.</p>"
	})
	for keyword, want := range map[string][]oas.Synonym{
		"software developer":     {{Typed: "software developer", Found: "Software Engineer"}}, // the title counts more than the text
		"k8s":                    {{Typed: "k8s", Found: "Kubernetes"}},
		"software engineer k8s":  {{Typed: "k8s", Found: "Kubernetes"}},
		"software engineers":     nil,
		"kubernetes":             nil,
		`"software" developers`:  nil,
		"software OR developers": nil,
	} {
		if diff := cmp.Diff(w.match(values("keyword", keyword)).Synonyms, want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", keyword, diff)
		}
	}
}

func TestPostingIsHighlighted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.post(func(p *post) {
		p.Description = `<p class="go">Go &amp; <a href="/?a=1&amp;go=2">engineers</a> &lt;go&gt;</p>`
	})
	get := func(keyword string) string {
		var got oas.JobPostResponse
		w.Do(http.MethodGet, "/jobs/"+id.String()+"?"+values("highlight", keyword), nil).Want(http.StatusOK).JSON(&got)
		return got.Description.Value
	}
	for keyword, want := range map[string]string{
		"go engineer": `<p class="go"><mark>Go</mark> &amp; <a href="/?a=1&amp;go=2"><mark>engineers</mark></a> &lt;<mark>go</mark>&gt;</p>`,
		"absent":      `<p class="go">Go &amp; <a href="/?a=1&amp;go=2">engineers</a> &lt;go&gt;</p>`,
		"-go":         `<p class="go">Go &amp; <a href="/?a=1&amp;go=2">engineers</a> &lt;go&gt;</p>`,
		"":            `<p class="go">Go &amp; <a href="/?a=1&amp;go=2">engineers</a> &lt;go&gt;</p>`,
	} {
		if got := get(keyword); got != want {
			t.Errorf("%q: got %s, want %s", keyword, got, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(func(b *board) { b.Name = "Softline" })
	for i := range 3 {
		w.post(func(p *post) {
			p.Board, p.Title, p.Skills, p.Places = b, "Software Engineer", []string{"Software Testing"}[:i%2], []place{{"Sofia", "Bulgaria"}}
		})
	}
	w.post(func(p *post) { p.Title, p.ClosedAt = "Software Historian", &now })
	suggest := func(query string) (list []oas.Suggestion) {
		var got oas.SuggestResponse
		w.Do(http.MethodGet, "/jobs/suggest?"+query, nil).Want(http.StatusOK).JSON(&got)
		return got.Items
	}
	for query, want := range map[string][]oas.Suggestion{
		"q=so": {{Kind: "title", Value: "Software Engineer", Count: 3}, {Kind: "skill", Value: "Software Testing", Count: 1},
			{Kind: "company", Value: "Softline", Count: 3},
			{Kind: "place", Value: "Sofia, Bulgaria", Count: 3}},
		"q=so&size=1&kind=place&kind=company&kind=place": {{Kind: "company", Value: "Softline", Count: 3},
			{Kind: "place", Value: "Sofia, Bulgaria", Count: 3}},
		"q=bulg&kind=place&size=1":   {{Kind: "place", Value: "Bulgaria", Count: 3}},
		"q=engineer+soft&kind=title": {{Kind: "title", Value: "Software Engineer", Count: 3}},
		"q=+":                        {},
		"q=zzz":                      {},
	} {
		if diff := cmp.Diff(suggest(query), want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", query, diff)
		}
	}
}

func TestSimilarPostings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	make := func(title, skill string, change func(*post)) uuid.UUID {
		return w.post(func(p *post) {
			p.Title, p.Skills, p.Places = title, []string{skill, "SQL"}, []place{{"Lisbon", "Portugal"}}
			if change != nil {
				change(p)
			}
		})
	}
	one := make("Go Backend Engineer", "Go", nil)
	near := make("Go Backend Developer", "Go", func(p *post) { p.FirstSeen = now.Add(-48 * time.Hour) })
	make("Go Backend Engineer", "Go", func(p *post) { p.ClosedAt = &now })
	w.post(func(p *post) { p.Title = "Nurse" })
	similar := func(id uuid.UUID) (ids []uuid.UUID) {
		var got oas.SimilarJobs
		w.Do(http.MethodGet, "/jobs/"+id.String()+"/similar", nil).Want(http.StatusOK).JSON(&got)
		for _, p := range got.Items {
			ids = append(ids, p.ID)
		}
		return ids
	}
	if diff := cmp.Diff(similar(one), []uuid.UUID{near}); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	w.Do(http.MethodGet, "/jobs/"+uuid.NewString()+"/similar", nil).WantError(http.StatusNotFound, "Not Found")
	w.Do(http.MethodGet, "/jobs/not-an-id/similar", nil).WantError(http.StatusNotFound, "Not Found")
}
