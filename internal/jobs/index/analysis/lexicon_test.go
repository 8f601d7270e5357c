package analysis_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/jobs/index/analysis"
)

func words(text string) (out []string) {
	for _, t := range analysis.Words(text) {
		out = append(out, t.Word)
	}
	return out
}

func TestSynonyms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"k8s admin":                "kubernetes",
		"Kubernetes":               "k8s",
		"front-end developer role": "frontend engineer, frontend developer, front end engineer", // the longest entry
		"front-end":                "frontend",
		"FrontEnd":                 "front end",
		"golang":                   "go",
		"go":                       "",
		"golang developer":         "go developer, go engineer, golang engineer",
		"C#":                       "csharp, c sharp",
		".NET":                     "dotnet, dot net, asp.net, vb.net",
		"node js":                  "node.js, nodejs",
		"ci/cd":                    "cicd, continuous integration",
		"r&d":                      "research and development, research development",
		"sr engineer":              "senior",
		"senior":                   "",
		"Pflegefachkraft":          "krankenpfleger, krankenpflegerin, krankenschwester, gesundheits und krankenpfleger, gesundheits und krankenpflegerin, pflegefachmann, pflegefachfrau, pflegefachperson",
		"engineering":              "engineer",
		"engineer":                 "",
		"":                         "",
	} {
		n, others := analysis.Synonyms(words(text))
		var got []string
		for _, o := range others {
			got = append(got, strings.Join(o, " "))
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if (n == 0) != (want == "") {
			t.Errorf("%q: %d words", text, n)
		}
	}
	if n, _ := analysis.Synonyms(words("site reliability engineer zurich")); n != 3 {
		t.Errorf("got %d words, want 3", n)
	}
}

// TestCommonWordsAreNoSynonyms checks that words that are too common or too ambiguous are not found through another
// entry.
func TestCommonWordsAreNoSynonyms(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("synonyms.txt")
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for line := range strings.Lines(string(file)) {
		if line = strings.TrimSpace(line); line == "" || line == "#" || strings.HasPrefix(line, "# ") {
			continue
		}
		left, _, _ := strings.Cut(line, "=>")
		for entry := range strings.SplitSeq(left, ",") {
			entries++
			n, others := analysis.Synonyms(words(entry))
			if n != len(words(entry)) || n == 0 {
				t.Errorf("%q is not found", entry)
			}
			seen := map[string]bool{}
			for _, o := range others {
				text := strings.Join(o, " ")
				if slices.Contains([]string{"it", "ai", "ar", "pr", "pa", "due", "in", "pm"}, text) {
					t.Errorf("%q finds %q", entry, text)
				}
				if seen[text] {
					t.Errorf("%q finds %q twice", entry, text)
				}
				seen[text] = true
			}
		}
	}
	if entries < 200 {
		t.Errorf("read %d entries", entries)
	}
}

func TestKindWords(t *testing.T) {
	t.Parallel()
	type result struct {
		N             int
		Filter, Value string
	}
	workplace := func(n int, v string) result { return result{n, "workplaceType", v} }
	employment := func(n int, v string) result { return result{n, "employmentType", v} }
	for text, want := range map[string]result{
		"remote python berlin":  workplace(1, "remote"),
		"fully remote":          workplace(2, "remote"),
		"100% remote":           workplace(2, "remote"),
		"Work from home jobs":   workplace(3, "remote"),
		"Home-Office":           workplace(2, "remote"),
		"Télétravail":           workplace(1, "remote"),
		"teletrabajo":           workplace(1, "remote"),
		"smart working":         workplace(2, "remote"),
		"hybrid":                workplace(1, "hybrid"),
		"on-site":               workplace(2, "onsite"),
		"Vor Ort":               workplace(2, "onsite"),
		"full-time":             employment(2, "full-time"),
		"Vollzeit":              employment(1, "full-time"),
		"temps plein":           employment(2, "full-time"),
		"tiempo completo":       employment(2, "full-time"),
		"tempo pieno":           employment(2, "full-time"),
		"part time":             employment(2, "part-time"),
		"Teilzeit Zürich":       employment(1, "part-time"),
		"à temps partiel":       employment(3, "part-time"),
		"contract work":         employment(2, "contract"),
		"contractor":            employment(1, "contract"),
		"freelance designer":    employment(1, "freelance"),
		"intern":                employment(1, "internship"),
		"Praktikum":             employment(1, "internship"),
		"prácticas":             employment(1, "internship"),
		"tirocinio":             employment(1, "internship"),
		"stagiaire":             employment(1, "internship"),
		"entry level cook":      {2, "careerLevel", "junior"},
		"posted today":          {2, "postedWithin", "today"},
		"esta semana":           {2, "postedWithin", "week"},
		"remote sensing":        {},
		"hybrid cloud engineer": {},
		"general contractor":    {},
		"contract manager":      {},
		"contract":              {},
		"internal audit":        {},
		"stage manager":         {},
		"python remote":         {},
		"home":                  {},
		"":                      {},
	} {
		var got result
		got.N, got.Filter, got.Value = analysis.KindWords(words(text))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
