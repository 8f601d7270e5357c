package enrich

import (
	"fmt"
	"testing"
)

// What is merely welcome is not required, wherever the words for it stand.

func TestWishedYears(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>Dans l'idéal, plus de quatre ans d'expérience dans la pose de parquet</p>", ""},
		{"<p>Ideally, you bring at least four years of experience with looms.</p>", ""},
		{"<p>Idealerweise bringst du bereits Erfahrung (mind. 3 Jahre) in der Gerberei mit.</p>", ""},
		{"<p>Auspicabile esperienza di almeno 3 anni in una falegnameria</p>", ""},
		{"<p>Lo ideal es contar con 3 años de experiencia en un telar.</p>", ""},
		{"<p>Idealiter heb je 3 jaar ervaring in een weverij.</p>", ""},
		{"<p>Idealmente, você tem 3 anos de experiência em uma fábrica.</p>", ""},
		{"<p>W idealnym przypadku masz 3 lata doświadczenia w tartaku.</p>", ""},
		{"<p>Företrädesvis har du minst 3 års erfarenhet av vävning.</p>", ""},
		{"<ul><li>2-4 years of experience in a like workshop (tannery, saddlery, or cobbler) in a small town is an asset.</li></ul>", ""},
		{"<p>Drei Jahre Erfahrung in einer Weberei sind wünschenswert.</p>", ""},
		{"<p>Trois ans d'expérience dans un atelier seraient un plus.</p>", ""},
		{"<p>The ideal candidate has at least 5 years of experience with looms.</p>", "5-0"},
		{"<p>You have 5 years of experience with looms, preferably in a mill.</p>", "5-0"},
		{"<p>Mindestens 3 Jahre Erfahrung in der Weberei, Englisch ist ein Plus</p>", "3-0"},
	})
}

func TestYearsOfTraining(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<ul><li>4 Jahre Ausbildung in der Glasbläserei – 60 % Praxis, 40 % Schule</li></ul>", ""},
		{"<p>Die 2 Jahre verkürzte HF-Ausbildung verbinden Praxis und Theorie.</p>", ""},
		{"<p>Les trois ans d'apprentissage alternent avec la pratique en atelier.</p>", ""},
		{"<p>I 3 anni di formazione uniscono pratica e teoria.</p>", ""},
		{"<p>Vier Jahre Erfahrung in der Ausbildung von Glasbläsern</p>", "4-0"},
		{"<p>At least 6 years of post-degree experience with furnaces</p>", "6-0"},
	})
}

func TestExperienceInsteadOfADegree(t *testing.T) {
	t.Parallel()
	check(t, "years", asText, []factTest{
		{"<p>Degree in forestry or equivalent relevant professional experience in similar roles of 2-4 years</p>", ""},
		{"<p>Studium in Forstwirtschaft oder gleichwertige Berufserfahrung von mindestens 4 Jahren</p>", ""},
		{"<p>Diplôme en sylviculture ou équivalent expérience de 4 ans</p>", ""},
		{"<p>Bachelor or master with experience of at least 4 years in forestry</p>", "4-0"},
		{"<p>Degree in forestry or equivalent professional experience. 6-8 years of experience with harvesters.</p>", "6-8"},
	})
}

func TestWishedLanguages(t *testing.T) {
	t.Parallel()
	check(t, "languages", asText, []factTest{
		{"<p>Requisiti</p><ul><li>Buona conoscenza della lingua italiana</li><li>Requisiti auspicati - Conoscenza di una seconda lingua nazionale (tedesco o francese)</li></ul>", "it"},
		{"<p>Gute Englischkenntnisse oder Erfahrung im Austausch in englischer Sprache sind wünschenswert.</p>", ""},
		{"<p>Von Vorteil sind gute mündliche und im besten Fall auch schriftliche Kenntnisse in Italienisch.</p>", ""},
		{"<p>Sehr gutes Deutsch. Von Vorteil: Englisch, und etwas Französisch schadet nicht</p>", "de"},
		{"<p>Kenntnisse der italienischen Sprache (mind. B1) sind für diese Stelle erwünscht.</p>", ""},
		{"<p>Ideally, you speak some German. Fluent English is required.</p>", "en"},
		{"<p>Vous parlez couramment le français. Dans l'idéal, vous avez des notions d'allemand.</p>", "fr"},
		{"<p>Fluent English. A second language (German, French) would be useful.</p>", "en"},
		{"<p>Stilsichere Deutschkenntnisse (Schweizerdeutsch von Vorteil) und gute Englischkenntnisse</p>", "de en"},
	})
}

// Some boards print all their postings on one page.
func TestYearsOfAnotherJobOnThePage(t *testing.T) {
	t.Parallel()
	page := `<h2>Your profile</h2><p>You like wool and colours.</p><p>You are handy.</p><p>You can sew.</p><p>You are on time.</p>
<h2>%s (m/f/d)</h2><h2>Your profile</h2><p>You have at least 7 years of experience with looms.</p>`
	titled := func(heading string) string {
		return describe("years", Posting(Input{Title: "Felt Maker (m/f/d)", Description: fmt.Sprintf(page, heading)}))
	}
	if got := titled("Head Weaver"); got != "" {
		t.Errorf("another job: got %q, want none", got)
	}
	if got := titled("Felt Maker"); got != "7-0" {
		t.Errorf("the title again: got %q, want 7-0", got)
	}
}
